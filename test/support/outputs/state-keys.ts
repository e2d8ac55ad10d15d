/**
 * Makes the keys of the model's states. States with the same key have the same future. Times are relative to now. What no
 * longer matters is left out. So is the time since which an output has its present state: only `agoMs` depends on it,
 * which the traces compare. Equal boards may change places, and so may messages.
 */

import { OUTPUT_REASONS } from "@greenhouse/domain/outputs/model";
import { OFF_HOLDS_MS } from "@greenhouse/domain/outputs/limits";
import { PLAN_AUTHOR } from "@greenhouse/domain/outputs/plans/model";
import type { Kept } from "../../../tools/cli/src/simulation/reference-board";
import { BUDGETS, TICK_MS } from "./model";
import type { Bounds, Message, State, Station } from "./model";

/** A number from -100 to 155 becomes a byte. */
const OFFSET = 100;
/** In minutes. Earlier times are the same. */
const EARLIEST = -90;
/** Stand for a time. */
const [NONE, MEANINGLESS] = [99, 98] as const;
/** Stands for the reason of a board, which only its report depends on. */
const ANY_REASON = 9;
const MESSAGE_BYTES = 14;

export class StateKeys {
  readonly #bytes = Buffer.alloc(1_024);
  #length = 0;
  #nowMs = 0;

  constructor(private readonly bounds: Pick<Bounds, "reports">) {}

  of({ nowMs, stations, left }: State): string {
    this.#nowMs = nowMs;
    this.#add(nowMs / TICK_MS);
    for (const name of BUDGETS) this.#add(left[name]);
    const shared = stations.length === 1 ? "" : this.#take();
    const own = stations.map((station) => {
      this.#addStation(station, left);
      return this.#take();
    });
    return own.length === 1 ? own[0]! : shared + own.sort().join("");
  }

  #take(): string {
    const text = this.#bytes.toString("latin1", 0, this.#length);
    this.#length = 0;
    return text;
  }

  /** Adds a number without its fraction: only boards with a planted bug have parts of minutes. */
  #add(number: number): void {
    const byte = Math.floor(number + OFFSET);
    if ((byte & 0xff) !== byte) throw new RangeError(`${number} does not fit into a byte`);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  #addTime(ms: number | undefined): void {
    const minutes = ms === undefined ? NONE : (ms - this.#nowMs) / TICK_MS;
    this.#add(minutes < EARLIEST ? EARLIEST : minutes);
  }

  /** Adds a time that no longer matters when it is over. */
  #addEnd(ms: number): void {
    this.#add(ms > this.#nowMs ? (ms - this.#nowMs) / TICK_MS : 0);
  }

  #addFlag(value: boolean): void {
    this.#add(value ? 1 : 0);
  }

  #addStation(station: Station, left: State["left"]): void {
    const { board, bootedMs, messages, state } = station;
    const mayFallBack = left.fallBacks > 0 || board.reason === "fallback";
    this.#addBoard(station);
    this.#addKept(board.now);
    if (left.crashes > 0) this.#addKept(board.kept);
    this.#addOrder(station, mayFallBack);
    this.#addFlag(state !== undefined);
    if (state !== undefined) {
      this.#addTime(state.at);
      this.#addTime(state.sentMs);
      this.#add(state.version);
    }
    this.#addEnd(station.mayUntilMs);
    if (mayFallBack) {
      this.#addEnd(station.wantedUntilMs);
      this.#addEnd(station.offUntilMs);
      this.#addEnd(station.pressedOffUntilMs);
      this.#addEnd(station.unknownUntilMs);
      this.#addEnd(board.offUntil + bootedMs);
      this.#addEnd(board.pressedOffUntil + bootedMs);
    }
    const isReported = state !== undefined || messages.some((m) => m.report.reason !== "start");
    this.#addFlag(station.saidMs === this.#nowMs);
    this.#addFlag(station.isDefinedHere);
    this.#add(station.heard);
    this.#add(isReported ? station.heardEver : 0);
    this.#add(station.onMsToday / TICK_MS);
    this.#add(station.skewMs / TICK_MS);
    this.#addFlag(station.sentMs === this.#nowMs);
    this.#add(messages.length);
    const start = this.#length;
    for (const message of messages) this.#addMessage(message, station, mayFallBack);
    this.#sortMessages(start);
  }

  #addBoard({ board, bootedMs }: Station): void {
    const { reason } = board;
    const isOn = board.value > 0;
    const isReasonSeen = this.bounds.reports || reason === "local" || reason === "fallback";
    this.#add(board.version);
    this.#add(isReasonSeen ? OUTPUT_REASONS.indexOf(reason) : ANY_REASON);
    if (isOn) {
      this.#addTime(board.endsAt + bootedMs);
      this.#addTime(board.countedAt + bootedMs);
    } else {
      this.#add(MEANINGLESS);
      this.#add(MEANINGLESS);
    }
    this.#addFlag(board.endsBy === "limit" && isOn);
  }

  #addKept({ day, usedMs, sinceMs, maxOnMs }: Kept): void {
    this.#add(day);
    this.#add(usedMs / TICK_MS);
    this.#add(sinceMs / TICK_MS);
    this.#add(maxOnMs / TICK_MS);
  }

  #addOrder({ order, isDefined }: Station, mayFallBack: boolean): void {
    this.#addFlag(isDefined);
    // The versions of orders begin at 1.
    this.#add(order?.version ?? 0);
    if (order === undefined) return;
    this.#add(order.value);
    this.#addEnd(order.until ?? 0);
    const isPersonsOff = order.value === 0 && order.by !== PLAN_AUTHOR;
    if (mayFallBack) this.#addEnd(isPersonsOff ? order.at + OFF_HOLDS_MS : 0);
  }

  /** Adds the same number of bytes for each message. */
  #addMessage(message: Message, { boot }: Station, mayFallBack: boolean): void {
    const { answer, arrivedMs, report } = message;
    const isOfThisBoot = message.boot === boot;
    const isOnItsWay = arrivedMs === undefined;
    const isAnswer = typeof answer === "object";
    this.#addFlag(isOfThisBoot);
    this.#addFlag(isOfThisBoot && message.isLate);
    this.#addTime(message.sentMs);
    this.#addTime(arrivedMs);
    this.#addTime(isOnItsWay ? message.at : undefined);
    this.#add(isOnItsWay ? report.value : 0);
    this.#add(isOnItsWay ? report.version : 0);
    this.#add(isOnItsWay ? OUTPUT_REASONS.indexOf(report.reason) : 0);
    this.#add(answer === undefined ? 0 : isAnswer ? 2 : 1);
    this.#add(isAnswer ? answer.value : 0);
    this.#add(isAnswer ? answer.version : 0);
    this.#add(isAnswer ? answer.forMs / TICK_MS : 0);
    this.#add(isAnswer ? answer.day : 0);
    const offForMs = isAnswer ? (answer.offForMs ?? -TICK_MS) : -TICK_MS;
    this.#add(mayFallBack ? offForMs / TICK_MS : 0);
  }

  /** Sorts the messages from this byte on, of which there are few. */
  #sortMessages(start: number): void {
    for (let end = start + MESSAGE_BYTES; end < this.#length; end += MESSAGE_BYTES) {
      for (let at = end; at > start; at -= MESSAGE_BYTES) {
        if (!this.#swapWithPrevious(at)) break;
      }
    }
  }

  /** Lets the message at this byte and the one before it change places; returns false if they are in order. */
  #swapWithPrevious(at: number): boolean {
    const bytes = this.#bytes;
    const before = at - MESSAGE_BYTES;
    let place = 0;
    while (place < MESSAGE_BYTES && bytes[before + place] === bytes[at + place]) place += 1;
    if (place === MESSAGE_BYTES || bytes[before + place]! < bytes[at + place]!) return false;
    for (; place < MESSAGE_BYTES; place += 1) {
      const byte = bytes[at + place]!;
      bytes[at + place] = bytes[before + place]!;
      bytes[before + place] = byte;
    }
    return true;
  }
}
