/** When the sensors of a farm last sent something: one listener for all its greenhouses. */

import { signal } from "@preact/signals-core";
import { readLastSeen } from "../../../domain/src/last-seen";
import type { LastSeen } from "../../../domain/src/last-seen";
import { fieldOf } from "../../../domain/src/stored";
import { asStored, knownAt, valueOf, watch } from "./watch";
import type { Watched } from "./watch";

export class LastSeenWatch {
  /** Changes with every time. */
  readonly version = signal(0);
  readonly #path: string;
  #all: Watched<unknown>;

  constructor(farmId: string) {
    this.#path = `lastSeen/${farmId}`;
    this.#all = knownAt(this.#path, undefined, asStored);
  }

  /** Whether the times arrived, or cannot be read: then nothing is known of any sensor. */
  get isKnown(): boolean {
    return this.#all.status !== "loading";
  }

  of(uid: string): LastSeen {
    return readLastSeen(fieldOf(valueOf(this.#all), uid));
  }

  /** @returns a function that stops it */
  listen(): () => void {
    return watch(this.#path, undefined, asStored, (watched) => {
      this.#all = watched;
      this.version.value = this.version.peek() + 1;
    });
  }
}
