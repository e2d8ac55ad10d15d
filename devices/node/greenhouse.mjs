/**
 * Sends the readings of one sensor to the greenhouse backend, signed. It needs only Node 18.17 or newer: copy this
 * file, clock.mjs, exchange.mjs, interval.mjs and store.mjs. Readings wait in a folder or in memory until the backend confirms them.
 * Dropped readings are counted and reported.
 */

import { createHash, createHmac, randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { uptime as systemUptime } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { Clock } from "./clock.mjs";
import { exchange, singleLine, parseDate, parseJson } from "./exchange.mjs";
import { Interval } from "./interval.mjs";
import { isName, Store } from "./store.mjs";

/** The version of all clients. `npm run generate` copies it from the repository's package.json. */
export const VERSION = "0.1.0";
/** The versions that the backend accepts: up to 32 visible ASCII characters, with spaces between them. */
const VERSION_TEXT = /^[!-~]([ -~]{0,30}[!-~])?$/;
/** The backend shows readings of at most this age as the newest. */
const FRESH_MS = 300_000;
/** Limit of one request: connection, request and the whole answer. */
const ATTEMPT_MS = 15_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const MAX_RETRY_AFTER_MS = 600_000;
/** Waits after a refusal whose cause a person must fix. */
const FIRST_REFUSAL_WAIT_MS = 60_000;
const MAX_REFUSAL_WAIT_MS = 600_000;
const MAX_BATCH = 100;
/** In readings: a week at one a minute. */
const DEFAULT_CAPACITY = 10_000;
/**
 * The status of a reading that is ahead of the backend's time. The client keeps it, because the backend may correct its
 * own clock later. An early reading before a stored reading has a wrong time, and is not kept.
 */
const EARLY = "425 ";
/** The code with status 401 if this machine's clock is wrong. */
const STALE = "timestamp-out-of-range";
const NAMES =
  "a name is a lower-case letter, then up to 31 letters and digits, such as soilMoisture; uid, timestamp and the like are reserved";
const LOCAL =
  /^(localhost|.+\.local|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\])$/;

/**
 * @typedef {object} Settings
 * @property {string} url the URL of /sensorData
 * @property {string} uid
 * @property {string} apiKey the farm's key, or the sensor's own key; it is never sent and never printed
 * @property {string} [store] a folder, in which each sensor gets its own folder; without it readings wait in memory
 * @property {number} [capacity] how many readings may wait
 * @property {number} [timeoutMs] for one whole request
 * @property {string} [version] name and number of your program, which requests state instead of this client's; "" for none
 * @property {import("./interval.mjs").IntervalSettings} [interval] lets the owners change the interval within bounds
 * @property {(line: string) => void} [report] takes a line for people; the default prints to standard error
 * @property {() => number} [clock] Unix milliseconds
 * @property {() => number} [uptime] milliseconds since the system's start, which never jump
 * @property {string} [boot] names that start
 * @property {() => number} [jitter] from 0 to 1
 * @property {typeof exchange} [exchange] sends one request
 * @property {import("./store.mjs").Files} [files] those of the disk
 *
 * @typedef {import("./store.mjs").Reading} Reading
 * @typedef {Reading & {time: {timestamp: number}}} DatedReading
 */

/**
 * Returns the header `X-Signature` of a request.
 * @param {string} apiKey @param {string} body as it is sent
 */
export function sign(apiKey, body) {
  return `sha256=${createHmac("sha256", apiKey).update(body).digest("hex")}`;
}

/** Sends the readings of one sensor: `add` them, then call `poll` again and again, or `flush`. */
export class SensorClient {
  /** Results so far. These and `waiting` add up to all readings that were added, or found in the store. */
  counts = {
    /** Confirmed by the backend. */
    stored: 0,
    /** Refused individually, for example because they are too old for the backend. */
    refused: 0,
    /** Dropped for newer ones, because the store was full. */
    overflowed: 0,
  };

  /** @type {Required<Omit<Settings, "store" | "interval">>} */
  #settings;
  /** @type {Interval | undefined} */
  #interval;
  /** @type {URL} */
  #url;
  #store;
  #clock;
  #failures = 0;
  #refusals = 0;
  #quietUntilMs = -Infinity;
  #batchSize = MAX_BATCH;
  /** Whether a reading was added since the last batch of fresh readings. */
  #hasNew;
  /** Whether the backend has refused the time of the previous request. */
  #isStale = false;
  /** Readings dropped since the last success. */
  #dropped = 0;
  /** Readings stored since an outage began, and the oldest's time. @type {{stored: number, oldest: number} | undefined} */
  #outage;
  /** Names of the values left out of the last reading, joined. */
  #leftOut = "";

  /** @param {Settings} settings @throws {TypeError} for a URL that must not get readings, a wrong version or interval */
  constructor({ store, interval, ...settings }) {
    this.#settings = {
      capacity: DEFAULT_CAPACITY,
      timeoutMs: ATTEMPT_MS,
      version: `greenhouse-node ${VERSION}`,
      report: (line) => void process.stderr.write(`${line}\n`),
      clock: Date.now,
      uptime: () => systemUptime() * 1000,
      boot: bootId(),
      jitter: Math.random,
      exchange,
      files: fs,
      ...settings,
    };
    // A text that is not a URL fails the check below.
    this.#url = new URL(URL.canParse(settings.url) ? settings.url : "about:blank");
    const { protocol, hostname } = this.#url;
    if (protocol !== "https:" && !(protocol === "http:" && LOCAL.test(hostname))) {
      throw new TypeError("the URL must begin with https:// (http:// in the local network)");
    }
    const { uid, capacity, version, report, clock, uptime, boot, files } = this.#settings;
    if (version !== "" && !VERSION_TEXT.test(version)) {
      throw new TypeError("the version must have up to 32 visible ASCII characters");
    }
    if (interval !== undefined) this.#interval = new Interval(interval);
    const folder = store === undefined ? undefined : join(store, folderOf(uid));
    this.#store = new Store(folder, capacity, report, files);
    this.#clock = new Clock(clock, uptime, boot, this.#store.readClock());
    this.#hasNew = this.waiting > 0;
    if (this.waiting > 0) this.#outage = { stored: 0, oldest: Infinity };
    while (this.waiting > capacity) this.#dropOldest();
  }

  /** The number of readings that wait for the backend's confirmation. */
  get waiting() {
    return this.#store.size;
  }

  /** Whether the waiting readings survive the end of this process: false without a store, or if it cannot be used. */
  get isOnDisk() {
    return this.#store.isOnDisk;
  }

  /** The seconds between two readings that now count; undefined without the setting `interval`. */
  get intervalSeconds() {
    return this.#interval?.seconds;
  }

  /**
   * Takes a reading of this moment: numbers by any names, such as `{ temperature: 21.5, co2: 612 }`. It is in the store
   * when this returns. Values that are not a finite number, as broken sensors give them, are left out.
   * @param {Readonly<Record<string, unknown>>} measurements
   * @param {{signOfLife?: boolean}} [options] with signOfLife a reading without values is sent, too
   * @returns {string[]} the names of the values that were left out; they are reported when they change
   * @throws {TypeError} for an invalid name, or a reading without values
   * @throws {RangeError} if no value is left
   */
  add(measurements, { signOfLife = false } = {}) {
    const { values, leftOut } = split(measurements);
    const reason = leftOut.map(notANumber).join("; ");
    if (Object.keys(values).length === 0 && !signOfLife) {
      if (reason !== "") throw new RangeError(`no value is left: ${reason}`);
      throw new TypeError("a reading without values needs signOfLife: true");
    }
    while (this.waiting > 0 && this.waiting >= this.#settings.capacity) this.#dropOldest();
    this.#store.add({ values, time: this.#clock.stamp() });
    this.#hasNew = true;
    const names = leftOut.map(([name]) => name);
    const isReported = names.length === 0 || this.#leftOut === names.join();
    if (!isReported) this.#settings.report(`left out of a reading: ${reason}`);
    this.#leftOut = names.join();
    return names;
  }

  /**
   * Sends at most one batch, if it is due. Wait for it before calling it again.
   * @returns {Promise<number | undefined>} the milliseconds until the next call; undefined if nothing waits
   */
  async poll() {
    const { uptime } = this.#settings;
    if (this.waiting > 0 && uptime() >= this.#quietUntilMs) {
      await this.#attempt();
      if (this.#isStale) await this.#attempt();
    }
    return this.waiting === 0 ? undefined : Math.max(0, this.#quietUntilMs - uptime());
  }

  /**
   * Polls until nothing waits.
   * @param {{withinMs?: number}} [options] stops if the next attempt would be later than that
   */
  async flush({ withinMs = Infinity } = {}) {
    const { uptime } = this.#settings;
    const deadline = uptime() + withinMs;
    let wait = await this.poll();
    while (wait !== undefined && uptime() + wait <= deadline) {
      await setTimeout(wait);
      wait = await this.poll();
    }
  }

  async #attempt() {
    if (this.#clock.isSure || (await this.#askForTime())) await this.#send(this.#nextBatch());
  }

  /** Asks the backend for the time. Returns whether it has answered. */
  async #askForTime() {
    const answer = await this.#exchange("GET", {}, "");
    if (answer === undefined) return false;
    const { status, headers, tookMs } = answer;
    const date = parseDate(headers.date);
    if (status !== 405 || date === undefined) {
      this.#tryLater(`no answer (${status} is not the backend's time)`, headers["retry-after"]);
      return false;
    }
    this.#compareClock(date, tookMs);
    return true;
  }

  /** @param {number} date @param {number} tookMs */
  #compareClock(date, tookMs) {
    const compared = this.#clock.compare(date, tookMs);
    if (compared === undefined) return;
    this.#store.writeClock(compared.checked);
    const seconds = Math.round(compared.wasOffMs / 1000);
    if (seconds === 0) return;
    this.#settings.report(`the clock was ${seconds} s off: corrected by the backend's time`);
  }

  /**
   * Returns the readings of the last five minutes if one of them is new, otherwise the oldest. Readings ahead of the
   * backend's time come last.
   * @returns {readonly DatedReading[]}
   */
  #nextBatch() {
    const readings = this.#dateReadings();
    const now = this.#clock.now();
    readings.sort(byTime);
    const fresh = readings.filter(({ time }) => Math.abs(now - time.timestamp) <= FRESH_MS);
    return this.#hasNew && fresh.length > 0
      ? fresh.slice(-this.#batchSize)
      : readings.slice(0, this.#batchSize);
  }

  /** Returns all waiting readings with their dates. The store has these dates before a reading is sent. */
  #dateReadings() {
    /** @type {DatedReading[]} */
    const dated = [];
    /** @type {Reading[]} */
    const changed = [];
    for (const reading of this.#store.readings) {
      const { time } = reading;
      if (!("timestamp" in time)) {
        reading.time = { timestamp: this.#clock.date(time) };
        changed.push(reading);
      }
      dated.push(/** @type {DatedReading} */ (reading));
    }
    if (changed.length > 0) this.#store.update(changed);
    return dated;
  }

  /** @param {readonly DatedReading[]} batch */
  async #send(batch) {
    this.#store.closePage();
    // A reading that is added while this batch is being sent is new.
    const hadNew = this.#hasNew;
    this.#hasNew = false;
    const answer = await this.#post(batch);
    const content = answer?.status === 200 ? objectIn(answer.text) : undefined;
    const refused = content && refusedIn(content, batch.length);
    if (content !== undefined && refused !== undefined) {
      this.#interval?.hear(content);
      this.#settle(batch, refused);
      const date = parseDate(answer?.headers.date);
      if (date !== undefined) this.#compareClock(date, answer?.tookMs ?? 0);
      return;
    }
    this.#hasNew ||= hadNew;
    if (answer !== undefined) this.#goOnAfter(answer, batch.length);
  }

  /** @param {readonly DatedReading[]} batch */
  #post(batch) {
    const { uid, apiKey, version } = this.#settings;
    const readings = batch.map(({ time, values }) => ({ ...time, ...values }));
    // How this board is now: waiting readings do not contain it.
    const { intervalSeconds } = this;
    const board = { ...(version !== "" && { version }), intervalSeconds };
    const body = JSON.stringify({ uid, timestamp: this.#clock.now(), ...board, readings });
    const headers = { "Content-Type": "application/json", "X-Signature": sign(apiKey, body) };
    return this.#exchange("POST", headers, body);
  }

  /**
   * Sends a request. Returns undefined without an answer, and reports why.
   * @param {"GET" | "POST"} method @param {Readonly<Record<string, string>>} headers @param {string} body
   */
  async #exchange(method, headers, body) {
    const { timeoutMs, uptime } = this.#settings;
    const begunAtMs = uptime();
    try {
      const answer = await this.#settings.exchange(method, this.#url, headers, body, timeoutMs);
      return { ...answer, tookMs: uptime() - begunAtMs };
    } catch (error) {
      // The text of a network error names hosts and numbers, never the request.
      const reason = singleLine(error instanceof Error ? error.message || error.name : "?");
      this.#tryLater(`no answer (${reason})`, undefined);
      return undefined;
    }
  }

  /** @param {readonly DatedReading[]} batch @param {ReadonlyMap<number, string>} refused by their index */
  #settle(batch, refused) {
    this.#failures = 0;
    this.#refusals = 0;
    this.#isStale = false;
    /** @type {Map<string, number>} */
    const reasons = new Map();
    const lastStored = batch.findLastIndex((_, index) => !refused.has(index));
    /** Why early readings are kept. @type {string | undefined} */
    let early;
    batch.forEach((reading, index) => {
      const reason = refused.get(index);
      if (index > lastStored && reason?.startsWith(EARLY)) {
        early = reason;
        return;
      }
      // The reading may have been dropped while it was being sent.
      if (!this.#store.delete(reading)) return;
      if (reason !== undefined) {
        this.counts.refused += 1;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        return;
      }
      this.counts.stored += 1;
      if (this.#outage === undefined) return;
      this.#outage.stored += 1;
      this.#outage.oldest = Math.min(this.#outage.oldest, reading.time.timestamp);
    });
    for (const [reason, count] of reasons) {
      this.#settings.report(`refused ${readings(count)}: ${reason}`);
    }
    this.#reportOutage();
    if (this.waiting === 0) this.#batchSize = MAX_BATCH;
    else if (early !== undefined) this.#waitFor(FIRST_REFUSAL_WAIT_MS, early);
  }

  #reportOutage() {
    const { report } = this.#settings;
    if (this.#dropped > 0) {
      const oldest =
        this.#dropped === 1 ? "oldest reading was" : `${this.#dropped} oldest readings were`;
      report(`the store was full: the ${oldest} dropped`);
      this.#dropped = 0;
    }
    if (this.#outage === undefined || this.waiting > 0) return;
    const { stored, oldest } = this.#outage;
    this.#outage = undefined;
    if (stored === 0) return;
    const time = new Date(oldest).toISOString().replace("T", " ").slice(0, 16);
    const today = new Date(this.#clock.now()).toISOString().slice(0, 10);
    report(`stored ${readings(stored)}, the oldest from ${time.replace(`${today} `, "")} (UTC)`);
  }

  /**
   * Chooses the next step after an answer that settles no reading.
   * @param {import("./exchange.mjs").Answer} answer
   * @param {number} sent
   */
  #goOnAfter({ status, headers, text }, sent) {
    const error = errorOf(text);
    const reason = `${status} ${error || "not the backend's answer"}`;
    if (status === 408 || status === 429 || status < 400 || status >= 500) {
      this.#tryLater(reason, headers["retry-after"]);
    } else if (status === 413 && sent > 1) {
      this.#batchSize = Math.floor(sent / 2);
    } else if (status === 401 && mayBeStale(headers) && !this.#isStale) {
      this.#isStale = true;
      this.#clock.doubt();
    } else {
      const doubled = FIRST_REFUSAL_WAIT_MS * 2 ** Math.min(this.#refusals, 16);
      this.#refusals += 1;
      this.#waitFor(Math.min(doubled, MAX_REFUSAL_WAIT_MS), reason);
    }
  }

  /** @param {string} reason @param {string | undefined} retryAfter */
  #tryLater(reason, retryAfter) {
    const backOff = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 16));
    this.#failures += 1;
    const jittered = backOff * (0.5 + this.#settings.jitter() / 2);
    this.#waitFor(Math.max(jittered, this.#readRetryAfter(retryAfter)), reason);
  }

  /** @param {number} wait @param {string} reason */
  #waitFor(wait, reason) {
    const { uptime, report } = this.#settings;
    this.#quietUntilMs = uptime() + wait;
    this.#isStale = false;
    this.#outage ??= { stored: 0, oldest: Infinity };
    report(`${reason}: trying again in ${Math.ceil(wait / 1000)} s, ${this.waiting} waiting`);
  }

  /** Returns the milliseconds of a header with seconds or a date. @param {string | undefined} header */
  #readRetryAfter(header) {
    if (header === undefined) return 0;
    const seconds = Number(header);
    const until = Number.isNaN(seconds) ? parseDate(header) : this.#clock.now() + seconds * 1000;
    const wait = (until ?? 0) - this.#clock.now();
    return Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
  }

  #dropOldest() {
    const { capacity, report } = this.#settings;
    const [oldest] = this.#store.readings;
    if (oldest === undefined) return;
    this.#store.delete(oldest);
    this.counts.overflowed += 1;
    this.#dropped += 1;
    if (this.#dropped > 1) return;
    report(`the store is full (${readings(capacity)}): the oldest are dropped`);
  }
}

/** Returns a name for this start of the system; without one, for this process. */
function bootId() {
  try {
    return fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return randomUUID();
  }
}

/** Returns the name of a sensor's folder. @param {string} uid */
function folderOf(uid) {
  return createHash("sha256").update(uid).digest("hex").slice(0, 32);
}

/** Splits measurements into finite numbers and other values. @param {Readonly<Record<string, unknown>>} measurements */
function split(measurements) {
  /** @type {Record<string, number>} */
  const values = {};
  /** @type {[string, unknown][]} */
  const leftOut = [];
  for (const [name, value] of Object.entries(measurements)) {
    if (!isName(name)) {
      throw new TypeError(`invalid measurement name ${JSON.stringify(name)}: ${NAMES}`);
    }
    if (typeof value === "number" && Number.isFinite(value)) values[name] = value;
    else leftOut.push([name, value]);
  }
  return { values, leftOut };
}

/** @param {[string, unknown]} measurement */
function notANumber([name, value]) {
  return `${name} must be a finite number, not ${singleLine(inspect(value, { breakLength: Infinity }))}`;
}

/** @param {DatedReading} a @param {DatedReading} b */
function byTime(a, b) {
  return a.time.timestamp - b.time.timestamp;
}

/** @param {number} count */
function readings(count) {
  return count === 1 ? "1 reading" : `${count} readings`;
}

/** Returns the JSON object or list in a text. @param {string} text */
function objectIn(text) {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? value : undefined;
}

/**
 * Returns the errors of the refused readings by their index; undefined if this is not the backend's answer.
 * @param {object} answer @param {number} sent @returns {ReadonlyMap<number, string> | undefined}
 */
function refusedIn(answer, sent) {
  if (!("success" in answer && "stored" in answer && "refused" in answer)) return undefined;
  if (answer.success !== true || !Array.isArray(answer.refused)) return undefined;
  /** @type {Map<number, string>} */
  const refused = new Map();
  for (const entry of /** @type {readonly unknown[]} */ (answer.refused)) {
    if (typeof entry !== "object" || entry === null) return undefined;
    if (!("index" in entry && "status" in entry && "error" in entry)) return undefined;
    const { index, status, error } = entry;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= sent) {
      return undefined;
    }
    refused.set(index, singleLine(`${String(status)} ${String(error)}`));
  }
  return answer.stored === sent - refused.size ? refused : undefined;
}

/**
 * Returns whether a 401 may be about the clock. An older backend sends no code.
 * @param {import("node:http").IncomingHttpHeaders} headers
 */
function mayBeStale({ "error-code": code }) {
  return code === undefined || code === STALE;
}

/**
 * Returns the error text of an answer; empty without one, for example from a proxy or a captive portal.
 * @param {string} text
 */
function errorOf(text) {
  const answer = objectIn(text);
  if (answer === undefined) return "";
  return "error" in answer && typeof answer.error === "string" ? singleLine(answer.error) : "";
}
