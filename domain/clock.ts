/** Time and timers as a parameter. The real ones: database/client/system-clock.ts; the simulation has its own. */

export interface Clock {
  /** Returns Unix milliseconds. */
  readonly now: () => number;
  /** Returns milliseconds since an unknown moment. They never jump. */
  readonly elapsed: () => number;
  /** Calls back once, after a delay in milliseconds. Returns a function that prevents the call. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}
