/**
 * Whether the database can be reached, and how far this device's clock is off. A hidden page closes its connection, which
 * also stops all listeners; it reconnects when it becomes visible.
 */

import { signal } from "@preact/signals-core";
import type { ReadonlySignal } from "@preact/signals-core";
import { goOffline, goOnline, onValue, ref } from "firebase/database";
import type { Database } from "firebase/database";

/** A short switch to another tab keeps the connection, in milliseconds. */
const HIDDEN_FOR = 5000;

export interface Connection {
  readonly isConnected: boolean;
  /** When the server last sent anything, in Unix milliseconds of its clock; undefined before the first time. */
  readonly lastConnected: number | undefined;
}

/** The part of the document that says whether the page is visible. */
export interface Visibility {
  readonly visibilityState: string;
  addEventListener(type: "visibilitychange", listener: () => void): void;
}

export class ConnectionWatch {
  readonly #state = signal<Connection>({ isConnected: false, lastConnected: undefined });
  readonly state: ReadonlySignal<Connection> = this.#state;
  #clockOffset = 0;

  /** @param heardAt when the server last sent anything, by this device's clock */
  constructor(database: Database, page: Visibility, heardAt: () => number = Date.now) {
    onValue(ref(database, ".info/serverTimeOffset"), (snapshot) => {
      this.#clockOffset = Number(snapshot.val());
    });
    onValue(ref(database, ".info/connected"), (snapshot) => {
      const isConnected = snapshot.val() === true;
      const before = this.#state.peek();
      this.#state.value = {
        isConnected,
        lastConnected:
          isConnected || before.isConnected ? heardAt() + this.#clockOffset : before.lastConnected,
      };
    });
    closeWhileHidden(database, page);
  }

  get isConnected(): boolean {
    return this.#state.value.isConnected;
  }

  /** @param at the end of the last visit, whose values are shown */
  beginWith(at: number): void {
    if (this.#state.peek().lastConnected === undefined) {
      this.#state.value = { isConnected: false, lastConnected: at };
    }
  }

  /** The server's time in Unix milliseconds, as well as this device can tell. */
  readonly now = (): number => Date.now() + this.#clockOffset;
}

function closeWhileHidden(database: Database, page: Visibility): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  page.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (page.visibilityState === "hidden")
      timer = setTimeout(() => goOffline(database), HIDDEN_FOR);
    else goOnline(database);
  });
}
