/** One farm. Listens to the last-seen times of its sensors, and has the watches of its greenhouses. */

import { signal } from "@preact/signals-core";
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import type { ConnectionWatch } from "../connection/connection";
import { GreenhouseWatch } from "./greenhouse-watch";
import type { StartInTurn } from "./greenhouse-watch";
import { asStored, knownAt, watchInto } from "./watch";
import type { Watched } from "./watch";

/** The other greenhouses wait at most this long for the greenhouse of the view, in milliseconds. It may not exist. */
const MAX_WAIT_MS = 10_000;

export class FarmWatch {
  /** The last-seen times of its sensors. All greenhouses share one listener. */
  readonly lastSeen: ReadonlySignal<Watched<unknown>>;
  readonly #lastSeen: Signal<Watched<unknown>>;
  readonly #lastSeenPath: string;
  readonly #connection: ConnectionWatch;
  readonly #greenhouses = new Map<string, GreenhouseWatch>();
  /** The id of the greenhouse that is read before the others; undefined if none is. */
  readonly #first = signal<string | undefined>(undefined);

  /** @param first the id of the greenhouse that the page shows, if it shows only one */
  constructor(connection: ConnectionWatch, farmId: string, first: string | undefined) {
    this.#connection = connection;
    this.#lastSeenPath = `lastSeen/${farmId}`;
    this.#lastSeen = signal(knownAt(this.#lastSeenPath, undefined, asStored));
    this.lastSeen = this.#lastSeen;
    this.#first.value = first;
    if (first !== undefined) setTimeout(this.startOthers, MAX_WAIT_MS);
  }

  /** Called when the greenhouse that the page shows was read. The other greenhouses are read from now on. */
  readonly startOthers = (): void => {
    this.#first.value = undefined;
  };

  /** Returns the same object for the same greenhouse. */
  readonly greenhouse = (id: string): GreenhouseWatch => {
    const watch =
      this.#greenhouses.get(id) ??
      new GreenhouseWatch(this.#connection, this.lastSeen, id, this.#inTurn(id));
    this.#greenhouses.set(id, watch);
    return watch;
  };

  #inTurn(id: string): StartInTurn {
    return (start) => {
      let stop: (() => void) | undefined;
      const stopWaiting = this.#first.subscribe((first) => {
        if (first === undefined || first === id) stop ??= start();
      });
      return () => {
        stopWaiting();
        stop?.();
      };
    };
  }

  /** @returns stops all listeners permanently */
  listen(): () => void {
    const stop = watchInto(this.#lastSeenPath, this.#lastSeen);
    return () => {
      stop();
      for (const { feed } of this.#greenhouses.values()) feed.close();
    };
  }
}
