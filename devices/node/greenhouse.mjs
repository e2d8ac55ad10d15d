/**
 * Sends the readings of one sensor to the greenhouse backend, signed. Node 18.17 or newer, nothing else: copy this
 * file, clock.mjs, exchange.mjs and store.mjs. Readings wait in a folder, or in memory, until the backend confirms
 * them; each one that is dropped is counted and reported.
 */

import { createHash, createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { uptime as systemUptime } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { Clock } from "./clock.mjs";
import { exchange, singleLine, parseDate, parseJson } from "./exchange.mjs";
import { isName, Store } from "./store.mjs";

/** The backend shows readings of at most this age as the newest. */
const FRESH_MS = 300_000;
/** How long one request may take: connection, request and the whole answer. */
const ATTEMPT_MS = 15_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const MAX_RETRY_AFTER_MS = 600_000;
/** After a refusal whose cause a person has to correct. */
const FIRST_REFUSAL_WAIT_MS = 60_000;
const MAX_REFUSAL_WAIT_MS = 600_000;
const MAX_BATCH = 100;
const DEFAULT_CAPACITY = 10_000;
/**
 * The status of a reading that is ahead of the backend's time. It is kept, because the backend may learn that its own
 * clock is behind, unless it is followed by one that was stored: then its time is wrong.
 */
const EARLY = "425 ";
/** The code with status 401 where the clock of this machine is wrong. */
const STALE = "timestamp-out-of-range";
const NAMES =
  "a measurement's name is a small letter, then up to 31 letters and digits, such as soilMoisture; uid, timestamp and the like are taken";
const LOCAL =
  /^(localhost|.+\.local|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\])$/;

/**
 * @typedef {object} Settings
 * @property {string} url that of /sensorData
 * @property {string} uid
 * @property {string} apiKey the farm's key, or the sensor's own; it is never sent and never printed
 * @property {string} [store] a folder, in which the sensor gets a folder of its own; in memory without it
 * @property {number} [capacity] how many readings can wait
 * @property {number} [timeoutMs] for one whole request
 * @property {(line: string) => void} [report] takes a line for a person; standard error
 * @property {() => number} [clock] Unix milliseconds
 * @property {() => number} [uptime] milliseconds since the system's start, which never jump
 * @property {string} [boot] names that start
 * @property {() => number} [jitter] from 0 to 1
 *
 * @typedef {import("./store.mjs").Reading} Reading
 * @typedef {Reading & {time: {timestamp: number}}} DatedReading
 */

/**
 * The header `X-Signature` of a request.
 * @param {string} apiKey @param {string} body as it is sent
 */
export function sign(apiKey, body) {
  return `sha256=${createHmac("sha256", apiKey).update(body).digest("hex")}`;
}

/** Sends the readings of one sensor: `add` them, then call `poll` again and again, or `flush`. */
export class SensorClient {
  /** What became of the readings. The sum of these and of `waiting` is what was added, and found in the store. */
  counts = {
    /** Confirmed by the backend. */
    stored: 0,
    /** Each by itself: too old for the backend, … */
    refused: 0,
    /** Dropped for newer ones, because the store was full. */
    overflowed: 0,
  };

  /** @type {Required<Omit<Settings, "store">>} */
  #settings;
  /** @type {URL} */
  #url;
  #store;
  #clock;
  #failures = 0;
  #refusals = 0;
  #quietUntil = -Infinity;
  #batchSize = MAX_BATCH;
  /** Whether a reading has come since the last batch of fresh ones. */
  #hasNew;
  /** Whether the backend has refused the time of the request before. */
  #isStale = false;
  /** Dropped since the last success. */
  #dropped = 0;
  /** What was stored since an outage began. @type {{stored: number, oldest: number} | undefined} */
  #outage;
  /** Names of the last reading, in one text. */
  #leftOut = "";

  /** @param {Settings} settings @throws {TypeError} at a URL that no reading should be sent to */
  constructor({ store, ...settings }) {
    this.#settings = {
      capacity: DEFAULT_CAPACITY,
      timeoutMs: ATTEMPT_MS,
      report: (line) => void process.stderr.write(`${line}\n`),
      clock: Date.now,
      uptime: () => systemUptime() * 1000,
      boot: bootId(),
      jitter: Math.random,
      ...settings,
    };
    // Text that is no URL fails the check below.
    this.#url = new URL(URL.canParse(settings.url) ? settings.url : "about:blank");
    const { protocol, hostname } = this.#url;
    if (protocol !== "https:" && !(protocol === "http:" && LOCAL.test(hostname))) {
      throw new TypeError("the URL must begin with https:// (http:// in the local network)");
    }
    const { uid, capacity, report, clock, uptime, boot } = this.#settings;
    const folder = store === undefined ? undefined : join(store, folderOf(uid));
    this.#store = new Store(folder, capacity, report);
    this.#clock = new Clock(clock, uptime, boot, this.#store.readClock());
    this.#hasNew = this.waiting > 0;
    if (this.waiting > 0) this.#outage = { stored: 0, oldest: Infinity };
    while (this.waiting > capacity) this.#dropOldest();
  }

  /** How many readings wait for their confirmation. */
  get waiting() {
    return this.#store.size;
  }

  /** Whether those outlive this process: false without a store, or where it cannot be used. */
  get isOnDisk() {
    return this.#store.isOnDisk;
  }

  /**
   * Takes a reading of this moment: numbers by any names, such as `{ temperature: 21.5, co2: 612 }`. It is in the store
   * when this returns.
   * A value that is no finite number, as broken sensors give it, is left out; the others count.
   * @param {Readonly<Record<string, unknown>>} measurements
   * @param {{signOfLife?: boolean}} [options] with signOfLife a reading without values is sent too
   * @returns {string[]} the names of the values that were left out; they are reported when they change
   * @throws {TypeError} for what is no name, and a reading without values
   * @throws {RangeError} where no value is left
   */
  add(measurements, { signOfLife = false } = {}) {
    const { values, leftOut } = split(measurements);
    const why = leftOut.map(notANumber).join("; ");
    if (Object.keys(values).length === 0 && !signOfLife) {
      if (why !== "") throw new RangeError(`no value is left: ${why}`);
      throw new TypeError("a reading without values is sent with signOfLife: true only");
    }
    while (this.waiting > 0 && this.waiting >= this.#settings.capacity) this.#dropOldest();
    this.#store.add({ values, time: this.#clock.stamp() });
    this.#hasNew = true;
    const names = leftOut.map(([name]) => name);
    const isReported = names.length === 0 || this.#leftOut === names.join();
    if (!isReported) this.#settings.report(`left out of a reading: ${why}`);
    this.#leftOut = names.join();
    return names;
  }

  /**
   * Sends at most one batch, if it is due. Wait for it before calling it again.
   * @returns {Promise<number | undefined>} after how many milliseconds to call again; undefined when nothing waits
   */
  async poll() {
    const { uptime } = this.#settings;
    if (this.waiting > 0 && uptime() >= this.#quietUntil) {
      await this.#attempt();
      if (this.#isStale) await this.#attempt();
    }
    return this.waiting === 0 ? undefined : Math.max(0, this.#quietUntil - uptime());
  }

  /**
   * Polls until nothing waits any more.
   * @param {{withinMs?: number}} [options] ends when the next attempt would be later than that
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

  /** Whether the time is the backend's. */
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
    this.#settings.report(`the clock was ${seconds} s off: corrected by the backend's`);
  }

  /**
   * Those at most five minutes old after each new one, else the oldest; last what is ahead of the backend's time.
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

  /** All that wait. The store has their dates before any of them is sent. */
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
    // A reading that comes while this batch is under way is new.
    const hadNew = this.#hasNew;
    this.#hasNew = false;
    const answer = await this.#post(batch);
    const refused = answer?.status === 200 ? refusedIn(answer.text, batch.length) : undefined;
    if (refused !== undefined) {
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
    const { uid, apiKey } = this.#settings;
    const readings = batch.map(({ time, values }) => ({ ...time, ...values }));
    const body = JSON.stringify({ uid, timestamp: this.#clock.now(), readings });
    const headers = { "Content-Type": "application/json", "X-Signature": sign(apiKey, body) };
    return this.#exchange("POST", headers, body);
  }

  /**
   * Undefined without an answer, which is then reported.
   * @param {"GET" | "POST"} method @param {Readonly<Record<string, string>>} headers @param {string} body
   */
  async #exchange(method, headers, body) {
    const { timeoutMs, uptime } = this.#settings;
    const begunAt = uptime();
    try {
      const answer = await exchange(method, this.#url, headers, body, timeoutMs);
      return { ...answer, tookMs: uptime() - begunAt };
    } catch (error) {
      // The text of an error of the network names hosts and numbers, never what was sent.
      const why = singleLine(error instanceof Error ? error.message || error.name : "?");
      this.#tryLater(`no answer (${why})`, undefined);
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
    /** Why some are kept. @type {string | undefined} */
    let early;
    batch.forEach((reading, index) => {
      const reason = refused.get(index);
      if (index > lastStored && reason?.startsWith(EARLY)) {
        early = reason;
        return;
      }
      // It may have been dropped while it was under way.
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
      const were = this.#dropped === 1 ? "was" : "were";
      report(`${readings(this.#dropped)} ${were} dropped, the oldest: the store was full`);
      this.#dropped = 0;
    }
    if (this.#outage === undefined || this.waiting > 0) return;
    const { stored, oldest } = this.#outage;
    this.#outage = undefined;
    if (stored === 0) return;
    const time = new Date(oldest).toISOString().replace("T", " ").slice(0, 16);
    const today = new Date(this.#clock.now()).toISOString().slice(0, 10);
    report(`stored ${readings(stored)}, the oldest of ${time.replace(`${today} `, "")} (UTC)`);
  }

  /**
   * What follows from an answer that settles nothing.
   * @param {import("./exchange.mjs").Answer} answer
   * @param {number} sent
   */
  #goOnAfter({ status, headers, text }, sent) {
    const error = errorOf(text);
    const why = `${status} ${error || "not the backend's answer"}`;
    if (status === 408 || status === 429 || status < 400 || status >= 500) {
      this.#tryLater(why, headers["retry-after"]);
    } else if (status === 413 && sent > 1) {
      this.#batchSize = Math.floor(sent / 2);
    } else if (status === 401 && mayBeStale(headers) && !this.#isStale) {
      this.#isStale = true;
      this.#clock.doubt();
    } else {
      const doubled = FIRST_REFUSAL_WAIT_MS * 2 ** Math.min(this.#refusals, 16);
      this.#refusals += 1;
      this.#waitFor(Math.min(doubled, MAX_REFUSAL_WAIT_MS), why);
    }
  }

  /** @param {string} why @param {string | undefined} retryAfter */
  #tryLater(why, retryAfter) {
    const backOff = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 16));
    this.#failures += 1;
    const jittered = backOff * (0.5 + this.#settings.jitter() / 2);
    this.#waitFor(Math.max(jittered, this.#readRetryAfter(retryAfter)), why);
  }

  /** @param {number} wait @param {string} why */
  #waitFor(wait, why) {
    const { uptime, report } = this.#settings;
    this.#quietUntil = uptime() + wait;
    this.#isStale = false;
    this.#outage ??= { stored: 0, oldest: Infinity };
    report(`${why}: trying again in ${Math.ceil(wait / 1000)} s, ${this.waiting} waiting`);
  }

  /** Milliseconds; the header holds seconds or a date. @param {string | undefined} header */
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

/** Names this start of the system; where it has no name, this process. */
function bootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return randomUUID();
  }
}

/** The folder of one sensor. @param {string} uid */
function folderOf(uid) {
  return createHash("sha256").update(uid).digest("hex").slice(0, 32);
}

/** Those with a number, and the others. @param {Readonly<Record<string, unknown>>} measurements */
function split(measurements) {
  /** @type {Record<string, number>} */
  const values = {};
  /** @type {[string, unknown][]} */
  const leftOut = [];
  for (const [name, value] of Object.entries(measurements)) {
    if (!isName(name)) {
      throw new TypeError(`no measurement can be named ${JSON.stringify(name)}: ${NAMES}`);
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

/**
 * The errors of the readings that the backend did not take, by their index; undefined where it is not its answer.
 * @param {string} text @param {number} sent @returns {ReadonlyMap<number, string> | undefined}
 */
function refusedIn(text, sent) {
  const answer = parseJson(text);
  if (typeof answer !== "object" || answer === null) return undefined;
  if (!("success" in answer && "stored" in answer && "refused" in answer)) return undefined;
  if (answer.success !== true || !Array.isArray(answer.refused)) return undefined;
  /** @type {Map<number, string>} */
  const refused = new Map();
  for (const each of /** @type {readonly unknown[]} */ (answer.refused)) {
    if (typeof each !== "object" || each === null) return undefined;
    if (!("index" in each && "status" in each && "error" in each)) return undefined;
    const { index, status, error } = each;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= sent) {
      return undefined;
    }
    refused.set(index, singleLine(`${String(status)} ${String(error)}`));
  }
  return answer.stored === sent - refused.size ? refused : undefined;
}

/**
 * Returns whether a 401 may be about the clock. An older backend names no code.
 * @param {import("node:http").IncomingHttpHeaders} headers
 */
function mayBeStale({ "error-code": code }) {
  return code === undefined || code === STALE;
}

/**
 * The error text of an answer; empty where it has none, as a proxy's or a captive portal's.
 * @param {string} text
 */
function errorOf(text) {
  const answer = parseJson(text);
  if (typeof answer !== "object" || answer === null) return "";
  return "error" in answer && typeof answer.error === "string" ? singleLine(answer.error) : "";
}
