/** When the sensors of a farm last sent something: one listener for all its greenhouses. */

import { signal } from "@preact/signals-core";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import type { LastSeen } from "@greenhouse/domain/history/last-seen";
import { fieldOf } from "@greenhouse/domain/stored";
import { asStored, knownAt, valueOf, watch } from "./watch";
import type { Watched } from "./watch";

export class LastSeenWatch {
  /** Changes whenever one of the times changes. */
  readonly version = signal(0);
  readonly #path: string;
  #all: Watched<unknown>;

  constructor(farmId: string) {
    this.#path = `lastSeen/${farmId}`;
    this.#all = knownAt(this.#path, undefined, asStored);
  }

  /** True once the times arrived, or could not be read; in the latter case, no sensor has a time. */
  get isKnown(): boolean {
    return this.#all.status !== "loading";
  }

  of(uid: string): LastSeen {
    return parseLastSeen(fieldOf(valueOf(this.#all), uid));
  }

  /** @returns stops listening */
  listen(): () => void {
    return watch(this.#path, undefined, asStored, (watched) => {
      this.#all = watched;
      this.version.value = this.version.peek() + 1;
    });
  }
}
