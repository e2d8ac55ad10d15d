/** One farm: listens to when its sensors last sent something, and has the watches of its greenhouses. */

import type { ConnectionWatch } from "../connection/connection";
import { GreenhouseWatch } from "./greenhouse-watch";
import { LastSeenWatch } from "./last-seen-watch";

export class FarmWatch {
  readonly lastSeen: LastSeenWatch;
  readonly #connection: ConnectionWatch;
  readonly #greenhouses = new Map<string, GreenhouseWatch>();

  constructor(connection: ConnectionWatch, farmId: string) {
    this.#connection = connection;
    this.lastSeen = new LastSeenWatch(farmId);
  }

  /** Returns the same object for the same greenhouse. */
  readonly greenhouse = (id: string): GreenhouseWatch => {
    const watch =
      this.#greenhouses.get(id) ?? new GreenhouseWatch(this.#connection, this.lastSeen, id);
    this.#greenhouses.set(id, watch);
    return watch;
  };

  /** @returns stops all listeners for good */
  listen(): () => void {
    const stop = this.lastSeen.listen();
    return () => {
      stop();
      for (const { feed } of this.#greenhouses.values()) feed.close();
    };
  }
}
