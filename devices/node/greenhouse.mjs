/**
 * Sends the readings of one sensor to the greenhouse backend, signed. Node 18.17 or newer, nothing else: copy this file
 * and exchange.mjs. Readings wait in a bounded buffer until the backend confirms them; each one that is dropped is
 * counted and reported.
 */

import { createHash, randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { inALine, parseJson, post } from "./exchange.mjs";

/** The backend takes no reading that is older than this. */
const WINDOW_MS = 300_000;
/** How long one attempt may take: connection, request and the whole answer. */
const ATTEMPT_MS = 15_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const LONGEST_RETRY_AFTER_MS = 600_000;
const STALE = "Timestamp is more than 5 minutes";
const MEASUREMENTS = ["temperature", "humidity", "light", "battery"];
const LOCAL =
  /^(localhost|.+\.local|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\])$/;

/**
 * @typedef {object} Settings
 * @property {string} url that of /sensorData
 * @property {string} uid
 * @property {string} apiKey the farm's key; it is never sent and never printed
 * @property {number} [capacity] of the buffer, in readings
 * @property {number} [timeoutMs] for one whole attempt
 * @property {(line: string) => void} [report] takes a line for a person; standard error
 * @property {() => number} [clock] Unix milliseconds
 * @property {() => number} [uptime] milliseconds that never jump
 * @property {() => number} [jitter] from 0 to 1
 *
 * @typedef {object} Reading one on its way; it keeps its key, and its timestamp once that was sent
 * @property {Record<string, number>} values
 * @property {number} takenAt uptime
 * @property {string} key
 * @property {string | undefined} timestamp
 * @property {boolean} isPerhapsStored
 * @property {boolean} isCorrected
 *
 * @typedef {"stored" | "refused" | "expired" | "overflowed" | "unconfirmed"} Outcome
 */

/**
 * The signature: MD5 of the key, the timestamp's text and the uid, in hexadecimal.
 * @param {string} apiKey @param {string} timestamp @param {string} uid
 */
export function sign(apiKey, timestamp, uid) {
  return createHash("md5").update(apiKey).update(timestamp).update(uid).digest("hex");
}

/** Sends the readings of one sensor: `add` them, then call `poll` again and again, or `flush`. */
export class SensorClient {
  /**
   * What became of the readings. The sum of these and of `waiting` is the number of readings added.
   * @type {Record<Outcome, number>}
   */
  counts = {
    /** Confirmed by the backend. */
    stored: 0,
    /** The backend will never take them: a wrong key, an unknown sensor, … */
    refused: 0,
    /** Older than five minutes before they could be sent. */
    expired: 0,
    /** Pushed out of the full buffer by newer ones. */
    overflowed: 0,
    /** Sent, but dropped before an answer came: perhaps stored. */
    unconfirmed: 0,
  };

  /** @type {Required<Settings>} */
  #settings;
  /** @type {URL} */
  #url;
  /** @type {Reading[]} */
  #waiting = [];
  #correction = 0;
  #failures = 0;
  #quietUntil = -Infinity;

  /** @param {Settings} settings @throws {TypeError} at a URL that no reading should be sent to */
  constructor(settings) {
    this.#settings = {
      capacity: 64,
      timeoutMs: ATTEMPT_MS,
      report: (line) => void process.stderr.write(`${line}\n`),
      clock: Date.now,
      uptime: () => performance.now(),
      jitter: Math.random,
      ...settings,
    };
    // Text that is no URL fails the check below.
    this.#url = new URL(URL.canParse(settings.url) ? settings.url : "about:blank");
    const { protocol, hostname } = this.#url;
    if (protocol !== "https:" && !(protocol === "http:" && LOCAL.test(hostname))) {
      throw new TypeError("the URL must begin with https:// (http:// in the local network)");
    }
  }

  /** How many readings wait for their confirmation. */
  get waiting() {
    return this.#waiting.length;
  }

  /**
   * Takes a reading of this moment: temperature (°C), humidity (%), light (lux), battery (%).
   * @param {Readonly<Record<string, number>>} measurements
   * @param {{signOfLife?: boolean}} [options] with signOfLife a reading without values is sent too
   * @throws {TypeError} for a value that is no number, and a reading without values
   * @throws {RangeError} for a number that is not finite, as broken sensors give it
   */
  add(measurements, { signOfLife = false } = {}) {
    for (const [name, value] of Object.entries(measurements)) checkMeasurement(name, value);
    if (Object.keys(measurements).length === 0 && !signOfLife) {
      throw new TypeError("a reading without values is sent with signOfLife: true only");
    }
    const [oldest] = this.#waiting;
    if (oldest !== undefined && this.waiting >= this.#settings.capacity) {
      this.#drop(oldest, "overflowed", "the buffer is full");
    }
    this.#waiting.push({
      values: { ...measurements },
      takenAt: this.#settings.uptime(),
      key: randomBytes(16).toString("hex"),
      timestamp: undefined,
      isPerhapsStored: false,
      isCorrected: false,
    });
  }

  /**
   * Sends at most one reading, the oldest, if it is due. Wait for it before calling it again.
   * @returns {Promise<number | undefined>} after how many milliseconds to call again; undefined when nothing waits
   */
  async poll() {
    const { uptime } = this.#settings;
    let [oldest] = this.#waiting;
    while (oldest !== undefined && uptime() - oldest.takenAt > WINDOW_MS) {
      this.#drop(oldest, "expired", "older than 5 minutes");
      [oldest] = this.#waiting;
    }
    if (oldest !== undefined && uptime() >= this.#quietUntil) await this.#send(oldest);
    [oldest] = this.#waiting;
    if (oldest === undefined) return undefined;
    // A reading that expires earlier is reported then.
    const until = Math.min(this.#quietUntil, oldest.takenAt + WINDOW_MS + 1);
    return Math.max(0, until - uptime());
  }

  /** Polls until nothing waits any more: after five minutes and a bit at the latest. */
  async flush() {
    for (let wait = await this.poll(); wait !== undefined; wait = await this.poll()) {
      await setTimeout(wait);
    }
  }

  /** @param {Reading} reading */
  async #send(reading) {
    const { clock, uptime } = this.#settings;
    reading.timestamp ??= String(
      Math.round(clock() + this.#correction - (uptime() - reading.takenAt)),
    );
    const wasSentBefore = reading.isPerhapsStored;
    // From here on: it may be pushed out of the buffer while it is under way.
    reading.isPerhapsStored = true;
    const attempt = { isConnected: false };
    /** @type {import("./exchange.mjs").Answer} */
    let answer;
    try {
      answer = await this.#post(reading, reading.timestamp, attempt);
    } catch (error) {
      if (!attempt.isConnected) reading.isPerhapsStored = wasSentBefore;
      // The text of an error of the network names hosts and numbers, never what was sent.
      const why = inALine(error instanceof Error ? error.message || error.name : "?");
      this.#tryLater(`no answer (${why})`, undefined);
      return;
    }
    if (!this.#waiting.includes(reading)) return;
    const { status, headers, text } = answer;
    const error = errorOf(text);
    // This attempt stored nothing; an earlier one without an answer may have.
    if (status >= 300 && status < 500) reading.isPerhapsStored = wasSentBefore;
    if (status === 200 && error === undefined) {
      this.#waiting.shift();
      this.counts.stored += 1;
      this.#failures = 0;
    } else if (status === 401 && error?.startsWith(STALE)) {
      this.#correctClock(reading, Date.parse(headers.date ?? ""));
    } else if (status === 200 || status === 408 || status === 429 || status >= 500) {
      this.#tryLater(`${status} ${error || "not the backend's answer"}`, headers["retry-after"]);
    } else {
      this.#drop(reading, "refused", `${status} ${error ?? ""}`.trimEnd());
      this.#failures = 0;
    }
  }

  /**
   * @param {Reading} reading @param {string} timestamp
   * @param {{isConnected: boolean}} attempt is marked when anything can have been sent
   */
  #post(reading, timestamp, attempt) {
    const { uid, apiKey, timeoutMs } = this.#settings;
    const signature = sign(apiKey, timestamp, uid);
    const body = JSON.stringify({ uid, timestamp, signature, ...reading.values });
    const headers = { "Content-Type": "application/json", "Idempotency-Key": reading.key };
    return post(this.#url, headers, body, timeoutMs, attempt);
  }

  /** @param {Reading} reading @param {number} date Unix milliseconds, or NaN */
  #correctClock(reading, date) {
    if (Number.isNaN(date)) {
      this.#drop(reading, "refused", "stale, and the answer has no Date to go by");
      return;
    }
    if (reading.isCorrected) {
      this.#drop(reading, "refused", "stale by the corrected clock too");
      return;
    }
    const error = date + 500 - (this.#settings.clock() + this.#correction);
    this.#correction += error;
    const seconds = Math.round(-error / 1000);
    this.#settings.report(`the clock was ${seconds} s off: corrected by the backend's`);
    if (reading.isPerhapsStored && Math.abs(error) < WINDOW_MS + 60_000) {
      // The attempt without an answer may have been within the window: under another timestamp the reading could be
      // stored twice.
      this.#drop(reading, "refused", "stale after an attempt without an answer");
      return;
    }
    reading.timestamp = undefined;
    reading.isCorrected = true;
    reading.isPerhapsStored = false;
  }

  /** @param {string} why @param {string | undefined} retryAfter */
  #tryLater(why, retryAfter) {
    const { uptime, jitter, report } = this.#settings;
    const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 16));
    const wait = Math.max(backOff * (0.5 + jitter() / 2), this.#readRetryAfter(retryAfter));
    this.#failures += 1;
    this.#quietUntil = uptime() + wait;
    report(`${why}: trying again in ${Math.round(wait)} ms, ${this.waiting} waiting`);
  }

  /** Milliseconds; the header holds seconds or a date. @param {string | undefined} header */
  #readRetryAfter(header) {
    if (header === undefined) return 0;
    const seconds = Number(header);
    const wait = Number.isNaN(seconds)
      ? Date.parse(header) - this.#settings.clock() - this.#correction
      : seconds * 1000;
    return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER_MS);
  }

  /** @param {Reading} reading @param {Outcome} outcome @param {string} why */
  #drop(reading, outcome, why) {
    const final = reading.isPerhapsStored ? "unconfirmed" : outcome;
    this.#waiting.splice(this.#waiting.indexOf(reading), 1);
    this.counts[final] += 1;
    this.#settings.report(`a reading is dropped and counted as ${final}: ${why}`);
  }
}

/** @param {string} name @param {unknown} value */
function checkMeasurement(name, value) {
  if (!MEASUREMENTS.includes(name)) throw new TypeError(`no such measurement: ${name}`);
  if (typeof value !== "number") {
    throw new TypeError(`${name} must be a number, not ${JSON.stringify(value)}`);
  }
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be finite, not ${value}`);
}

/**
 * The error that an answer tells; undefined for a success of the backend.
 * @param {string} text @returns {string | undefined}
 */
function errorOf(text) {
  const answer = parseJson(text);
  // Otherwise a proxy or a captive portal answered.
  if (typeof answer !== "object" || answer === null) return "";
  if ("success" in answer && answer.success === true) return undefined;
  return "error" in answer && typeof answer.error === "string" ? inALine(answer.error) : "";
}
