/**
 * The waiting readings on the disk: a folder of pages, which are files of up to 100 lines of JSON, one line per reading.
 * A line is on the disk before `add` returns. A page is deleted when none of its readings waits. So readings confirmed
 * shortly before a crash are sent again, and the backend stores them once. Without a folder, and while it cannot be
 * written, the readings are only in memory.
 */

import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { parseJson } from "./exchange.mjs";

const NAME = /^[a-z][A-Za-z0-9]{0,31}$/;
/** Other fields of requests and stored readings. */
const RESERVED = [
  "uid",
  "farmId",
  "timestamp",
  "signature",
  "apiKey",
  "readings",
  "outputs",
  "sensorName",
  "sensorType",
  "updatedAt",
];
const MAX_PAGE_LENGTH = 100;
/** A larger file is not a page. */
const MAX_PAGE_BYTES = 1_000_000;
const PAGE = /^(\d{12})-[0-9a-f]{8}\.ndjson$/;
/** An unfinished copy of a page or of the clock's file, left by a killed process. */
const HALF = /^(\d{12}-[0-9a-f]{8}\.ndjson|clock\.json)\.new$/;
const CLOCK = "clock.json";
const LOCK = "lock";
/** A lock that is still empty after this time was left by a power cut. */
const WRITTEN_MS = 10_000;
/** States of a process that has ended, but whose parent has not asked for its exit code (proc(5)). */
const HAS_ENDED = /^[ZXx]$/;
/** The largest milliseconds that a `Date` can hold. */
const LAST_TIME = 8.64e15;

/**
 * @typedef {object} Reading
 * @property {Record<string, number>} values
 * @property {{timestamp: number} | import("./clock.mjs").UndatedTime} time
 *
 * @typedef {"fsyncSync" | "ftruncateSync" | "renameSync" | "rmSync" | "writeFileSync"} Changing
 * @typedef {"closeSync" | "fstatSync" | "mkdirSync" | "openSync" | "readdirSync" | "readFileSync" | "statSync"} Opening
 * @typedef {Pick<typeof fs, Changing | Opening>} Files
 *
 * @typedef {object} Page
 * @property {string} name names sort by age
 * @property {Set<Reading>} readings that wait
 * @property {number} lines
 * @property {boolean} isOnDisk with all of its readings
 */

/** Returns whether a measurement may have this name. A new quantity needs no new client. @param {string} text */
export function isName(text) {
  return NAME.test(text) && !RESERVED.includes(text);
}

export class Store {
  #folder;
  #files;
  #pageLength;
  #report;
  /** @type {Set<Page>} */
  #pages = new Set();
  /** @type {Map<Reading, Page>} */
  #waiting = new Map();
  /** The page for the next reading. @type {Page | undefined} */
  #open;
  #lastNumber = 0;
  #isBroken = false;
  /** Whether this process has locked the folder. */
  #isOwn = false;
  /** Part of the names of this process's pages. */
  #owner = randomBytes(4).toString("hex");

  /**
   * @param {string | undefined} folder
   * @param {number} capacity in readings
   * @param {(line: string) => void} report
   * @param {Files} [files] those of the disk
   */
  constructor(folder, capacity, report, files = fs) {
    this.#folder = folder;
    this.#files = files;
    // After a restart the dropped readings of a remaining page come back. Small pages keep their number small.
    this.#pageLength = Math.max(1, Math.min(MAX_PAGE_LENGTH, Math.floor(capacity / 8)));
    this.#report = report;
    this.#try(() => undefined);
  }

  /** The waiting readings, in the order in which they were added. */
  get readings() {
    return this.#waiting.keys();
  }

  get size() {
    return this.#waiting.size;
  }

  /** Whether the waiting readings are on the disk. */
  get isOnDisk() {
    return this.#folder !== undefined && !this.#isBroken;
  }

  /** Adds a reading. It is on the disk when this returns, if the disk can be written. @param {Reading} reading */
  add(reading) {
    let page = this.#open;
    if (page === undefined || page.lines >= this.#pageLength) {
      const number = String(this.#lastNumber + 1).padStart(12, "0");
      page = this.#addPage(`${number}-${this.#owner}.ndjson`);
    }
    this.#open = page;
    this.#put(reading, page);
    page.isOnDisk = false;
    if (this.#isBroken) this.#saveAll();
    else this.#try((folder) => append(this.#files, folder, page, reading));
  }

  /** Writes readings that have got their date. @param {readonly Reading[]} readings */
  update(readings) {
    for (const reading of readings) {
      const page = this.#waiting.get(reading);
      if (page !== undefined) page.isOnDisk = false;
    }
    this.#saveAll();
  }

  /** Makes the next reading begin a new page. */
  closePage() {
    this.#open = undefined;
  }

  /** Removes a reading. @param {Reading} reading @returns {boolean} whether it was waiting */
  delete(reading) {
    const page = this.#waiting.get(reading);
    if (page === undefined) return false;
    this.#waiting.delete(reading);
    page.readings.delete(reading);
    if (page.readings.size > 0) return true;
    this.#pages.delete(page);
    if (this.#open === page) this.#open = undefined;
    this.#try((folder) => this.#files.rmSync(join(folder, page.name), { force: true }));
    return true;
  }

  /** @returns {import("./clock.mjs").Checked | undefined} */
  readClock() {
    if (this.#folder === undefined) return undefined;
    try {
      const kept = parseJson(this.#files.readFileSync(join(this.#folder, CLOCK), "utf8"));
      if (!isRecord(kept)) return undefined;
      const { boot, offset, correction } = kept;
      const isKnown = typeof boot === "string" && isTime(offset) && isTime(correction);
      return isKnown ? { boot, offset, correction } : undefined;
    } catch {
      return undefined; // Without the file the client asks the backend.
    }
  }

  /** @param {import("./clock.mjs").Checked} checked */
  writeClock(checked) {
    this.#try((folder) => write(this.#files, folder, CLOCK, `${JSON.stringify(checked)}\n`));
  }

  /** @param {string} folder */
  #load(folder) {
    const foreign = this.#files
      .readdirSync(folder)
      .sort()
      .filter((name) => {
        if (PAGE.test(name)) return !this.#loadPage(folder, name);
        if (HALF.test(name)) this.#files.rmSync(join(folder, name), { force: true });
        return !HALF.test(name) && name !== CLOCK && !name.startsWith(LOCK);
      });
    if (foreign.length === 0) return;
    const examples = foreign.slice(0, 3).join(", ");
    this.#report(`${foreign.length} other files in ${folder} are not touched: ${examples}`);
  }

  /** @param {string} folder @param {string} name @returns {boolean} whether the file is a readable page */
  #loadPage(folder, name) {
    const path = join(folder, name);
    /** @type {string[]} */
    let lines;
    try {
      if (this.#files.statSync(path).size > MAX_PAGE_BYTES) return false;
      lines = this.#files.readFileSync(path, "utf8").split("\n");
    } catch {
      return false;
    }
    // The text after the last line break is empty, or an incomplete line.
    lines.pop();
    const readings = lines.flatMap((line) => parseReading(line) ?? []);
    const damaged = lines.length - readings.length;
    if (damaged > 0 && readings.length === 0) return false;
    if (damaged > 0) this.#report(`${path} is damaged: ${damaged} of its lines are not readings`);
    const page = this.#addPage(name);
    page.isOnDisk = true;
    for (const reading of readings) this.#put(reading, page);
    if (readings.length === 0) {
      this.#pages.delete(page);
      this.#files.rmSync(path);
    }
    return true;
  }

  /** @param {string} name */
  #addPage(name) {
    this.#lastNumber = Math.max(this.#lastNumber, Number(name.slice(0, 12)));
    /** @type {Page} */
    const page = { name, readings: new Set(), lines: 0, isOnDisk: false };
    this.#pages.add(page);
    return page;
  }

  /** @param {Reading} reading @param {Page} page */
  #put(reading, page) {
    page.readings.add(reading);
    page.lines += 1;
    this.#waiting.set(reading, page);
  }

  /** Writes all pages that differ from the disk. */
  #saveAll() {
    this.#try((folder) => {
      for (const page of this.#pages) {
        if (page.isOnDisk) continue;
        write(this.#files, folder, page.name, Array.from(page.readings, lineOf).join(""));
        page.isOnDisk = true;
      }
      if (this.#isBroken) this.#report("the store can be written again");
      this.#isBroken = false;
    });
  }

  /** Runs an action on the folder, and reports the first failure. @param {(folder: string) => void} action */
  #try(action) {
    if (this.#folder === undefined) return;
    try {
      this.#files.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!this.#isOwn) {
        lock(this.#files, this.#folder);
        this.#load(this.#folder);
        this.#isOwn = true;
      }
      action(this.#folder);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!this.#isBroken) {
        this.#report(`the store cannot be used (${reason}): readings stay in memory until it can`);
      }
      this.#isBroken = true;
    }
  }
}

/** Locks the folder for this process. @param {Files} files @param {string} folder @throws {Error} while another process uses it */
function lock(files, folder) {
  const path = join(folder, LOCK);
  const own = identify(files, process.pid);
  for (;;) {
    try {
      files.writeFileSync(path, own, { flag: "wx", mode: 0o600 });
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    const holder = readIfThere(files, path);
    if (holder === own) return;
    if (holder !== undefined && isAtWork(files, holder, path))
      throw new Error("another process uses it");
    // Several processes may find the lock of a killed process. One moves it away. A newer lock is moved back.
    const moved = `${path}.${randomBytes(4).toString("hex")}`;
    try {
      files.renameSync(path, moved);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      continue;
    }
    if (readIfThere(files, moved) === holder) files.rmSync(moved);
    else files.renameSync(moved, path);
  }
}

/** @param {Files} files @param {string} path @returns {string | undefined} */
function readIfThere(files, path) {
  try {
    return files.readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** @param {Files} files @param {string} holder as from `identify`; empty while it is being written @param {string} path of the lock */
function isAtWork(files, holder, path) {
  if (holder === "") return Date.now() - files.statSync(path).mtimeMs < WRITTEN_MS;
  const pid = Number.parseInt(holder, 10);
  if (!(pid > 0) || identify(files, pid) !== holder) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user exists, but does not accept signals.
    return codeOf(error) === "EPERM";
  }
}

/** Tells a process from a later process with the same number, if the system has `/proc`. @param {Files} files @param {number} pid */
function identify(files, pid) {
  try {
    const boot = files.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The fields after the name, which may contain anything. The first is the state, the 20th the start (proc(5)).
    const fields =
      files.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return HAS_ENDED.test(fields[0] ?? "") ? `${pid} has ended` : `${pid} ${boot} ${fields[19]}`;
  } catch {
    return String(pid);
  }
}

/** @param {Files} files @param {string} folder @param {Page} page @param {Reading} reading */
function append(files, folder, page, reading) {
  const isNew = page.lines === 1;
  const file = files.openSync(join(folder, page.name), "a", 0o600);
  try {
    const { size } = files.fstatSync(file);
    try {
      files.writeFileSync(file, lineOf(reading));
      files.fsyncSync(file);
    } catch (error) {
      files.ftruncateSync(file, size);
      throw error;
    }
  } finally {
    files.closeSync(file);
  }
  page.isOnDisk = true;
  if (isNew) syncFolder(files, folder);
}

/** Writes the whole file, or leaves the old file. @param {Files} files @param {string} folder @param {string} name @param {string} text */
function write(files, folder, name, text) {
  const path = join(folder, name);
  const file = files.openSync(`${path}.new`, "w", 0o600);
  try {
    files.writeFileSync(file, text);
    files.fsyncSync(file);
  } finally {
    files.closeSync(file);
  }
  files.renameSync(`${path}.new`, path);
  syncFolder(files, folder);
}

/** Writes the names of the folder's files to the disk. @param {Files} files @param {string} folder */
function syncFolder(files, folder) {
  if (process.platform === "win32") return; // Windows cannot open folders.
  const opened = files.openSync(folder, "r");
  try {
    files.fsyncSync(opened);
  } finally {
    files.closeSync(opened);
  }
}

/** @param {Reading} reading */
function lineOf({ time, values }) {
  return `${JSON.stringify({ ...time, values })}\n`;
}

/** @param {string} line @returns {Reading | undefined} undefined if the line is not a reading */
function parseReading(line) {
  const record = parseJson(line);
  if (!isRecord(record)) return undefined;
  // Earlier versions had only four names, and stored the values beside the time.
  const { timestamp, uptime, boot, clock, values: own, ...beside } = record;
  const values = own ?? beside;
  if (!isMeasured(values)) return undefined;
  if (isTime(timestamp)) return { values, time: { timestamp } };
  if (!isTime(uptime) || !isTime(clock) || typeof boot !== "string") return undefined;
  return { values, time: { uptime, boot, clock } };
}

/** @param {unknown} values @returns {values is Record<string, number>} */
function isMeasured(values) {
  if (!isRecord(values)) return false;
  return Object.entries(values).every(([name, value]) => isName(name) && Number.isFinite(value));
}

/** @param {unknown} value @returns {value is number} */
function isTime(value) {
  return typeof value === "number" && Math.abs(value) <= LAST_TIME;
}

/** @param {unknown} value @returns {value is Readonly<Record<string, unknown>>} */
function isRecord(value) {
  return typeof value === "object" && value !== null;
}
