/** Listens to the folded hours of the last day, of each quantity. */

import {
  greenhouseRollUpPath,
  readGreenhouseRollUp,
  readSeries,
} from "@greenhouse/domain/rollups/rollups";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Hours } from "../../model/days/day";
import { knownAt, valueOf, watch } from "../watches/watch";
import type { Watched } from "../watches/watch";
import type { DayWatchSettings } from "./day-watch";

/** The number of hours that overlap the last 24 hours. */
const HOURS = { newest: 25 };

export class FoldedHours {
  /** Those of the last visit until this visit's arrive. A new map after every change. */
  byQuantity: ReadonlyMap<Quantity, Hours> = new Map();
  readonly #waiting: Set<Quantity>;
  readonly #stops: readonly (() => void)[];

  constructor({ greenhouseId, quantities }: DayWatchSettings, onChange: () => void) {
    this.#waiting = new Set(quantities);
    const read = (stored: unknown): Hours => readSeries(stored, readGreenhouseRollUp);
    this.#stops = quantities.map((quantity) => {
      const path = greenhouseRollUpPath(greenhouseId, "hour", quantity);
      const set = (watched: Watched<Hours>): void => {
        this.byQuantity = new Map(this.byQuantity).set(quantity, valueOf(watched) ?? new Map());
      };
      set(knownAt(path, HOURS, read));
      return watch(path, HOURS, read, (watched) => {
        set(watched);
        this.#waiting.delete(quantity);
        onChange();
      });
    });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Whether the hours arrived, or cannot be read. */
  get isRead(): boolean {
    return this.#waiting.size === 0;
  }
}
