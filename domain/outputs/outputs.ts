/**
 * Outputs of boards: what a person orders holds for a while, and the board believes it no longer than its own clock
 * allows (docs/outputs.md). The database holds `outputs`, `outputOrders`, `outputStates` and `outputLog`, each by
 * farm, uid and output, and `outputPlaces` by farm, uid and place.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { entriesOf, fieldOf, numberOf, SERVER_TIME, textOf } from "../stored.ts";

/** A `switch` is 0 or 1, a `level` a whole number from 0 to 100; 0 is off. */
export const OUTPUT_KINDS = ["switch", "level"] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];
export const HIGHEST: Readonly<Record<OutputKind, number>> = { switch: 1, level: 100 };

/**
 * Why an output is as it is: as ordered; off because the board heard nothing for too long, or the order's time was over
 * (`lease`), or was on for long enough that day (`limit`); as somebody set it at the board (`local`); off since the board
 * started (`start`), or because it cannot count or understand (`fault`).
 */
export const OUTPUT_REASONS = ["order", "lease", "limit", "local", "start", "fault"] as const;
export type OutputReason = (typeof OUTPUT_REASONS)[number];

/** Names are keys of the database, of JSON, and of what a board keeps. */
export const OUTPUT_NAME = "^[a-z][0-9a-z_-]{0,14}$";
/** An output has one of these of its board, and no other has it: rules cannot count. */
export const OUTPUT_PLACES: readonly string[] = Array.from("abcdefgh");
export const MAX_OUTPUTS = OUTPUT_PLACES.length;
export const LEASE_SECONDS = { min: 60, max: 3_600 } as const;
/** How long an output may be on in a day. */
export const MAX_ON_SECONDS = { min: 1, max: DAY_MS / 1_000 } as const;
/** How long a board leaves on what somebody switched on there. */
export const MAX_LOCAL_MS = HOUR_MS;
/** What is said to be so for longer is not believed. */
export const MAX_AGO_MS = 30 * DAY_MS;
/** How far ahead an order may end. */
export const MAX_ORDER_MS = DAY_MS;
/** How late an order to switch on may be stored: nobody finds something switched on that they gave up. */
export const ORDERED_WITHIN_MS = MINUTE_MS;
/** The first version follows from the time (`nextVersion`), so a board's report is never near this. */
export const MAX_VERSION = 1e12;

/** `outputs/<farmId>/<uid>/<output>`. */
export interface Output {
  readonly name: string;
  readonly kind: OutputKind;
  /** How long the board may leave it on without hearing anything. */
  readonly leaseSeconds: number;
  /** How long it may be on in a day, from midnight to midnight UTC. */
  readonly maxOnSeconds: number;
  /** Whether viewers may order, too. */
  readonly membersMay: boolean;
}

/** `outputOrders/<farmId>/<uid>/<output>`. */
export interface Order {
  readonly value: number;
  readonly version: number;
  /** When it ends, in Unix milliseconds; undefined: it is off. */
  readonly until: number | undefined;
  readonly by: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A board asks at least so many times in a lease: two requests may be lost before an output goes off. */
export const ASKS_IN_A_LEASE = 3;

/** The longest time between two requests of a board with this output, in milliseconds. */
export function askedWithinMs({ leaseSeconds }: Pick<Output, "leaseSeconds">): number {
  return (leaseSeconds * 1_000) / ASKS_IN_A_LEASE;
}

/** What a board says of an output. `version` names the order that it heard last, 0: none since it started. */
export interface Reported {
  readonly value: number;
  readonly version: number;
  readonly reason: OutputReason;
  /** How many milliseconds ago its value or its reason last changed; undefined where the board does not say so. */
  readonly agoMs?: number | undefined;
}

/** `outputStates/<farmId>/<uid>/<output>`. Times are Unix milliseconds. */
export interface OutputState extends Omit<Reported, "agoMs"> {
  /** When the board said it, by its clock. */
  readonly at: number;
  /** When the database heard it. The board asked before, so its lease is over at the latest so much later. */
  readonly heard: number;
  /** Since when value and reason are as they are, by the database's clock; undefined where nobody knows. */
  readonly since: number | undefined;
}

/** What a board is answered about a defined output. */
export interface OutputAnswer {
  /** As ordered; 0: off. */
  readonly value: number;
  readonly version: number;
  /** How long it holds, in milliseconds from the moment at which the board sent its request; 0: off. */
  readonly forMs: number;
  /** How long it may be on in a day, in milliseconds. */
  readonly maxOnMs: number;
  /** Which day it is: whole days since 1970, UTC. */
  readonly day: number;
}

const NAME = new RegExp(OUTPUT_NAME);

export function isOutputName(text: string): boolean {
  return NAME.test(text);
}

export function readOutput(stored: unknown): Output | undefined {
  const name = textOf(stored, "name");
  const kind = OUTPUT_KINDS.find((each) => each === textOf(stored, "kind"));
  const leaseSeconds = numberOf(stored, "leaseSeconds");
  const maxOnSeconds = numberOf(stored, "maxOnSeconds");
  const isWhole = name !== undefined && kind !== undefined && leaseSeconds !== undefined;
  if (!isWhole || maxOnSeconds === undefined) return undefined;
  const membersMay = fieldOf(stored, "membersMay") === true;
  return { name, kind, leaseSeconds, maxOnSeconds, membersMay };
}

export function readOrder(stored: unknown): Order | undefined {
  const [value, version] = [numberOf(stored, "value"), numberOf(stored, "version")];
  const [by, at] = [textOf(stored, "by"), numberOf(stored, "at")];
  if (value === undefined || version === undefined || !isMeant(value, version)) return undefined;
  if (by === undefined || at === undefined) return undefined;
  return { value, version, until: numberOf(stored, "until"), by, at };
}

/** What a board says, or what is stored of it; undefined where it cannot be meant. `agoMs` alone counts as absent then. */
export function readReported(stored: unknown): Reported | undefined {
  const [value, version] = [numberOf(stored, "value"), numberOf(stored, "version")];
  const reason = OUTPUT_REASONS.find((each) => each === textOf(stored, "reason"));
  if (value === undefined || version === undefined || reason === undefined) return undefined;
  if (!isMeant(value, version)) return undefined;
  const agoMs = numberOf(stored, "agoMs") ?? NaN;
  return { value, version, reason, ...(isWholeUpTo(agoMs, MAX_AGO_MS) && { agoMs }) };
}

export function readOutputState(stored: unknown): OutputState | undefined {
  const [reported, at] = [readReported(stored), numberOf(stored, "at")];
  if (reported === undefined || at === undefined) return undefined;
  const { value, version, reason } = reported;
  const heard = numberOf(stored, "heard") ?? at;
  const since = numberOf(stored, "since");
  // The board's clock may be off.
  return {
    value,
    version,
    reason,
    at,
    heard,
    since: since === undefined ? undefined : since + heard - at,
  };
}

/** The orders of a log, the newest first. @param stored `outputLog/<farmId>/<uid>/<output>`, or a part of it */
export function readOutputLog(stored: unknown): readonly Order[] {
  return entriesOf(stored)
    .flatMap(([, each]) => readOrder(each) ?? [])
    .toSorted((a, b) => b.at - a.at || b.version - a.version);
}

function isMeant(value: number, version: number): boolean {
  return isWholeUpTo(value, HIGHEST.level) && isWholeUpTo(version, MAX_VERSION);
}

function isWholeUpTo(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

/** The first version of an output is a multiple of this. */
export const FIRST_VERSION_STEP = 100;

/**
 * Returns the version of the next order. The first is the time in seconds, times `FIRST_VERSION_STEP`. So an output that
 * was removed and is defined again does not begin with a version that its board has seen. And of two people who give the
 * first order at once, none has the version that follows the other's, in whatever second each begins.
 */
export function nextVersion(order: Order | undefined, nowMs: number): number {
  return order === undefined ? Math.floor(nowMs / 1_000) * FIRST_VERSION_STEP : order.version + 1;
}

/** @param nowMs when the board's request arrived */
export function answerFor(output: Output, order: Order | undefined, nowMs: number): OutputAnswer {
  const leftMs = order?.until === undefined ? 0 : order.until - nowMs;
  return {
    value: order?.value ?? 0,
    version: order?.version ?? 0,
    forMs: Math.max(0, Math.floor(Math.min(leftMs, output.leaseSeconds * 1_000))),
    maxOnMs: output.maxOnSeconds * 1_000,
    day: Math.floor(nowMs / DAY_MS),
  };
}

/** An output of a board, as paths of the database name it. */
export interface OutputId {
  readonly farmId: string;
  readonly uid: string;
  readonly output: string;
}

export interface Ordering {
  readonly value: number;
  /** When it ends, in Unix milliseconds; undefined: it is off. */
  readonly until: number | undefined;
  readonly by: string;
}

/**
 * The update that orders, and keeps who did. The rules refuse it where somebody else has ordered since `last`.
 * @param key a new push key
 * @param nowMs the database's time
 */
export function orderUpdate(
  { farmId, uid, output }: OutputId,
  { value, until, by }: Ordering,
  last: Order | undefined,
  { key, nowMs }: { readonly key: string; readonly nowMs: number },
): Readonly<Record<string, object>> {
  const version = nextVersion(last, nowMs);
  const order = { value, version, ...(until !== undefined && { until }), by, at: SERVER_TIME };
  return {
    [`outputOrders/${farmId}/${uid}/${output}`]: {
      ...order,
      ...(value > 0 && { asked: nowMs }),
      entry: key,
    },
    [`outputLog/${farmId}/${uid}/${output}/${key}`]: order,
  };
}

/**
 * The update that defines an output, or changes it; undefined where the board has as many as it may.
 * @param stored `outputs/<farmId>/<uid>`
 */
export function outputDefinition(
  { farmId, uid, output }: OutputId,
  { membersMay, ...defined }: Output,
  stored: unknown,
): Readonly<Record<string, object | string>> | undefined {
  const taken = entriesOf(stored).map(([, each]) => textOf(each, "place"));
  const own = textOf(fieldOf(stored, output), "place");
  const place = own ?? OUTPUT_PLACES.find((each) => !taken.includes(each));
  if (place === undefined) return undefined;
  return {
    [`outputs/${farmId}/${uid}/${output}`]: {
      ...defined,
      ...(membersMay && { membersMay }),
      place,
    },
    ...(own === undefined && { [`outputPlaces/${farmId}/${uid}/${place}`]: output }),
  };
}

/** All that is stored of an output. Its place may go on naming it: the rules give the place to it again, or to another output. */
export function outputRemoval({ farmId, uid, output }: OutputId): Readonly<Record<string, null>> {
  return Object.fromEntries(
    ROOTS_OF_ONE.map((root) => [`${root}/${farmId}/${uid}/${output}`, null]),
  );
}

/** Of each output there are records at these, by farm, uid and output. */
const ROOTS_OF_ONE = ["outputs", "outputOrders", "outputLog", "outputStates"] as const;
/** Of a board's outputs there are records at these, by farm and uid. */
export const OUTPUT_ROOTS = [...ROOTS_OF_ONE, "outputPlaces"] as const;

/**
 * How an output is, as far as anybody can know:
 * - `off`: nothing is ordered, or off is, and the board says so
 * - `waiting`: ordered, and the board has not said yet that it heard of it
 * - `missed`: the order's time was over before the board heard of it, as far as it has said
 * - `applied`: as ordered, as the board says
 * - `ending`: the order is over, or off, and the board has not said yet that it is off
 * - `over`: it was as ordered until the end
 * - `cut`: off before the order's end, because the board heard nothing for the length of the lease
 * - `limit`, `fault`: off, for that reason
 * - `local`: as somebody set it at the board
 * - `silent`: on when the board was last heard, and so long ago that it must be off by itself
 */
export type OutputCondition =
  | "off"
  | "waiting"
  | "missed"
  | "applied"
  | "ending"
  | "over"
  | "cut"
  | "limit"
  | "fault"
  | "local"
  | "silent";

/**
 * Whether the board says that it knows this order. Versions only name orders: one of an output that was removed and is
 * defined again may be higher than those that come after it.
 */
export function names(state: Pick<Reported, "version"> | undefined, order: Order): boolean {
  return state?.version === order.version;
}

export function outputCondition(
  { leaseSeconds }: Pick<Output, "leaseSeconds">,
  order: Order | undefined,
  state: OutputState | undefined,
  nowMs: number,
): OutputCondition {
  const isOn = state !== undefined && state.value > 0;
  const heldMs = state?.reason === "local" ? MAX_LOCAL_MS : leaseSeconds * 1_000;
  const isOver = isOverAt(order, nowMs);
  const isUnheard = order !== undefined && !names(state, order);
  // Also where the board is silent: it would be on as soon as it speaks.
  if (isUnheard && order.value > 0) return isOver ? "missed" : "waiting";
  if (isOn && nowMs > state.heard + heldMs) return "silent";
  if (isUnheard) return "waiting";
  if (state?.reason === "local" || state?.reason === "limit" || state?.reason === "fault") {
    return state.reason;
  }
  if (isOn) return isOver ? "ending" : "applied";
  if (order === undefined || order.value === 0) return "off";
  const since = state?.since;
  // It was off before, and heard of the order when its time was over.
  if (isOver && since !== undefined && since < order.at) return "missed";
  return isOver ? "over" : "cut";
}

/** Whether its board said on, and so long ago that the output must be off by itself, whatever is ordered meanwhile. */
export function isSurelyOff(
  defined: Pick<Output, "leaseSeconds">,
  state: OutputState | undefined,
  nowMs: number,
): boolean {
  return outputCondition(defined, undefined, state, nowMs) === "silent";
}

/** Also where off is ordered, or nothing. */
function isOverAt(order: Order | undefined, nowMs: number): boolean {
  return (order?.until ?? 0) <= nowMs;
}

export interface OrderDatabase {
  readonly read: (path: string) => Promise<unknown>;
  /** False where the rules refuse it. */
  readonly update: (values: Readonly<Record<string, object>>) => Promise<boolean>;
  /** A new push key of that time. */
  readonly createKey: (nowMs: number) => string;
  /** The database's time, in Unix milliseconds. */
  readonly now: () => number;
}

/**
 * `ordered`: in place of `replaced`, if an order to switch on still held. `refused`: not because of another order.
 * `meanwhile`: somebody else ordered this first, each time.
 */
export type OrderOutcome =
  | { readonly kind: "ordered"; readonly replaced: Order | undefined }
  | { readonly kind: "refused" }
  | { readonly kind: "meanwhile"; readonly order: Order | undefined };

/** Off is ordered again where somebody else was faster; on is not: they may know why. */
const TRIES_OFF = 5;

export async function placeOrder(
  { read, update, createKey, now }: OrderDatabase,
  id: OutputId,
  ordering: Ordering,
): Promise<OrderOutcome> {
  const path = `outputOrders/${id.farmId}/${id.uid}/${id.output}`;
  let last = readOrder(await read(path));
  for (let tries = ordering.value > 0 ? TRIES_OFF : 1; ; tries += 1) {
    const nowMs = now();
    if (await update(orderUpdate(id, ordering, last, { key: createKey(nowMs), nowMs }))) {
      // The rules store it only directly after the order that was read: nothing else was replaced.
      return { kind: "ordered", replaced: isOverAt(last, nowMs) ? undefined : last };
    }
    const order = readOrder(await read(path));
    if (order?.version === last?.version) return { kind: "refused" };
    if (tries === TRIES_OFF) return { kind: "meanwhile", order };
    last = order;
  }
}

export interface DefinedOutput extends OutputId {
  readonly defined: Output;
}

export interface KnownOutput extends DefinedOutput {
  readonly order: Order | undefined;
  readonly state: OutputState | undefined;
}

/** The outputs of these boards. @param stored `outputs/<farmId>` */
export function outputsOf(
  farmId: string,
  stored: unknown,
  uids: readonly string[],
): readonly DefinedOutput[] {
  return uids.flatMap((uid) =>
    entriesOf(fieldOf(stored, uid)).flatMap(([output, value]) => {
      const defined = readOutput(value);
      const isKnown = defined !== undefined && isOutputName(output);
      return isKnown ? [{ farmId, uid, output, defined }] : [];
    }),
  );
}

/** @param orders `outputOrders/<farmId>` @param states `outputStates/<farmId>` */
export function withOrders(
  outputs: readonly DefinedOutput[],
  orders: unknown,
  states: unknown,
): readonly KnownOutput[] {
  return outputs.map((each) => {
    const at = (stored: unknown): unknown => fieldOf(fieldOf(stored, each.uid), each.output);
    return { ...each, order: readOrder(at(orders)), state: readOutputState(at(states)) };
  });
}
