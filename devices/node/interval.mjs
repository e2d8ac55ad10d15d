/** The time between two readings: the program's own, or within its bounds what the sensor's owners ask for. */

/**
 * @typedef {object} IntervalSettings whole seconds, at least 1
 * @property {number} seconds the program's own interval
 * @property {number} min
 * @property {number} max
 */

export class Interval {
  #settings;
  #seconds;

  /** @param {IntervalSettings} settings @throws {TypeError} for bounds that are not whole seconds in order */
  constructor(settings) {
    const { seconds, min, max } = settings;
    if (![seconds, min, max].every((each) => isWhole(each)) || min > max) {
      throw new TypeError("an interval needs whole seconds, and min must not be above max");
    }
    this.#settings = settings;
    this.#seconds = seconds;
  }

  /** The present interval. */
  get seconds() {
    return this.#seconds;
  }

  /** Takes the backend's wish: none returns to the program's own interval. @param {object} answer */
  hear(answer) {
    const { seconds, min, max } = this.#settings;
    const wish = "intervalSeconds" in answer ? answer.intervalSeconds : seconds;
    if (wish === seconds) this.#seconds = seconds;
    else if (isWhole(wish)) this.#seconds = Math.min(Math.max(wish, min), max);
  }
}

/** @param {unknown} value @returns {value is number} */
function isWhole(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 1;
}
