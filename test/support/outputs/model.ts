/**
 * Models outputs from the person who orders to the pin, as an explicit-state model: it explores
 * every order of events within small bounds. Time passes in ticks of a minute. A message that is
 * never delivered needs no event of its own. The messages of a person without network are simply
 * never delivered.
 */

import { answerFor, type OutputAnswer } from "@greenhouse/domain/outputs/answer";
import type { Order, Output, Reported } from "@greenhouse/domain/outputs/model";
import { MAX_FALLBACK_MS, OFF_HOLDS_MS } from "@greenhouse/domain/outputs/limits";
import { PLAN_AUTHOR } from "@greenhouse/domain/outputs/plans/model";
import * as board from "../../../tools/cli/src/simulation/reference-board";
import type { Board, Kept } from "../../../tools/cli/src/simulation/reference-board";

export const TICK_MS = 60_000;
const HOUR_MS = 60 * TICK_MS;

export interface Bounds {
  readonly boards: number;
  readonly ticks: number;
  readonly ticksADay: number;
  readonly leaseTicks: number;
  readonly maxOnTicks: number;
  /** How long an order may last. */
  readonly orderTicks: readonly number[];
  /** How often each of these events happens, for all boards together. */
  readonly orders: number;
  readonly crashes: number;
  readonly duplicates: number;
  readonly failedWrites: number;
  readonly clockJumps: number;
  /** An answer that nobody can read, whoever sent it. */
  readonly unreadables: number;
  /**
   * Minutes in which no timer rings. Our promises do not cover that, but all time on must be
   * counted.
   */
  readonly lateTimers: number;
  /** Somebody at the board switches the output on for a minute, or off. */
  readonly presses: number;
  /** The board's program says what its sensors ask for. */
  readonly fallBacks: number;
  /** Hours that go by at once, beyond `ticks`. */
  readonly hours: number;
  /** Messages of one board on their way. */
  readonly inFlight: number;
  /** Whether orders may be read some time after the request arrived, not only at that moment. */
  readonly readsLater: boolean;
  /**
   * Whether the boards' reports are explored, too. They only affect what people are shown. So
   * without them the pins are explored just as exactly, and further.
   */
  readonly reports: boolean;
}

/** Small bounds, from which each exploration differs. */
export const BOUNDS: Bounds = {
  boards: 1,
  ticks: 4,
  ticksADay: 3,
  leaseTicks: 2,
  maxOnTicks: 2,
  orderTicks: [1, 3],
  orders: 2,
  crashes: 0,
  duplicates: 0,
  failedWrites: 0,
  clockJumps: 0,
  unreadables: 0,
  lateTimers: 0,
  presses: 0,
  fallBacks: 0,
  hours: 0,
  inFlight: 1,
  readsLater: false,
  reports: false,
};

/** Functions that can be replaced, to see that the model catches the mistake. */
export interface Parts {
  readonly start: (kept: Kept | undefined) => Board;
  readonly advance: typeof board.advance;
  readonly take: typeof board.take;
  readonly setLocally: typeof board.setLocally;
  readonly fallBack: typeof board.fallBack;
  readonly answer: typeof answerFor;
  /** Whether a report may replace a stored state. */
  readonly mayReplace: (stored: number, at: number) => boolean;
}

/** A backend that does not say how long "off" keeps a fallback off. */
export const answerOfOlderBackend: typeof answerFor = (...asked) => {
  const { value, version, forMs, maxOnMs, day } = answerFor(...asked);
  return { value, version, forMs, maxOnMs, day };
};

export const REAL: Parts = {
  start: board.start,
  advance: board.advance,
  take: board.take,
  setLocally: board.setLocally,
  fallBack: board.fallBack,
  answer: answerFor,
  mayReplace: (stored, at) => at >= stored,
};

/** A request, before and after it has arrived at the functions, and its answer. */
export interface Message {
  readonly boot: number;
  /** By the board's clock, and by the real clock. */
  readonly sentAt: number;
  readonly sentMs: number;
  /** By the board's idea of the time of day. */
  readonly at: number;
  readonly report: Reported;
  readonly arrivedMs: number | undefined;
  /** Whether the board received another answer after it sent this request, by a real clock. */
  readonly isLate: boolean;
  /** "undefined": the output is not defined. */
  readonly answer: OutputAnswer | "undefined" | undefined;
}

/** A board with its messages, its order and its stored state. */
export interface Station {
  readonly board: Board;
  readonly boot: number;
  readonly bootedMs: number;
  /** How far the board's idea of the time of day is ahead. */
  readonly skewMs: number;
  readonly messages: readonly Message[];
  /** Time of the newest request: one a minute. */
  readonly sentMs: number;
  readonly order: Order | undefined;
  readonly isDefined: boolean;
  readonly state: (Reported & { readonly at: number; readonly sentMs: number }) | undefined;
  /**
   * Nobody in the model knows this limit, but it must hold: the real time until which the received
   * answers let the output be on.
   */
  readonly mayUntilMs: number;
  /** The same for its fallback: how long its sensors ask for it, and when somebody's "off" allows it again. */
  readonly wantedUntilMs: number;
  readonly offUntilMs: number;
  readonly pressedOffUntilMs: number;
  /** Until then nobody can tell whether somebody ordered off: after a start, or an answer that nobody can read. */
  readonly unknownUntilMs: number;
  /** When its program last said what its sensors ask for: once a minute. */
  readonly saidMs: number;
  /** Whether the last answer that it heard defined the output. It survives a restart, as the limit does. */
  readonly isDefinedHere: boolean;
  /** The version of that order, and the newest version that the board ever received. */
  readonly heard: number;
  readonly heardEver: number;
  readonly onMsToday: number;
}

export const BUDGETS = [
  "orders",
  "crashes",
  "duplicates",
  "failedWrites",
  "clockJumps",
  "unreadables",
  "lateTimers",
  "presses",
  "fallBacks",
  "hours",
] as const;
type Budget = (typeof BUDGETS)[number];

type Budgets = Readonly<Record<Budget, number>>;

export interface State {
  readonly nowMs: number;
  readonly stations: readonly Station[];
  readonly left: Budgets;
}

/**
 * An event at a board, in the form that its client can be tested with; `sent` is when the request
 * was sent, by the board's clock.
 */
export type Step =
  | { readonly op: "send" | "restart" }
  /** `isLate`: no timer rings meanwhile, and the program's loop does not run. */
  | { readonly op: "wait"; readonly ms: number; readonly isLate?: boolean }
  | { readonly op: "press"; readonly value: number; readonly ms: number }
  /** null: a sensor has failed. */
  | { readonly op: "fallBack"; readonly value: number | null }
  | {
      readonly op: "hear";
      readonly sent: number;
      /** null: the answer has outputs, but not this one. */
      readonly answer: OutputAnswer | null | "unreadable";
      /** Whether the board can store what it must keep. */
      readonly keeps: boolean;
    };

export interface Event {
  readonly description: string;
  readonly next: State;
  /** Undefined if nothing happens at a board. */
  readonly step?: Step | undefined;
  /** A rule that this event breaks, whatever comes after it. */
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
    const station: Station = {
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
      wantedUntilMs: 0,
      offUntilMs: 0,
      pressedOffUntilMs: 0,
      unknownUntilMs: OFF_HOLDS_MS,
      saidMs: -1,
      isDefinedHere: false,
      heard: 0,
      heardEver: 0,
      onMsToday: 0,
    };
    return {
      nowMs: 0,
      stations: Array.from({ length: this.bounds.boards }, () => station),
      left: Object.fromEntries(BUDGETS.map((name) => [name, this.bounds[name]])) as Budgets,
    };
  }

  /** Returns all possible next events. */
  events(state: State): readonly Event[] {
    const events: Event[] = [];
    for (const [index, station] of state.stations.entries()) {
      const become: Become = (description, changed, { uses, step, fault } = {}) => {
        const left =
          uses === undefined ? state.left : { ...state.left, [uses]: state.left[uses] - 1 };
        const stations = state.stations.with(index, changed);
        const next = { nowMs: state.nowMs, stations, left };
        events.push({ description: `board ${index}: ${description}`, next, step, fault });
      };
      this.#orders(state, station, become);
      this.#messages(state, station, become);
      this.#presses(state, station, become);
      this.#fallBacks(state, station, become);
      if (state.left.crashes > 0 && state.nowMs > station.bootedMs) {
        const started = this.parts.start(station.board.kept);
        const booted = { board: started, boot: station.boot + 1, bootedMs: state.nowMs };
        // Connections end with the board, but a request may still arrive.
        const { reports } = this.bounds;
        const messages = station.messages.filter(({ answer }) => reports && answer === undefined);
        const forgotten = {
          mayUntilMs: 0,
          wantedUntilMs: 0,
          offUntilMs: 0,
          pressedOffUntilMs: 0,
          unknownUntilMs: state.nowMs + OFF_HOLDS_MS,
          heard: 0,
          skewMs: 0,
        };
        const uses = { uses: "crashes", step: { op: "restart" } } as const;
        become("restarts", { ...station, ...booted, messages, ...forgotten }, uses);
      }
      if (state.left.clockJumps > 0) {
        for (const skewMs of [-TICK_MS, TICK_MS]) {
          const skewed = { ...station, skewMs: station.skewMs + skewMs };
          become(`clock jumps by ${skewMs}`, skewed, { uses: "clockJumps" });
        }
      }
    }
    if (state.left.hours > 0) events.push(this.#hour(state));
    const hours = this.bounds.hours - state.left.hours;
    if (state.nowMs < this.bounds.ticks * TICK_MS + hours * HOUR_MS) {
      const step = { op: "wait", ms: TICK_MS } as const;
      const before = this.bounds.lateTimers > 0 ? this.#ring(state) : state;
      events.push({ description: "a minute goes by", next: this.#ring(this.#tick(before)), step });
      if (state.left.lateTimers > 0) events.push(this.#lateMinute(state));
    }
    return events;
  }

  #orders({ nowMs, left }: State, station: Station, become: Become): void {
    if (left.orders === 0) return;
    const uses = { uses: "orders" } as const;
    if (!station.isDefined) {
      become("is defined again", { ...station, isDefined: true, order: undefined }, uses);
      return;
    }
    const version = (station.order?.version ?? 0) + 1;
    const by = { by: "olga", at: nowMs };
    for (const ticks of this.bounds.orderTicks) {
      const until = nowMs + ticks * TICK_MS;
      const order = { value: 1, version, until, ...by };
      become(`on for ${ticks}`, { ...station, order }, uses);
    }
    if (station.order === undefined) return;
    const off = { value: 0, version, until: undefined, ...by };
    become("off", { ...station, order: off }, uses);
    // Only a fallback tells them apart.
    if (this.bounds.fallBacks > 0)
      become("off by a plan", { ...station, order: { ...off, by: PLAN_AUTHOR } }, uses);
    become("is not defined any more", { ...station, isDefined: false }, uses);
  }

  #presses({ nowMs, left }: State, station: Station, become: Become): void {
    if (left.presses === 0) return;
    for (const value of [0, 1]) {
      const clock = nowMs - station.bootedMs;
      const pressed = this.parts.setLocally(station.board, value, TICK_MS, clock, () => true);
      const mayUntilMs = Math.max(station.mayUntilMs, nowMs + TICK_MS);
      const step = { op: "press", value, ms: TICK_MS } as const;
      const changed = {
        ...station,
        board: pressed,
        mayUntilMs,
        ...(value > 0 && { offUntilMs: 0, unknownUntilMs: 0 }),
        pressedOffUntilMs: value === 0 ? nowMs + OFF_HOLDS_MS : 0,
      };
      become(`is set to ${value}`, changed, { uses: "presses", step });
    }
  }

  #fallBacks({ nowMs, left }: State, station: Station, become: Become): void {
    if (left.fallBacks === 0 || station.saidMs === nowMs) return;
    const clock = nowMs - station.bootedMs;
    for (const value of [0, 1, undefined]) {
      const fallenBack = this.parts.fallBack(station.board, value, clock, () => true);
      const wantedUntilMs = value === 1 ? nowMs + MAX_FALLBACK_MS : 0;
      const step = { op: "fallBack", value: value ?? null } as const;
      const isDenied = value === 1 && fallenBack.value === 0 && fallenBack.reason !== "limit";
      const isFree = fallenBack.now.maxOnMs > 0 && nowMs >= offEndsMs(station);
      const fault = isDenied && isFree ? "off, but its sensor asks for it" : undefined;
      become(
        value === undefined ? "its sensor has failed" : `its sensor asks for ${value}`,
        { ...station, board: fallenBack, wantedUntilMs, saidMs: nowMs },
        { uses: "fallBacks", step, fault },
      );
    }
  }

  #messages(state: State, station: Station, become: Become): void {
    const { nowMs, left } = state;
    const clock = nowMs - station.bootedMs;
    if (station.messages.length < this.bounds.inFlight && station.sentMs < nowMs) {
      // An order that is over ends before the report.
      const sender = this.parts.advance(station.board, clock, () => true);
      const { value, version, reason } = this.bounds.reports ? sender : UNREPORTED;
      const times = { sentAt: clock, sentMs: nowMs, at: nowMs + station.skewMs };
      const sent = { boot: station.boot, ...times, report: { value, version, reason } };
      const message = { ...sent, arrivedMs: undefined, isLate: false, answer: undefined };
      const messages = [...station.messages, message];
      const changed = { ...station, board: sender, messages, sentMs: nowMs };
      become("sends", changed, { step: { op: "send" } });
    }
    const areDoubled = left.duplicates < this.bounds.duplicates;
    for (const message of areDoubled ? distinct(station.messages) : station.messages) {
      const others = station.messages.filter((other) => other !== message);
      become("a message is lost", { ...station, messages: others });
      if (left.duplicates > 0 && station.messages.length <= this.bounds.inFlight) {
        const messages = [...station.messages, { ...message }];
        become("a message is doubled", { ...station, messages }, { uses: "duplicates" });
      }
      if (left.unreadables > 0 && message.boot === station.boot)
        this.#unreadable(station, message, others, nowMs, become);
      if (message.arrivedMs === undefined) {
        const stored = this.bounds.reports ? this.#stored(station, message, nowMs) : undefined;
        const arrived = { ...message, arrivedMs: nowMs };
        const read = this.bounds.readsLater ? arrived : this.#read(station, arrived);
        become("a request arrives", { ...station, messages: [...others, read], state: stored });
      } else if (message.answer === undefined) {
        if (message.boot !== station.boot) continue;
        const messages = [...others, this.#read(station, message)];
        become("orders are read", { ...station, messages });
      } else {
        const { answer: received } = message;
        const sent = sentAtOf(station, message);
        const answer = received === "undefined" ? null : received;
        const heard = received === "undefined" ? undefined : received;
        const hear = (keeps: boolean): Station =>
          this.#hear(station, message, heard, others, nowMs, () => keeps);
        become("hears", hear(true), { step: { op: "hear", sent, answer, keeps: true } });
        if (left.failedWrites === 0) continue;
        const step = { op: "hear", sent, answer, keeps: false } as const;
        become("hears, and cannot keep it", hear(false), { uses: "failedWrites", step });
      }
    }
  }

  #read(station: Station, message: Message): Message {
    const { arrivedMs = 0 } = message;
    if (message.boot !== station.boot) return message;
    return {
      ...message,
      answer: station.isDefined ? this.#answerOf(station.order, arrivedMs) : "undefined",
    };
  }

  #answerOf(order: Order | undefined, arrivedMs: number): OutputAnswer {
    const day = Math.floor(arrivedMs / TICK_MS / this.bounds.ticksADay);
    return { ...this.parts.answer(outputOf(this.bounds), order, arrivedMs), day };
  }

  #stored(station: Station, { at, report, sentMs }: Message, nowMs: number): Station["state"] {
    const time = Math.min(at, nowMs);
    const mayReplace = station.state === undefined || this.parts.mayReplace(station.state.at, time);
    return mayReplace ? { ...report, at: time, sentMs } : station.state;
  }

  /** Replaces the answer, or the request, by the page of a portal. */
  #unreadable(
    station: Station,
    message: Message,
    others: readonly Message[],
    nowMs: number,
    become: Become,
  ): void {
    const received = "unreadable";
    const changed = this.#hear(station, message, received, others, nowMs, () => true);
    const { value, reason } = changed.board;
    const isFault = value === 0 && reason === "fault";
    const fault = message.isLate || isFault ? undefined : "not off after an unreadable answer";
    const sent = sentAtOf(station, message);
    const step = { op: "hear", sent, answer: received, keeps: true } as const;
    become("cannot read what it hears", changed, { uses: "unreadables", step, fault });
  }

  #hear(
    station: Station,
    message: Message,
    received: OutputAnswer | undefined | "unreadable",
    others: readonly Message[],
    nowMs: number,
    keep: () => boolean,
  ): Station {
    const { isLate, sentMs } = message;
    const clock = nowMs - station.bootedMs;
    const taken = this.parts.take(station.board, received, sentAtOf(station, message), clock, keep);
    const isOrder = received !== undefined && received !== "unreadable";
    const heardEver = Math.max(station.heardEver, isOrder ? received.version : 0);
    if (isLate) return { ...station, board: taken, messages: others, heardEver };
    const messages = others.map((waiting) => ({ ...waiting, isLate: true }));
    const changed = { ...station, board: taken, messages, heardEver };
    if (!isOrder) {
      const isUndefined = received === undefined && keep();
      return {
        ...changed,
        mayUntilMs: 0,
        ...(isUndefined && { isDefinedHere: false }),
        ...(received === "unreadable" && { unknownUntilMs: nowMs + OFF_HOLDS_MS }),
      };
    }
    const { version } = received;
    const leaseMs = this.bounds.leaseTicks * TICK_MS;
    const untilMs = station.order?.version === version ? (station.order.until ?? 0) : Infinity;
    const isHeld = station.board.reason === "local" && version === station.heard;
    const forMs = received.value > 0 ? Math.min(leaseMs, received.forMs) : 0;
    const orderedMs = Math.min(untilMs, sentMs + forMs);
    const grantMs = isHeld ? station.mayUntilMs : orderedMs;
    const heard = { ...changed, heard: version, mayUntilMs: grantMs, isDefinedHere: true };
    if (isHeld) return heard;
    return { ...heard, ...this.#hearOff(station, message, received, nowMs) };
  }

  /** Returns when somebody's "off" allows the fallback again. */
  #hearOff(
    { heard, order }: Station,
    { sentMs, arrivedMs = 0 }: Message,
    { value, version, offForMs }: OutputAnswer,
    nowMs: number,
  ): Partial<Station> {
    const isNew = version !== heard;
    if (value > 0)
      return { offUntilMs: 0, unknownUntilMs: 0, ...(isNew && { pressedOffUntilMs: 0 }) };
    if (version === 0) return { offUntilMs: 0, unknownUntilMs: 0 };
    // An older backend.
    if (offForMs === undefined)
      return isNew ? { offUntilMs: nowMs + OFF_HOLDS_MS, unknownUntilMs: 0 } : {};
    const isKnown = order?.version === version;
    const offMs = isKnown && order.by !== PLAN_AUTHOR ? order.at + OFF_HOLDS_MS - arrivedMs : 0;
    return { offUntilMs: sentMs + (isKnown ? Math.max(0, offMs) : offForMs), unknownUntilMs: 0 };
  }

  /** Lets a minute pass, in which each board goes on as it is. */
  #tick(state: State): State {
    const nowMs = state.nowMs + TICK_MS;
    const isMidnight = (nowMs / TICK_MS) % this.bounds.ticksADay === 0;
    const stations = mapped(state.stations, (station) => {
      const wasOnMs = station.board.value > 0 ? TICK_MS : 0;
      const onMsToday = isMidnight ? 0 : station.onMsToday + wasOnMs;
      return onMsToday === station.onMsToday ? station : { ...station, onMsToday };
    });
    return { nowMs, stations, left: state.left };
  }

  /** Lets the due timers ring. */
  #ring(state: State): State {
    const stations = mapped(state.stations, (station) => {
      const board = this.parts.advance(station.board, state.nowMs - station.bootedMs, () => true);
      return board === station.board ? station : { ...station, board };
    });
    return stations === state.stations ? state : { ...state, stations };
  }

  #hour(state: State): Event {
    let next = { ...state, left: { ...state.left, hours: state.left.hours - 1 } };
    for (let ms = 0; ms < HOUR_MS; ms += TICK_MS) next = this.#ring(this.#tick(this.#ring(next)));
    return { description: "an hour goes by", next };
  }

  #lateMinute(state: State): Event {
    const left = { ...state.left, lateTimers: state.left.lateTimers - 1 };
    const step = { op: "wait", ms: TICK_MS, isLate: true } as const;
    return {
      description: "a minute goes by without a timer",
      next: this.#tick({ ...state, left }),
      step,
    };
  }

  /** Returns the rule that a state breaks; undefined if it breaks none. */
  fault(state: State): string | undefined {
    const isInTime = state.left.lateTimers === this.bounds.lateTimers;
    const areKept = state.left.failedWrites === this.bounds.failedWrites;
    for (const station of state.stations) {
      const { board: running } = station;
      const isOn = running.value > 0;
      if (isOn && running.version !== station.heard)
        return "on by an order that is not the newest it heard";
      const isByFallback = isOn && running.reason === "fallback";
      if (isByFallback && state.nowMs < offEndsMs(station)) return "on by its fallback after off";
      if (isByFallback && isInTime && state.nowMs >= station.wantedUntilMs)
        return "on by its fallback, and no sensor asks for it";
      if (isByFallback && areKept && state.nowMs < station.mayUntilMs)
        return "on by its fallback while an order holds";
      if (isByFallback && !station.isDefinedHere) return "on by its fallback without a definition";
      if (isOn && !isByFallback && isInTime && state.nowMs >= station.mayUntilMs)
        return "on without a lease";
      const maxOnMs = this.bounds.maxOnTicks * TICK_MS;
      if (isOn && isInTime && station.onMsToday + TICK_MS > maxOnMs)
        return "on for longer than the day's limit";
      const uncountedMs = isOn ? state.nowMs - station.bootedMs - running.countedAt : 0;
      if (!isInTime && running.now.usedMs + uncountedMs < station.onMsToday)
        return "on for longer than it counts";
      if ((station.state?.version ?? 0) > station.heardEver)
        return "applied, but the board never heard of it";
    }
    return undefined;
  }

  /** Returns the rule that a step from one state to the next breaks. */
  faultOf(before: State, after: State): string | undefined {
    const clocksAreRight = after.left.clockJumps === this.bounds.clockJumps;
    for (const [index, { state }] of before.stations.entries()) {
      const next = after.stations[index]?.state;
      if (clocksAreRight && state && next && next.sentMs < state.sentMs)
        return "the shown state goes back";
    }
    return undefined;
  }
}

/** Returns until when the fallback must stay off. */
function offEndsMs({ offUntilMs, pressedOffUntilMs, unknownUntilMs }: Station): number {
  return Math.max(offUntilMs, pressedOffUntilMs, unknownUntilMs);
}

/** Returns the time by the board's clock, which tells the order of events within a minute. */
function sentAtOf({ board: { heardAt } }: Station, { isLate, sentAt }: Message): number {
  return isLate ? Math.min(sentAt, heardAt - 1) : sentAt;
}

/** Maps the stations. Returns the same list if none changes, because most timers change nothing. */
function mapped(
  stations: readonly Station[],
  change: (station: Station) => Station,
): readonly Station[] {
  const changed = stations.map(change);
  return changed.every((station, index) => station === stations[index]) ? stations : changed;
}

/** Leaves out copies of a message: only one of them needs to be followed. */
function distinct(messages: readonly Message[]): readonly Message[] {
  const texts = messages.map((message) => JSON.stringify(message));
  return messages.filter((_, place) => texts.indexOf(texts[place]!) === place);
}

/** Adds an event with the changed station. */
type Become = (
  description: string,
  changed: Station,
  more?: Pick<Event, "step" | "fault"> & { readonly uses?: Budget },
) => void;
