/** One farm. Listens to the last-seen times of its sensors, and has the watches of its greenhouses. */

import { signal } from "@preact/signals-core";
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import type { ConnectionWatch } from "../connection/connection";
import { GreenhouseWatch } from "./greenhouse-watch";
import { asStored, knownAt, watchInto } from "./watch";
import type { Watched } from "./watch";

export class FarmWatch {
  /** The last-seen times of its sensors. All greenhouses share one listener. */
  readonly lastSeen: ReadonlySignal<Watched<unknown>>;
  readonly #lastSeen: Signal<Watched<unknown>>;
  readonly #lastSeenPath: string;
  readonly #connection: ConnectionWatch;
  readonly #greenhouses = new Map<string, GreenhouseWatch>();

  constructor(connection: ConnectionWatch, farmId: string) {
    this.#connection = connection;
    this.#lastSeenPath = `lastSeen/${farmId}`;
    this.#lastSeen = signal(knownAt(this.#lastSeenPath, undefined, asStored));
    this.lastSeen = this.#lastSeen;
  }

  /** Returns the same object for the same greenhouse. */
  readonly greenhouse = (id: string): GreenhouseWatch => {
    const watch =
      this.#greenhouses.get(id) ?? new GreenhouseWatch(this.#connection, this.lastSeen, id);
    this.#greenhouses.set(id, watch);
    return watch;
  };

  /** @returns stops all listeners permanently */
  listen(): () => void {
    const stop = watchInto(this.#lastSeenPath, this.#lastSeen);
    return () => {
      stop();
      for (const { feed } of this.#greenhouses.values()) feed.close();
    };
  }
}
