/** Listens to the folded hours of the last day, of each quantity. */

import {
  greenhouseRollUpPath,
  readGreenhouseRollUp,
  readSeries,
} from "@greenhouse/domain/rollups/rollups";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Hours } from "../../model/days/day";
import { knownAt, valueOf, watch } from "../watches/watch";

/** The number of hours that overlap the last 24 hours. */
const HOURS = { newest: 25 };
const NO_HOURS: Hours = new Map();

export class FoldedHours {
  readonly #hours: Map<Quantity, Hours>;
  readonly #arrived = new Set<Quantity>();
  readonly #stops: readonly (() => void)[];

  constructor(greenhouseId: string, quantities: readonly Quantity[], onChange: () => void) {
    this.#hours = new Map(lastKnownHours(greenhouseId, quantities));
    this.#stops = quantities.map((quantity) =>
      watch(pathOf(greenhouseId, quantity), HOURS, readHours, (watched) => {
        this.#hours.set(quantity, valueOf(watched) ?? NO_HOURS);
        this.#arrived.add(quantity);
        onChange();
      }),
    );
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Whether the hours arrived, or cannot be read. Until then, they are those of the last visit. */
  get isRead(): boolean {
    return this.#arrived.size === this.#hours.size;
  }

  get byQuantity(): ReadonlyMap<Quantity, Hours> {
    return new Map(this.#hours);
  }
}

/** Returns the hours that were last known, without listening to them. */
export function lastKnownHours(
  greenhouseId: string,
  quantities: readonly Quantity[],
): ReadonlyMap<Quantity, Hours> {
  return new Map(
    quantities.map((quantity) => {
      const hours = knownAt(pathOf(greenhouseId, quantity), HOURS, readHours);
      return [quantity, valueOf(hours) ?? NO_HOURS];
    }),
  );
}

function pathOf(greenhouseId: string, quantity: Quantity): string {
  return greenhouseRollUpPath(greenhouseId, "hour", quantity);
}

function readHours(stored: unknown): Hours {
  return readSeries(stored, readGreenhouseRollUp);
}
