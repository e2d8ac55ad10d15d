/**
 * The time of readings. The system's clock may be wrong. It counts only after it was compared with the backend's time.
 * Until then a reading holds the uptime, which does not change when somebody sets the clock.
 */

/** A clock with a smaller error is right: the backend's answer has whole seconds, and takes some time. */
const TOLERANCE_MS = 10_000;
/** Clocks advance in steps. Readings of the same step get different milliseconds. */
const SAME_MOMENT_MS = 1_000;

/**
 * @typedef {object} UndatedTime the time of a reading whose Unix time is not known yet
 * @property {number} uptime milliseconds since the system's start
 * @property {string} boot names that start
 * @property {number} clock Unix milliseconds of the system's clock
 *
 * @typedef {object} Checked
 * @property {string} boot
 * @property {number} offset clock minus uptime at the comparison; another offset means that the clock was set since
 * @property {number} correction milliseconds to add to the system's clock
 */

export class Clock {
  #clock;
  #uptime;
  #boot;
  /** @type {Checked | undefined} */
  #checked;
  /** The time of the last reading. */
  #last = -Infinity;

  /**
   * @param {() => number} clock Unix milliseconds, perhaps wrong
   * @param {() => number} uptime milliseconds
   * @param {string} boot
   * @param {Checked | undefined} kept by an earlier process
   */
  constructor(clock, uptime, boot, kept) {
    this.#clock = clock;
    this.#uptime = uptime;
    this.#boot = boot;
    this.#checked = kept?.boot === boot ? kept : undefined;
  }

  /** Whether the clock was compared with the backend's time, and was not set since. */
  get isSure() {
    const offset = this.#clock() - this.#uptime();
    return this.#checked !== undefined && Math.abs(this.#checked.offset - offset) <= TOLERANCE_MS;
  }

  /** Returns Unix milliseconds, which are right if `isSure`. */
  now() {
    return Math.round(this.#clock() + (this.#checked?.correction ?? 0));
  }

  /** @returns {{timestamp: number} | UndatedTime} the time of a reading of this moment; no other reading gets it */
  stamp() {
    if (this.isSure) return { timestamp: this.#after(this.now()) };
    return {
      uptime: this.#after(this.#uptime()),
      boot: this.#boot,
      clock: Math.round(this.#clock()),
    };
  }

  /** Returns the Unix time of a reading. Call it only if `isSure`. @param {UndatedTime} taken */
  date({ uptime, boot, clock }) {
    const age = this.#uptime() - uptime;
    // For a reading from before a restart of the system, its clock is the only source.
    return boot === this.#boot && age > -SAME_MOMENT_MS ? Math.round(this.now() - age) : clock;
  }

  /** The backend refused the time: the clock must be compared again. */
  doubt() {
    this.#checked = undefined;
  }

  /**
   * Compares the clock with the `Date` of an answer.
   * @param {number} date Unix milliseconds of a whole second
   * @param {number} tookMs time since the request was sent
   * @returns {{checked: Checked, wasOffMs: number} | undefined} the new state; undefined without a change
   */
  compare(date, tookMs) {
    const clock = this.#clock();
    const isRight = (/** @type {number} */ correction) =>
      date > clock + correction - tookMs - TOLERANCE_MS && date < clock + correction + TOLERANCE_MS;
    const before = this.#checked?.correction ?? 0;
    if (this.isSure && isRight(before)) return undefined;
    const correction = isRight(0) ? 0 : Math.round(date + 500 - clock);
    const offset = clock - this.#uptime();
    this.#checked = { boot: this.#boot, offset, correction };
    return { checked: this.#checked, wasOffMs: before - correction };
  }

  /** @param {number} time */
  #after(time) {
    const isSame = time <= this.#last && time > this.#last - SAME_MOMENT_MS;
    this.#last = isSame ? this.#last + 1 : time;
    return this.#last;
  }
}
