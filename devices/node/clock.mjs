/**
 * The time of readings. The system's clock may be wrong; it counts only once the backend's has been compared with it.
 * Until then a reading holds the uptime at which it was taken, which no setting of the clock changes.
 */

/** A clock that is less far off is right: the backend's answer has whole seconds, and takes its time. */
const TOLERANCE_MS = 10_000;
/** Clocks have steps, and readings of one step are numbered by milliseconds. */
const SAME_MOMENT_MS = 1_000;

/**
 * @typedef {object} UndatedTime when a reading was taken, while its Unix time is not known
 * @property {number} uptime milliseconds since the system's start
 * @property {string} boot names that start
 * @property {number} clock what the system's clock said
 *
 * @typedef {object} Checked
 * @property {string} boot
 * @property {number} offset of the system's clock from the uptime when it was compared: another one was set since
 * @property {number} correction to be added to the system's clock
 */

export class Clock {
  #clock;
  #uptime;
  #boot;
  /** @type {Checked | undefined} */
  #checked;
  /** When the last reading was taken. */
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

  /** Whether it was compared with the backend's since it was last set. */
  get isSure() {
    const offset = this.#clock() - this.#uptime();
    return this.#checked !== undefined && Math.abs(this.#checked.offset - offset) <= TOLERANCE_MS;
  }

  /** Unix milliseconds; right if it is sure. */
  now() {
    return Math.round(this.#clock() + (this.#checked?.correction ?? 0));
  }

  /** That of a reading of this moment, and of no other one. @returns {{timestamp: number} | UndatedTime} */
  stamp() {
    if (this.isSure) return { timestamp: this.#after(this.now()) };
    return {
      uptime: this.#after(this.#uptime()),
      boot: this.#boot,
      clock: Math.round(this.#clock()),
    };
  }

  /** The Unix time of a reading, once this clock is sure. @param {UndatedTime} taken */
  date({ uptime, boot, clock }) {
    const age = this.#uptime() - uptime;
    // Of an earlier start of the system nothing better is known than what its clock said.
    return boot === this.#boot && age > -SAME_MOMENT_MS ? Math.round(this.now() - age) : clock;
  }

  /** The backend refused it: it has to be compared again. */
  doubt() {
    this.#checked = undefined;
  }

  /**
   * Compares it with the `Date` of an answer.
   * @param {number} date Unix milliseconds of a whole second
   * @param {number} tookMs from sending the request until now
   * @returns {{checked: Checked, wasOffMs: number} | undefined} what is new
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
