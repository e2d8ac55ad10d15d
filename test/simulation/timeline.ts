/** What held when: the newest values of something that changes, each with the time from which it holds. */

export class Timeline<T> {
  readonly #entries: { readonly fromMs: number; readonly value: T }[] = [];

  /** @param kept so many of the newest values are enough */
  constructor(private readonly kept = Infinity) {}

  add(fromMs: number, value: T): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && JSON.stringify(last.value) === JSON.stringify(value)) return;
    this.#entries.push({ fromMs, value });
    if (this.#entries.length > 2 * this.kept) this.#entries.splice(0, this.kept);
  }

  get latest(): T | undefined {
    return this.#entries.at(-1)?.value;
  }

  /** Returns all values that held at some moment of a time, the latest last. */
  during(fromMs: number, untilMs: number): readonly T[] {
    return this.#entries
      .filter(
        ({ fromMs: since }, index) =>
          since <= untilMs && (this.#entries[index + 1]?.fromMs ?? Infinity) >= fromMs,
      )
      .map(({ value }) => value);
  }
}
