/** The moment that the shared cursor of the charts points at; telling it redraws the legends only. */

import { useEffect, useState } from "preact/hooks";

export class CursorTime {
  readonly #listeners = new Set<(time: number | undefined) => void>();
  #time: number | undefined;

  get time(): number | undefined {
    return this.#time;
  }

  /** @param time in Unix milliseconds; undefined where the cursor is off the charts */
  set(time: number | undefined): void {
    if (this.#time === time) return;
    this.#time = time;
    for (const listener of this.#listeners) listener(time);
  }

  listen(listener: (time: number | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export function useCursorTime(cursor: CursorTime): number | undefined {
  const [time, setTime] = useState(cursor.time);
  useEffect(() => cursor.listen(setTime), [cursor]);
  return time;
}
