/**
 * Outputs from the person who orders to the pin, as an explicit-state model: every order of events within small bounds is
 * explored. Time goes by in ticks of a minute. A message that is never delivered needs no event of its own, and whoever
 * is cut off from the network is one whose messages are never delivered.
 */

import { answerFor, type OutputAnswer } from "@greenhouse/domain/outputs/answer";
import {
  OUTPUT_REASONS,
  type Order,
  type Output,
  type Reported,
} from "@greenhouse/domain/outputs/model";
import * as board from "../../../tools/cli/src/simulation/reference-board";
import type { Board, Kept } from "../../../tools/cli/src/simulation/reference-board";

export const TICK_MS = 60_000;

export interface Bounds {
  readonly boards: number;
  readonly ticks: number;
  readonly ticksADay: number;
  readonly leaseTicks: number;
  readonly maxOnTicks: number;
  /** How long what is ordered holds. */
  readonly orderTicks: readonly number[];
  /** How often each of these happens, of all boards together. */
  readonly orders: number;
  readonly crashes: number;
  readonly duplicates: number;
  readonly failedWrites: number;
  readonly clockJumps: number;
  /** An answer that nobody can read, whoever it is from. */
  readonly unreadables: number;
  /** Minutes in which no timer rings. That is outside of what is promised, but all time on must count. */
  readonly lateTimers: number;
  /** Somebody at the board switches it on for a minute, or off. */
  readonly presses: number;
  /** Messages on their way, of one board. */
  readonly inFlight: number;
  /** Whether orders may be read later than the request arrived, instead of in that moment. */
  readonly readsLater: boolean;
  /**
   * Whether what boards report is explored, too. Nothing follows from it but what people are shown, so that without it the
   * pins are explored as exactly, and further.
   */
  readonly reports: boolean;
}

/** What can be put in the place of the real thing, to see that the model catches it. */
export interface Parts {
  readonly start: (kept: Kept | undefined) => Board;
  readonly advance: typeof board.advance;
  readonly take: typeof board.take;
  readonly setLocally: typeof board.setLocally;
  readonly answer: typeof answerFor;
  /** Whether a report may replace a stored state. */
  readonly mayReplace: (stored: number, at: number) => boolean;
}

export const REAL: Parts = {
  start: board.start,
  advance: board.advance,
  take: board.take,
  setLocally: board.setLocally,
  answer: answerFor,
  mayReplace: (stored, at) => at >= stored,
};

/** A request, before and after it has arrived at the functions, and its answer. */
interface Message {
  readonly boot: number;
  /** By the board's clock, and by the real one. */
  readonly sentAt: number;
  readonly sentMs: number;
  /** By the board's idea of the time of day. */
  readonly at: number;
  readonly report: Reported;
  readonly arrivedMs: number | undefined;
  /** Whether the board heard another answer after it sent this: by a real clock, later. */
  readonly isLate: boolean;
  /** "undefined": that the output is not. */
  readonly answer: OutputAnswer | "undefined" | undefined;
}

interface One {
  readonly board: Board;
  readonly boot: number;
  readonly bootedMs: number;
  /** How far its idea of the time of day is ahead. */
  readonly skewMs: number;
  readonly messages: readonly Message[];
  /** When it sent the newest: one a minute. */
  readonly sentMs: number;
  readonly order: Order | undefined;
  readonly isDefined: boolean;
  readonly state: (Reported & { readonly at: number; readonly sentMs: number }) | undefined;
  /** What nobody knows, but what must hold: until when what this board heard lets it be on, by the real time. */
  readonly mayUntilMs: number;
  /** Which version that was, and the newest that it ever heard. */
  readonly heard: number;
  readonly heardEver: number;
  readonly onMsToday: number;
}

const BUDGETS = [
  "orders",
  "crashes",
  "duplicates",
  "failedWrites",
  "clockJumps",
  "unreadables",
  "lateTimers",
  "presses",
] as const;
type Budget = (typeof BUDGETS)[number];

export interface State {
  readonly nowMs: number;
  readonly ones: readonly One[];
  readonly left: Readonly<Record<Budget, number>>;
}

/** What happens at a board, as its client could be told; `sent` is when the request was sent, by the board's clock. */
export type Step =
  | { readonly op: "send" | "restart" }
  /** `isLate`: no timer rings meanwhile, and the program does not come round. */
  | { readonly op: "wait"; readonly ms: number; readonly isLate?: boolean }
  | { readonly op: "press"; readonly value: number; readonly ms: number }
  | {
      readonly op: "hear";
      readonly sent: number;
      /** null: the answer names outputs, but not this one. */
      readonly answer: OutputAnswer | null | "unreadable";
      /** Whether what is to be kept can be. */
      readonly keeps: boolean;
    };

export interface Event {
  readonly what: string;
  readonly next: State;
  /** Undefined where nothing happens at a board. */
  readonly step?: Step | undefined;
  /** What does not hold of it, whatever comes after it. */
  readonly fault?: string | undefined;
}

const outputOf = ({ leaseTicks, maxOnTicks }: Bounds): Output => ({
  name: "Valve",
  kind: "switch",
  leaseSeconds: (leaseTicks * TICK_MS) / 1_000,
  maxOnSeconds: (maxOnTicks * TICK_MS) / 1_000,
  viewersMay: false,
});

const UNREPORTED = board.start();

export class Model {
  constructor(
    readonly bounds: Bounds,
    readonly parts: Parts = REAL,
  ) {}

  initial(): State {
    const one: One = {
      board: this.parts.start(undefined),
      boot: 0,
      bootedMs: 0,
      skewMs: 0,
      messages: [],
      sentMs: -1,
      order: undefined,
      isDefined: true,
      state: undefined,
      mayUntilMs: 0,
      heard: 0,
      heardEver: 0,
      onMsToday: 0,
    };
    return {
      nowMs: 0,
      ones: Array.from({ length: this.bounds.boards }, () => one),
      left: this.bounds,
    };
  }

  /** Everything that can happen next. */
  *events(state: State): Generator<Event> {
    for (const [index, one] of state.ones.entries()) {
      const become: Become = (what, changed, { uses, step, fault } = {}) => ({
        what: `board ${index}: ${what}`,
        step,
        fault,
        next: {
          ...state,
          ones: state.ones.with(index, { ...one, ...changed }),
          left: uses === undefined ? state.left : { ...state.left, [uses]: state.left[uses] - 1 },
        },
      });
      yield* this.#orders(state, one, become);
      yield* this.#messages(state, one, become);
      yield* this.#presses(state, one, become);
      if (state.left.crashes > 0 && state.nowMs > one.bootedMs) {
        const started = this.parts.start(one.board.kept);
        const booted = { board: started, boot: one.boot + 1, bootedMs: state.nowMs };
        // Connections end with the board; a request may still arrive.
        const { reports } = this.bounds;
        const messages = one.messages.filter(({ answer }) => reports && answer === undefined);
        const forgotten = { mayUntilMs: 0, heard: 0, skewMs: 0 };
        const uses = { uses: "crashes", step: { op: "restart" } } as const;
        yield become("restarts", { ...booted, messages, ...forgotten }, uses);
      }
      if (state.left.clockJumps > 0) {
        for (const skewMs of [-TICK_MS, TICK_MS]) {
          yield become(
            `clock jumps by ${skewMs}`,
            { skewMs: one.skewMs + skewMs },
            { uses: "clockJumps" },
          );
        }
      }
    }
    if (state.nowMs < this.bounds.ticks * TICK_MS) {
      const step = { op: "wait", ms: TICK_MS } as const;
      const before = this.bounds.lateTimers > 0 ? this.#ring(state) : state;
      yield { what: "a minute goes by", next: this.#ring(this.#tick(before)), step };
      if (state.left.lateTimers > 0) yield this.#lateMinute(state);
    }
  }

  *#orders({ nowMs, left }: State, one: One, become: Become): Generator<Event> {
    if (left.orders === 0) return;
    if (!one.isDefined) {
      const anew = { isDefined: true, order: undefined };
      yield become("is defined again", anew, { uses: "orders" });
      return;
    }
    const version = (one.order?.version ?? 0) + 1;
    const by = { by: "olga", at: nowMs };
    for (const ticks of this.bounds.orderTicks) {
      const until = nowMs + ticks * TICK_MS;
      yield become(
        `on for ${ticks}`,
        { order: { value: 1, version, until, ...by } },
        { uses: "orders" },
      );
    }
    if (one.order === undefined) return;
    yield become(
      "off",
      { order: { value: 0, version, until: undefined, ...by } },
      { uses: "orders" },
    );
    yield become("is not defined any more", { isDefined: false }, { uses: "orders" });
  }

  *#presses({ nowMs, left }: State, one: One, become: Become): Generator<Event> {
    if (left.presses === 0) return;
    for (const value of [0, 1]) {
      const clock = nowMs - one.bootedMs;
      const pressed = this.parts.setLocally(one.board, value, TICK_MS, clock, () => true);
      const mayUntilMs = Math.max(one.mayUntilMs, nowMs + TICK_MS);
      const step = { op: "press", value, ms: TICK_MS } as const;
      yield become(`is set to ${value}`, { board: pressed, mayUntilMs }, { uses: "presses", step });
    }
  }

  *#messages(state: State, one: One, become: Become): Generator<Event> {
    const { nowMs, left } = state;
    const clock = nowMs - one.bootedMs;
    if (one.messages.length < this.bounds.inFlight && one.sentMs < nowMs) {
      // What is over ends before it is told.
      const sender = this.parts.advance(one.board, clock, () => true);
      const { value, version, reason } = this.bounds.reports ? sender : UNREPORTED;
      const times = { sentAt: clock, sentMs: nowMs, at: nowMs + one.skewMs };
      const sent = { boot: one.boot, ...times, report: { value, version, reason } };
      const message = { ...sent, arrivedMs: undefined, isLate: false, answer: undefined };
      yield become(
        "sends",
        { board: sender, messages: [...one.messages, message], sentMs: nowMs },
        { step: { op: "send" } },
      );
    }
    const seen = new Set<string>();
    for (const [place, message] of one.messages.entries()) {
      const key = JSON.stringify(message);
      if (seen.has(key)) continue;
      seen.add(key);
      const others = one.messages.toSpliced(place, 1);
      yield become("a message is lost", { messages: others });
      if (left.duplicates > 0 && one.messages.length <= this.bounds.inFlight) {
        yield become(
          "a message is doubled",
          { messages: [...one.messages, message] },
          { uses: "duplicates" },
        );
      }
      if (left.unreadables > 0 && message.boot === one.boot)
        yield this.#unreadable(one, message, others, nowMs, become);
      if (message.arrivedMs === undefined) {
        const stored = this.bounds.reports ? this.#stored(one, message, nowMs) : undefined;
        const arrived = { ...message, arrivedMs: nowMs };
        const read = this.bounds.readsLater ? arrived : this.#read(one, arrived);
        yield become("a request arrives", { messages: [...others, read], state: stored });
      } else if (message.answer === undefined) {
        if (message.boot !== one.boot) continue;
        yield become("orders are read", { messages: [...others, this.#read(one, message)] });
      } else {
        const { answer: said } = message;
        const sent = sentAtOf(one, message);
        const answer = said === "undefined" ? null : said;
        const heard = said === "undefined" ? undefined : said;
        const hear = (keeps: boolean): Partial<One> =>
          this.#hear(one, message, heard, others, nowMs, () => keeps);
        yield become("hears", hear(true), { step: { op: "hear", sent, answer, keeps: true } });
        if (left.failedWrites === 0) continue;
        const step = { op: "hear", sent, answer, keeps: false } as const;
        yield become("hears, and cannot keep it", hear(false), { uses: "failedWrites", step });
      }
    }
  }

  #read(one: One, message: Message): Message {
    const { arrivedMs = 0 } = message;
    if (message.boot !== one.boot) return message;
    return {
      ...message,
      answer: one.isDefined ? this.#answerOf(one.order, arrivedMs) : "undefined",
    };
  }

  #answerOf(order: Order | undefined, arrivedMs: number): OutputAnswer {
    const day = Math.floor(arrivedMs / TICK_MS / this.bounds.ticksADay);
    return { ...this.parts.answer(outputOf(this.bounds), order, arrivedMs), day };
  }

  #stored(one: One, { at, report, sentMs }: Message, nowMs: number): One["state"] {
    const time = Math.min(at, nowMs);
    const mayReplace = one.state === undefined || this.parts.mayReplace(one.state.at, time);
    return mayReplace ? { ...report, at: time, sentMs } : one.state;
  }

  /** In the place of the answer, or of the request, which a portal may have kept. */
  #unreadable(
    one: One,
    message: Message,
    others: readonly Message[],
    nowMs: number,
    become: Become,
  ): Event {
    const said = "unreadable";
    const changed = this.#hear(one, message, said, others, nowMs, () => true);
    const { value, reason } = changed.board;
    const isFault = value === 0 && reason === "fault";
    const fault = message.isLate || isFault ? undefined : "not off after an unreadable answer";
    const sent = sentAtOf(one, message);
    const step = { op: "hear", sent, answer: said, keeps: true } as const;
    return become("cannot read what it hears", changed, { uses: "unreadables", step, fault });
  }

  #hear(
    one: One,
    message: Message,
    said: OutputAnswer | undefined | "unreadable",
    others: readonly Message[],
    nowMs: number,
    keep: () => boolean,
  ): Partial<One> & Pick<One, "board"> {
    const { isLate, sentMs } = message;
    const clock = nowMs - one.bootedMs;
    const taken = this.parts.take(one.board, said, sentAtOf(one, message), clock, keep);
    const isOrder = said !== undefined && said !== "unreadable";
    const heardEver = Math.max(one.heardEver, isOrder ? said.version : 0);
    if (isLate) return { board: taken, messages: others, heardEver };
    const messages = others.map((each) => ({ ...each, isLate: true }));
    const changed = { board: taken, messages, heardEver };
    if (!isOrder) return { ...changed, mayUntilMs: 0 };
    const { version } = said;
    const leaseMs = this.bounds.leaseTicks * TICK_MS;
    const untilMs = one.order?.version === version ? (one.order.until ?? 0) : Infinity;
    const isHeld = one.board.reason === "local" && version === one.heard;
    const grantMs = isHeld ? one.mayUntilMs : Math.min(untilMs, sentMs + leaseMs);
    return { ...changed, heard: version, mayUntilMs: grantMs };
  }

  /** A minute goes by in which each board does what it does. */
  #tick(state: State): State {
    const nowMs = state.nowMs + TICK_MS;
    const isMidnight = (nowMs / TICK_MS) % this.bounds.ticksADay === 0;
    const ones = state.ones.map((one): One => {
      const wasOnMs = one.board.value > 0 ? TICK_MS : 0;
      return { ...one, onMsToday: isMidnight ? 0 : one.onMsToday + wasOnMs };
    });
    return { ...state, nowMs, ones };
  }

  /** Timers ring that are due. */
  #ring(state: State): State {
    const ones = state.ones.map((one): One => {
      const clock = state.nowMs - one.bootedMs;
      return { ...one, board: this.parts.advance(one.board, clock, () => true) };
    });
    return { ...state, ones };
  }

  #lateMinute(state: State): Event {
    const left = { ...state.left, lateTimers: state.left.lateTimers - 1 };
    const step = { op: "wait", ms: TICK_MS, isLate: true } as const;
    return { what: "a minute goes by without a timer", next: this.#tick({ ...state, left }), step };
  }

  /** What does not hold; undefined: all is well. */
  fault(state: State): string | undefined {
    const isInTime = state.left.lateTimers === this.bounds.lateTimers;
    for (const { board: each, ...one } of state.ones) {
      const isOn = each.value > 0;
      if (isOn && each.version !== one.heard)
        return "on by an order that is not the newest it heard";
      if (isOn && isInTime && state.nowMs >= one.mayUntilMs) return "on without a lease";
      const maxOnMs = this.bounds.maxOnTicks * TICK_MS;
      if (isOn && isInTime && one.onMsToday + TICK_MS > maxOnMs)
        return "on for longer than the day's limit";
      const uncountedMs = isOn ? state.nowMs - one.bootedMs - each.countedAt : 0;
      if (!isInTime && each.now.usedMs + uncountedMs < one.onMsToday)
        return "on for longer than it counts";
      if ((one.state?.version ?? 0) > one.heardEver)
        return "applied, but the board never heard of it";
    }
    return undefined;
  }

  /** What does not hold from one state to the next. */
  faultOf(before: State, after: State): string | undefined {
    const clocksAreRight = after.left.clockJumps === this.bounds.clockJumps;
    for (const [index, { state }] of before.ones.entries()) {
      const next = after.ones[index]?.state;
      if (clocksAreRight && state && next && next.sentMs < state.sentMs)
        return "the shown state goes back";
    }
    return undefined;
  }
}

/** By the board's clock, which tells what came later within a minute. */
function sentAtOf({ board: { heardAt } }: One, { isLate, sentAt }: Message): number {
  return isLate ? Math.min(sentAt, heardAt - 1) : sentAt;
}

type Become = (
  what: string,
  changed: Partial<One>,
  more?: Pick<Event, "step" | "fault"> & { readonly uses?: Budget },
) => Event;

export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  /** What does not hold, and the shortest way there; undefined: all holds everywhere. */
  readonly fault: { readonly what: string; readonly events: readonly string[] } | undefined;
}

/** Explores everything that can happen, the nearest first. */
export function explore(model: Model): Exploration {
  const initial = model.initial();
  const seen = new Set([keyOf(initial, model.bounds.reports)]);
  interface Step {
    readonly state: State;
    readonly what: string;
    readonly from: Step | undefined;
  }
  let layer: Step[] = [{ state: initial, what: "start", from: undefined }];
  let transitions = 0;
  const wayTo = (step: Step | undefined): string[] =>
    step === undefined ? [] : [...wayTo(step.from), step.what];
  while (layer.length > 0) {
    const next: Step[] = [];
    for (const from of layer) {
      for (const { what, next: state, fault: wrong } of model.events(from.state)) {
        transitions += 1;
        const key = keyOf(state, model.bounds.reports);
        if (wrong === undefined && seen.has(key)) continue;
        seen.add(key);
        const step = { state, what, from };
        const fault = wrong ?? model.fault(state) ?? model.faultOf(from.state, state);
        if (fault !== undefined) {
          return { states: seen.size, transitions, fault: { what: fault, events: wayTo(step) } };
        }
        next.push(step);
      }
    }
    layer = next;
  }
  return { states: seen.size, transitions, fault: undefined };
}

/**
 * States with the same key have the same future. Times are told by how long ago they were, and what no longer matters is
 * left out: so is when a board's output became as it is, because nothing but `agoMs` follows from it, which the traces
 * compare. Boards that are alike may change places, and so may messages.
 */
function keyOf({ nowMs, ones, left }: State, reports: boolean): string {
  const at = (timeMs: number | undefined): number =>
    timeMs === undefined ? 99 : Math.max(-90, (timeMs - nowMs) / TICK_MS);
  const ofMessage = (one: One, message: Message): string => {
    const { answer, report } = message;
    const isOfThisBoot = message.boot === one.boot;
    const said =
      answer === undefined || answer === "undefined"
        ? [answer === undefined ? 0 : 1]
        : [2, answer.value, answer.version, answer.forMs / TICK_MS, answer.day];
    const stage =
      message.arrivedMs === undefined
        ? [
            at(message.at),
            at(message.sentMs),
            report.value,
            report.version,
            OUTPUT_REASONS.indexOf(report.reason),
          ]
        : [at(message.sentMs)];
    const isOlder = isOfThisBoot && message.isLate;
    return code([isOfThisBoot ? 1 : 0, isOlder ? 1 : 0, at(message.arrivedMs), ...stage, ...said]);
  };
  const ofOne = (one: One): string => {
    const { board: each, order, state } = one;
    const isOn = each.value > 0;
    const known = [
      each.version,
      reports || each.reason === "local" ? OUTPUT_REASONS.indexOf(each.reason) : 9,
      isOn ? at(each.endsAt + one.bootedMs) : 98,
      isOn ? at(each.countedAt + one.bootedMs) : 98,
      each.endsBy === "limit" && isOn ? 1 : 0,
    ];
    const used = [each.now, ...(left.crashes > 0 ? [each.kept] : [])].flatMap((kept) => [
      kept.day,
      kept.usedMs / TICK_MS,
      kept.sinceMs / TICK_MS,
      kept.maxOnMs / TICK_MS,
    ]);
    const ordered =
      order === undefined ? [0] : [order.value, order.version, Math.max(0, at(order.until ?? 0))];
    const shown = state === undefined ? [0] : [at(state.at), at(state.sentMs), state.version];
    return (
      code([
        ...known,
        ...used,
        ...ordered,
        one.isDefined ? 1 : 0,
        ...shown,
        Math.max(0, at(one.mayUntilMs)),
        one.heard,
        state === undefined && !one.messages.some((m) => m.report.reason !== "start")
          ? 0
          : one.heardEver,
        one.onMsToday / TICK_MS,
        one.skewMs / TICK_MS,
        one.sentMs === nowMs ? 1 : 0,
      ]) +
      one.messages
        .map((message) => ofMessage(one, message))
        .sort()
        .join("|")
    );
  };
  return (
    code([nowMs / TICK_MS, ...BUDGETS.map((name) => left[name])]) + ones.map(ofOne).sort().join("#")
  );
}

function code(numbers: readonly number[]): string {
  return String.fromCharCode(...numbers.map((each) => each + 200));
}
