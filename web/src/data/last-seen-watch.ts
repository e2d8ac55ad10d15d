/** When the sensors of a farm last sent something: one listener for all its greenhouses. */

import { signal } from "@preact/signals-core";
import { onValue, ref } from "firebase/database";
import type { Database, DataSnapshot } from "firebase/database";
import { readLastSeen } from "../../../domain/src/last-seen";
import type { LastSeen } from "../../../domain/src/last-seen";

export class LastSeenWatch {
  /** Changes with every time. */
  readonly version = signal(0);
  readonly #database: Database;
  readonly #path: string;
  #snapshot: DataSnapshot | undefined;
  #isKnown = false;

  constructor(database: Database, farmId: string) {
    this.#database = database;
    this.#path = `lastSeen/${farmId}`;
  }

  /** Whether the times arrived, or cannot be read: then nothing is known of any sensor. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  of(uid: string): LastSeen {
    return readLastSeen(this.#snapshot?.child(uid).val());
  }

  /** @returns what ends it */
  listen(): () => void {
    const keep = (snapshot: DataSnapshot | undefined): void => {
      this.#snapshot = snapshot;
      this.#isKnown = true;
      this.version.value = this.version.peek() + 1;
    };
    return onValue(ref(this.#database, this.#path), keep, () => keep(undefined));
  }
}
