/**
 * Implements what docs/outputs.md promises of a board and its output. The model explores this
 * reference, and the clients are compared with it. Its pin is on only while an order is valid by
 * the board's own clock, or by its fallback.
 */

import {
  MAX_AGO_MS,
  MAX_FALLBACK_MS,
  MAX_LOCAL_MS,
  OFF_HOLDS_MS,
} from "@greenhouse/domain/outputs/limits";
import { type OutputAnswer } from "@greenhouse/domain/outputs/answer";
import { type Reported } from "@greenhouse/domain/outputs/model";

/**
 * What survives a restart. Stored before the pin is switched on, as if the pin stayed on until the
 * end.
 */
export interface Kept {
  /** The day of the count: whole days since 1970, UTC, as the server reports it. */
  readonly day: number;
  /** How long the pin was on in that day, in milliseconds. */
  readonly usedMs: number;
  /** The part of `usedMs` that may belong to the next day: the time since the last answer. */
  readonly sinceMs: number;
  /** The day's limit. */
  readonly maxOnMs: number;
}

export interface Board extends Reported {
  /** When value or reason last changed. */
  readonly changedAt: number;
  /**
   * When the pin goes off, by the board's clock in milliseconds; without meaning while the pin is
   * off.
   */
  readonly endsAt: number;
  readonly endsBy: "lease" | "limit";
  /** The on-time is counted up to this moment. */
  readonly countedAt: number;
  /** When the last valid answer arrived. */
  readonly heardAt: number;
  /** The fallback stays off until then, because somebody ordered off, or may have. */
  readonly offUntil: number;
  /** The same for off at the board. No order to switch off shortens it. */
  readonly pressedOffUntil: number;
  /** The values up to `countedAt`. */
  readonly now: Kept;
  readonly kept: Kept;
}

/** Until a board has received a limit, its pin stays off. */
const NOTHING: Kept = { day: 0, usedMs: 0, sinceMs: 0, maxOnMs: 0 };

/** Starts a board. A restart loses everything except the kept values. The clock begins at 0. */
export function start(kept: Kept = NOTHING): Board {
  return {
    value: 0,
    version: 0,
    reason: "start",
    changedAt: 0,
    endsAt: 0,
    endsBy: "lease",
    countedAt: 0,
    heardAt: -Infinity,
    // The board has forgotten its orders, and one of them may be off.
    offUntil: OFF_HOLDS_MS,
    pressedOffUntil: 0,
    now: kept,
    kept,
  };
}

/** Returns the board's report of its output. */
export function report({ value, version, reason, changedAt }: Board, clock: number): Reported {
  const agoMs = Math.floor(clock - changedAt);
  return { value, version, reason, ...(agoMs <= MAX_AGO_MS && { agoMs }) };
}

/** Stores the values; returns false if that failed. */
type Keep = (kept: Kept) => boolean;

/**
 * Counts the on-time, and switches the pin off if its time is over. Call it at `endsAt` at the
 * latest.
 */
export function advance(board: Board, clock: number, keep: Keep): Board {
  const counted = count(board, clock);
  return counted.value > 0 && clock >= counted.endsAt
    ? switchOff(counted, counted.endsBy, clock, keep)
    : counted;
}

/**
 * Takes an answer.
 * @param answer undefined: the answer has outputs, but not this one; "unreadable": the answer
 * cannot be understood
 * @param sentAt when its request was sent, by the board's clock
 */
export function take(
  before: Board,
  answer: OutputAnswer | undefined | "unreadable",
  sentAt: number,
  clock: number,
  keep: Keep,
): Board {
  const board = advance(before, clock, keep);
  // This request was sent before a newer answer arrived, so a reordered answer never sets the board
  // back.
  if (sentAt < board.heardAt) return board;
  const updated = { ...board, heardAt: clock };
  // It may have been an order to switch off.
  const held = { ...updated, offUntil: clock + OFF_HOLDS_MS };
  if (answer === "unreadable") return switchOff(held, "fault", clock, keep);
  if (answer === undefined) return forgetLimit(switchOff(updated, "start", clock, keep), keep);
  const { version, value, forMs } = answer;
  const counted = hear(updated, answer, sentAt, clock);
  // A setting at the board applies until somebody orders again, within the limit.
  if (board.reason === "local" && version === board.version) {
    if (board.value === 0) return counted;
    return switchTo(counted, board.value, "local", board.endsAt, clock, keep);
  }
  const isOff = value === 0 && version > 0;
  const offUntil = isOff ? endOfOff(board, answer, sentAt, clock) : clock;
  const isNewOn = value > 0 && version !== board.version;
  const pressedOffUntil = isNewOn ? clock : board.pressedOffUntil;
  const heard = { ...counted, version, offUntil, pressedOffUntil };
  const until = sentAt + forMs;
  const holds = clock < (isOff ? offUntil : until);
  if (!holds && board.reason === "fallback") {
    return switchTo(heard, board.value, "fallback", board.endsAt, clock, keep);
  }
  return switchTo(heard, value, "order", until, clock, keep);
}

/** Returns until when an order to switch off keeps the fallback off. */
function endOfOff(
  board: Board,
  { version, offForMs }: OutputAnswer,
  sentAt: number,
  clock: number,
): number {
  if (offForMs !== undefined) return sentAt + Math.min(offForMs, OFF_HOLDS_MS);
  // An older backend does not say who ordered it, and when. It may be a person, now.
  return version === board.version ? board.offUntil : clock + OFF_HOLDS_MS;
}

/** Somebody at the board switches the output. @param forMs for how long */
export function setLocally(
  before: Board,
  value: number,
  forMs: number,
  clock: number,
  keep: Keep,
): Board {
  const board = advance(before, clock, keep);
  const endsAt = clock + Math.min(forMs, MAX_LOCAL_MS);
  const isOff = value === 0;
  const offUntil = isOff ? board.offUntil : clock;
  const pressedOffUntil = isOff ? clock + OFF_HOLDS_MS : clock;
  return switchTo({ ...board, offUntil, pressedOffUntil }, value, "local", endsAt, clock, keep);
}

/**
 * The board's program says what its own sensors ask for. It acts while no order holds, and for `MAX_FALLBACK_MS`.
 * @param value undefined: a sensor has failed
 */
export function fallBack(
  before: Board,
  value: number | undefined,
  clock: number,
  keep: Keep,
): Board {
  const board = advance(before, clock, keep);
  const isOn = board.value > 0;
  if (isOn && board.reason !== "fallback") return board;
  if (value === undefined || value === 0) {
    return isOn ? switchOff(board, "lease", clock, keep) : keepLimit(board, keep);
  }
  // Without a limit, the output is not defined, or the board has never heard of it.
  const offUntil = Math.max(board.offUntil, board.pressedOffUntil);
  if (clock < offUntil || board.now.maxOnMs === 0) return keepLimit(board, keep);
  return switchTo(board, value, "fallback", clock + MAX_FALLBACK_MS, clock, keep);
}

/**
 * On a new day, only the on-time since the last answer counts: that answer came on the day before.
 */
function hear(board: Board, { day, maxOnMs }: OutputAnswer, sentAt: number, clock: number): Board {
  const { now } = board;
  const isNewDay = day > now.day;
  const usedMs = isNewDay ? now.sinceMs : now.usedMs;
  const sinceMs = Math.min(now.sinceMs, clock - sentAt);
  return { ...board, now: { day: isNewDay ? day : now.day, usedMs, sinceMs, maxOnMs } };
}

/** An output that is not defined has no limit, so that it stays off, also after a restart. */
function forgetLimit(board: Board, keep: Keep): Board {
  return keepLimit({ ...board, now: { ...board.now, maxOnMs: 0 } }, keep);
}

/** The fallback needs the limit after a restart, even if the output was never on. */
function keepLimit(board: Board, keep: Keep): Board {
  const isKept = board.now.maxOnMs === board.kept.maxOnMs;
  return isKept || !keep(board.now) ? board : { ...board, kept: board.now };
}

function switchTo(
  board: Board,
  value: number,
  reason: "order" | "local" | "fallback",
  until: number,
  clock: number,
  keep: Keep,
): Board {
  if (value === 0) return switchOff(board, reason, clock, keep);
  if (clock >= until) return switchOff(board, "lease", clock, keep);
  const { now } = board;
  const leftMs = now.maxOnMs - now.usedMs;
  if (leftMs <= 0) return switchOff(board, "limit", clock, keep);
  const endsAt = Math.min(until, clock + leftMs);
  const forMs = endsAt - clock;
  const kept = { ...now, usedMs: now.usedMs + forMs, sinceMs: now.sinceMs + forMs };
  if (!keep(kept)) return switchOff(board, "fault", clock, keep);
  const endsBy = endsAt === until ? "lease" : "limit";
  const changedAt = changeOf(board, value, reason, clock);
  return { ...board, value, reason, changedAt, endsAt, endsBy, countedAt: clock, kept };
}

function switchOff(board: Board, reason: Reported["reason"], clock: number, keep: Keep): Board {
  const wasOff = board.value === 0 && (board.reason === "limit" || board.reason === "local");
  // The reason why it went off tells more than that the order has ended.
  if (wasOff && reason === "lease") return board;
  const off = { ...board, value: 0, reason, changedAt: changeOf(board, 0, reason, clock) };
  return board.value > 0 && keep(board.now) ? { ...off, kept: board.now } : off;
}

/** A new version on its own is not a change. */
function changeOf(board: Board, value: number, reason: Reported["reason"], clock: number): number {
  return value === board.value && reason === board.reason ? board.changedAt : clock;
}

function count(board: Board, clock: number): Board {
  if (board.value === 0) return board;
  const { now, countedAt } = board;
  const forMs = clock - countedAt;
  const counted = { ...now, usedMs: now.usedMs + forMs, sinceMs: now.sinceMs + forMs };
  return { ...board, countedAt: clock, now: counted };
}
