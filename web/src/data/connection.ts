/**
 * Whether the database is in reach, and by how much this device's clock is off. A page that nobody looks at closes its
 * connection, which ends all its listening at once; it comes back with the first look.
 */

import { goOffline, goOnline, onValue, ref } from "firebase/database";
import type { Database } from "firebase/database";

/** Switching tabs to and fro is no reason to hang up, in milliseconds. */
const HIDDEN_FOR = 5000;

export interface Connection {
  readonly isConnected: boolean;
  /** When the connection was last there, in Unix milliseconds; undefined before the first time. */
  readonly lastConnected: number | undefined;
}

/** What tells whether anybody looks: the document. */
export interface Visibility {
  readonly visibilityState: string;
  addEventListener(type: "visibilitychange", listener: () => void): void;
}

type Listener = (connection: Connection) => void;

export class ConnectionWatch {
  readonly #listeners = new Set<Listener>();
  #state: Connection = { isConnected: false, lastConnected: undefined };
  #clockOffset = 0;

  constructor(database: Database, page: Visibility) {
    onValue(ref(database, ".info/serverTimeOffset"), (snapshot) => {
      this.#clockOffset = Number(snapshot.val());
    });
    onValue(ref(database, ".info/connected"), (snapshot) => {
      const isConnected = snapshot.val() === true;
      const wasConnected = this.#state.isConnected;
      this.#state = {
        isConnected,
        lastConnected: isConnected || wasConnected ? this.now() : this.#state.lastConnected,
      };
      for (const listener of this.#listeners) listener(this.#state);
    });
    watchVisibility(database, page);
  }

  get state(): Connection {
    return this.#state;
  }

  /** The server's time in Unix milliseconds, as well as this device can tell. */
  readonly now = (): number => Date.now() + this.#clockOffset;

  /** Calls back at every change from now on. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function watchVisibility(database: Database, page: Visibility): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  page.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (page.visibilityState === "hidden")
      timer = setTimeout(() => goOffline(database), HIDDEN_FOR);
    else goOnline(database);
  });
}
