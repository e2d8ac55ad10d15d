/**
 * How long a socket may be silent before it is taken for lost: 1.2 seconds, and longer where the database was seen to
 * be slow. It is counted in steps, between which this process looks at its sockets: its own idleness is not theirs.
 */

/** In milliseconds. It is no more than a third of the deadline, which is what a socket is given that may only be slow. */
const MAX_SILENCE_MS = 1200;

/** So many are borne where nothing is known to be slow. */
const STEPS = 5;

/** What is as slow as it was last time, and half as slow again, is not taken for lost. */
const SLOWNESS_MARGIN = 1.5;

export class Patience {
  /** The length of a step in milliseconds. */
  readonly stepMs: number;
  /** A third of the deadline, in milliseconds: what is silent for so long has been given its time. */
  readonly thirdMs: number;
  /** The steps in that. */
  readonly #third: number;
  #steps: number;

  /** @param deadlineMs how long a request may wait for the database, all in all */
  constructor(deadlineMs: number) {
    this.thirdMs = deadlineMs / 3;
    this.stepMs = Math.min(MAX_SILENCE_MS, this.thirdMs) / STEPS;
    this.#third = this.#stepsOf(this.thirdMs);
    // The first connection is given its time.
    this.#steps = this.#third;
  }

  /** Whether the database was slow of late. */
  get isLong(): boolean {
    return this.#steps > STEPS;
  }

  /** Silent steps of a connection that stands. */
  get forAnswers(): number {
    return this.#steps;
  }

  /** Silent steps of an attempt to connect, and of what is in use no more. */
  get forConnecting(): number {
    return Math.min(this.#third, this.#steps);
  }

  /** Silent steps of a socket that is not even opened: its maker may be busy with something else first. */
  get forOpening(): number {
    return this.#third;
  }

  learnFromAnswer(tookMs: number): void {
    const isSlow = tookMs > STEPS * this.stepMs;
    this.#steps = isSlow ? Math.max(this.#third, this.#stepsOf(tookMs * SLOWNESS_MARGIN)) : STEPS;
  }

  /** A connection that stood may have been slow; where none comes up, only new attempts will do. */
  learnFromSilence(isConnected: boolean): void {
    this.#steps = isConnected ? Math.max(this.#third, 2 * this.#steps) : STEPS;
  }

  #stepsOf(ms: number): number {
    return Math.ceil(ms / this.stepMs);
  }
}
