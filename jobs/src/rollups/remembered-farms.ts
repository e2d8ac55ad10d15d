/** Remembers what was read of the last farms, up to a size of all together. */
export class RememberedFarms<T> {
  readonly #byFarm = new Map<string, T>();
  #size = 0;

  constructor(
    private readonly sizeOf: (known: T) => number,
    private readonly maxSize: number,
  ) {}

  get(farmId: string): T | undefined {
    return this.#byFarm.get(farmId);
  }

  /** Keeps it even if it alone is too large, because it is used now. */
  add(farmId: string, known: T): void {
    this.#delete(farmId);
    this.#byFarm.set(farmId, known);
    this.#size += this.sizeOf(known);
    for (const id of this.#byFarm.keys()) {
      if (this.#size <= this.maxSize || id === farmId) return;
      this.#delete(id);
    }
  }

  #delete(farmId: string): void {
    const known = this.#byFarm.get(farmId);
    if (known === undefined) return;
    this.#byFarm.delete(farmId);
    this.#size -= this.sizeOf(known);
  }
}
