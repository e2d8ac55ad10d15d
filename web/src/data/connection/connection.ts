/**
 * Knows whether the database can be reached, and how wrong this device's clock is. A hidden page closes its connection
 * as soon as no changes are pending, which stops all listeners. It reconnects when it becomes visible.
 */

import { signal } from "@preact/signals-core";
import type { ReadonlySignal } from "@preact/signals-core";
import type { Snapshot } from "../../model/farm/kept-paths";
import { sdkOf, withSdk } from "./sdk";
import type { Sdk } from "./sdk";

/** How long a hidden page keeps its connection, in milliseconds. People often switch tabs only briefly. */
const HIDDEN_FOR_MS = 5000;
/** Smaller differences come from gradual corrections of the clock, in milliseconds. */
const MIN_SHIFT_MS = 5000;

export interface Connection {
  readonly isConnected: boolean;
  /**
   * When the server last sent anything, in Unix milliseconds of the server's clock; undefined before the first time.
   */
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
  /** Whether there was a connection since the page was loaded. */
  wasConnected = false;
  #clockOffset = 0;
  #startTime = startTime();

  /**
   * @param heardAt when the server last sent anything, by this device's clock
   * @param isWriting whether changes are pending
   */
  constructor(
    page: Visibility,
    heardAt: () => number = Date.now,
    isWriting: () => boolean = () => false,
  ) {
    withSdk((sdk) => this.#follow(sdk, page, heardAt, isWriting));
  }

  #follow(
    { database, onValue, ref }: Sdk,
    page: Visibility,
    heardAt: () => number,
    isWriting: () => boolean,
  ): () => void {
    const stopClock = onValue(ref(database, ".info/serverTimeOffset"), (snapshot) => {
      // The offset is unknown until the first connection.
      if (!snapshot.exists()) return;
      this.#clockOffset = Number(snapshot.val());
      this.#startTime = startTime();
    });
    const stopState = onValue(ref(database, ".info/connected"), (snapshot) => {
      const isConnected = snapshot.val() === true;
      const before = this.#state.peek();
      this.wasConnected ||= isConnected;
      this.#state.value = {
        isConnected,
        lastConnected:
          isConnected || before.isConnected ? heardAt() + this.#clockOffset : before.lastConnected,
      };
    });
    closeWhileHidden(page, isWriting);
    return () => {
      stopClock();
      stopState();
    };
  }

  get isConnected(): boolean {
    return this.#state.value.isConnected;
  }

  /** The server's clock minus this device's clock, in milliseconds. */
  get clockOffset(): number {
    return this.#clockOffset;
  }

  /**
   * Whether the device slept or its clock was set, since the offset was measured and since the last call. The first
   * caller is loaded late, so the first call includes earlier changes.
   */
  noticeShift(): boolean {
    const before = this.#startTime;
    this.#startTime = startTime();
    return Math.abs(this.#startTime - before) > MIN_SHIFT_MS;
  }

  /**
   * Starts with the values of the last visit.
   * @param last the end of that visit: the present is not earlier than this, whatever this device's clock says
   */
  beginWith({ at, clockOffset }: Pick<Snapshot, "at" | "clockOffset">): void {
    if (this.#state.peek().lastConnected === undefined) {
      this.#state.value = { isConnected: false, lastConnected: at };
      this.#clockOffset = Math.max(clockOffset, at - Date.now());
    }
  }

  /** The server's time in Unix milliseconds, as accurately as this device knows it. */
  readonly now = (): number => Date.now() + this.#clockOffset;
}

/**
 * Returns when the page started, in Unix milliseconds of this device's clock. The result changes when the clock is set,
 * and when the device wakes up if its timers stopped.
 */
function startTime(): number {
  return Date.now() - performance.now();
}

function closeWhileHidden(page: Visibility, isWriting: () => boolean): void {
  const { database, goOffline, goOnline } = sdkOf();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    if (isWriting()) wait();
    else goOffline(database);
  };
  const wait = (): void => void (timer = setTimeout(close, HIDDEN_FOR_MS));
  page.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (page.visibilityState === "hidden") wait();
    else goOnline(database);
  });
}
