/**
 * Outputs: owners define them, members order if they may, the functions store reports of boards, and orders are logged.
 */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { nextVersion } from "@greenhouse/domain/outputs/ordering";
import { allowed, denied, remove, set, update } from "./case.ts";
import type { Case, Json, Operation } from "./case.ts";
import {
  EARLIER_MS,
  FIRST_VERSION,
  FUNCTIONS,
  HOLD_PLAN,
  JOBS,
  LOGGED_ORDER_KEY,
  NEW_KEY,
  NOW_MS,
  ORDER,
  OUTPUT,
  REPORT,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  VIEWER,
} from "./farms.ts";

type Fields = Readonly<Record<string, Json>>;

const VALVE = "oak/dht-1/valve";
/** An output that viewers may order. It has no order yet. */
const VENT = "oak/dht-1/vent";
/** An output without a definition. Its order, log and state still exist. */
const GONE = "oak/dht-1/gone";
/** An owner removes the records under these roots after the definition of their output. */
const RECORD_ROOTS = ["outputOrders", "outputStates", "outputLog", "outputPlanRuns"];
const OTHER_ROOTS = [...RECORD_ROOTS, "outputPlans"];
const ROOTS = ["outputs", ...OTHER_ROOTS];
const OF_BOARD = [...ROOTS, "outputPlaces"];
const LOGGED = `outputLog/${VALVE}/${LOGGED_ORDER_KEY}`;
const PLACES = "outputPlaces/oak/dht-1";
const NOW = { ".sv": "timestamp" };
const UNTIL = NOW_MS + 10 * MINUTE_MS;
const EVERYBODY_ELSE = [OUTSIDER, FUNCTIONS, JOBS, null];

interface Ordering {
  readonly path?: string;
  readonly key?: string;
  /** Fields of both the order and the entry in the log. */
  readonly inBoth?: Fields;
  readonly order?: Fields;
  readonly log?: Fields;
}

/** The order of an honest person, with some fields changed. */
export function ordering(
  by: string,
  { path = VALVE, key = NEW_KEY, inBoth = {}, order = {}, log = {} }: Ordering = {},
): Operation {
  const version = path === VALVE ? FIRST_VERSION + 1 : nextVersion(undefined, NOW_MS);
  const shared = { value: 1, version, until: UNTIL, by, at: NOW, ...inBoth };
  return update({
    [`outputOrders/${path}`]: {
      ...shared,
      ...(shared.value !== 0 && { asked: NOW }),
      entry: key,
      ...order,
    },
    [`outputLog/${path}/${key}`]: { ...shared, ...log },
  });
}

const nothingAt = (roots: readonly string[], path: string): Readonly<Record<string, null>> =>
  Object.fromEntries(roots.map((root) => [`${root}/${path}`, null]));
const without = (roots: readonly string[], left: string): readonly string[] =>
  roots.filter((root) => root !== left);
const removing = (roots: readonly string[], path: string): Operation =>
  update(nothingAt(roots, path));

/** Defines an output at a free place. */
function defining(fields: Fields, path = "oak/dht-1/pump", place = "c") {
  return [OWNER, definition(fields, path, place)] as const;
}

const definition = (...inputs: Parameters<typeof definitionOf>): Operation =>
  update(definitionOf(...inputs));

function definitionOf(
  fields: Fields,
  path = "oak/dht-1/pump",
  place = "c",
): Readonly<Record<string, Json>> {
  const [farmId, uid, output = ""] = path.split("/");
  return {
    [`outputs/${path}`]: { ...OUTPUT, place, ...fields },
    [`outputPlaces/${farmId}/${uid}/${place}`]: output,
  };
}

const placed = (place: string, output = "pump"): Record<string, Json> => ({
  [`outputs/oak/dht-1/${output}`]: { ...OUTPUT, place },
});

/** Changes the lease of an output whose plan is of the kind "hold". */
function changingLease(leaseSeconds: number, given: Readonly<Record<string, Json>> = {}) {
  const operation = set(`outputs/${VALVE}/leaseSeconds`, leaseSeconds);
  return [OWNER, operation, { [`outputPlans/${VALVE}`]: HOLD_PLAN, ...given }] as const;
}

function reporting(fields: Fields, path = VALVE) {
  const operation = set(`outputStates/${path}`, { ...REPORT, ...fields });
  return [FUNCTIONS, operation] as const;
}

const DEFINITIONS: readonly Case[] = [
  ...allowed(
    "An owner defines and changes an output",
    defining({ kind: "level", leaseSeconds: 60, maxOnSeconds: 1, viewersMay: true }),
    defining({ leaseSeconds: 3_600, maxOnSeconds: 86_400 }, "oak/dht-2/a-1_b", "a"),
    [SECOND_OWNER, set(`outputs/${VALVE}`, { ...OUTPUT, name: "Drip line" })],
  ),
  ...allowed(
    "An output at a place whose old output no longer exists, is removed, or has another place",
    [OWNER, update({ ...definitionOf({}, "oak/dht-1/pump", "b"), [`outputs/${VENT}`]: null })],
    // The same name again, at its old place and at another place.
    [...defining({}), { [`${PLACES}/c`]: "pump" }],
  ),
  ...denied(
    "An output without a free place, so that a board has at most eight outputs",
    // If two people define the same output at once, the second would change the first definition.
    defining({}, VALVE, "a"),
    [OWNER, set("outputs/oak/dht-1/pump", { ...OUTPUT, place: "i" }), { [`${PLACES}/i`]: "pump" }],
    [OWNER, set(`outputs/${VALVE}/place`, "c"), { [`${PLACES}/c`]: "valve" }],
  ),
  ...denied(
    "A place of an unknown or another output, or one by a person who is not an owner",
    [OWNER, set(`${PLACES}/i`, "pump"), placed("i")],
    ...[VIEWER, ...EVERYBODY_ELSE, `${OWNER}/`].map(
      (actor) => [actor, set(`${PLACES}/c`, "pump"), placed("c")] as const,
    ),
  ),
  ...allowed(
    "An owner removes an output with all its records",
    ...OTHER_ROOTS.map((root) => [OWNER, remove(`${root}/${GONE}`)] as const),
  ),
  ...allowed(
    "An owner removes all outputs of a board with all records, alone or with their sensor",
    ...OF_BOARD.map((root) => [OWNER, remove(`${root}/oak/bme-1`)] as const),
  ),
  ...denied(
    "Removal of a sensor without its outputs, or of outputs without all records",
    [OWNER, remove("registeredSensors/dht-1")],
    ...OTHER_ROOTS.map((stays) => [OWNER, removing(without(ROOTS, stays), VALVE)] as const),
    ...[...OTHER_ROOTS, "outputPlaces"].map(
      (stays) => [OWNER, removing(without(OF_BOARD, stays), "oak/dht-1")] as const,
    ),
  ),
  ...denied(
    "Removal of the records of existing outputs, or by a person who is not an owner",
    ...[...OTHER_ROOTS, "outputPlaces"].map(
      (root) => [OWNER, remove(`${root}/oak/dht-1`)] as const,
    ),
    ...OF_BOARD.map((root) => [VIEWER, remove(`${root}/oak/bme-1`)] as const),
  ),
  ...denied(
    "An owner writes a record that they may only remove",
    [OWNER, set("outputOrders/oak/bme-1/valve", { ...ORDER, at: NOW, entry: NEW_KEY })],
    [OWNER, set("outputStates/oak/bme-1/valve", REPORT)],
    [OWNER, set("outputs/oak/dht-2/valve", OUTPUT)],
    [OWNER, set("outputPlaces/oak/dht-2/a", "valve")],
    [
      OWNER,
      set(`outputLog/oak/bme-1/valve/${NEW_KEY}`, ORDER),
      { "outputOrders/oak/bme-1/valve": ORDER },
    ],
  ),
  ...denied(
    "Removal of the records of a defined output, or by a viewer",
    ...RECORD_ROOTS.flatMap((root) => [
      [OWNER, remove(`${root}/${VALVE}`)] as const,
      [VIEWER, remove(`${root}/${GONE}`)] as const,
    ]),
  ),
  ...denied(
    "A malformed output",
    defining({ kind: null }),
    defining({ leaseSeconds: null }),
    defining({ leaseSeconds: 59 }),
    defining({ leaseSeconds: 3_601 }),
    defining({ leaseSeconds: 60.5 }),
    defining({ maxOnSeconds: null }),
    defining({ maxOnSeconds: 0 }),
    defining({ maxOnSeconds: 86_401 }),
    defining({ maxOnSeconds: 1.5 }),
    defining({}, `oak/dht-1/p${"u".repeat(15)}`),
    [OWNER, set(`outputs/${VALVE}/kind`, "level")],
    [OWNER, remove(`outputs/${VALVE}/name`)],
  ),
  ...allowed(
    "A lease that is long enough for the output's plan, or was as short before",
    changingLease(180),
    changingLease(179, { [`outputs/${VALVE}/leaseSeconds`]: 179 }),
  ),
  ...denied(
    "A lease that is too short for the output's plan, or an output of another farm's sensor",
    changingLease(179),
    defining({}, "oak/bme-1/pump"),
  ),
];

const NEXT_ORDER = { ...ORDER, version: FIRST_VERSION + 1 };

const ORDERS: readonly Case[] = [
  ...allowed("An owner orders the most, for a day", [
    OWNER,
    ordering(OWNER, { path: VENT, inBoth: { value: 100, until: NOW_MS + DAY_MS } }),
  ]),
  ...denied(
    "A person without permission orders",
    [`${OWNER}/`, ordering(`${OWNER}/`)],
    [`${VIEWER}/`, ordering(`${VIEWER}/`, { path: VENT })],
  ),
  ...denied(
    "Two people order at once, or the version is not the next",
    [OWNER, ordering(OWNER, { inBoth: { version: FIRST_VERSION } })],
    // The version after another first version: another person may have given the first order a second before.
    [
      OWNER,
      ordering(OWNER, { path: VENT, inBoth: { version: nextVersion(undefined, NOW_MS) + 1 } }),
    ],
    ...[NOW_MS + 11 * MINUTE_MS, NOW_MS - 11 * MINUTE_MS].map((atMs) => {
      const version = nextVersion(undefined, atMs);
      return [OWNER, ordering(OWNER, { path: VENT, inBoth: { version } })] as const;
    }),
  ),
  ...denied(
    "An order that is missing in the log, or differs from its entry",
    [OWNER, ordering(OWNER, { log: { until: null } })],
    [OWNER, ordering(OWNER, { inBoth: { value: 0 }, log: { until: null } })],
    [OWNER, ordering(OWNER, { key: "entry" })],
    // An old entry that already has the next version.
    [
      OWNER,
      set(`outputOrders/${VALVE}`, { ...NEXT_ORDER, entry: NEW_KEY, at: NOW, asked: NOW }),
      { [`outputLog/${VALVE}/${NEW_KEY}`]: NEXT_ORDER },
    ],
    // The entry of an order that an administrator wrote without an entry.
    ...EVERYBODY_ELSE.map((actor) => [actor, set(LOGGED, ORDER), { [LOGGED]: null }] as const),
  ),
  ...denied(
    "An order that is too old, or without a time",
    [OWNER, ordering(OWNER, { order: { asked: NOW_MS - 2 * MINUTE_MS } })],
    [OWNER, ordering(OWNER, { order: { asked: null } })],
  ),
  ...denied(
    "A malformed order",
    [OWNER, ordering(OWNER, { inBoth: { value: 2 } })],
    [OWNER, ordering(OWNER, { path: VENT, inBoth: { value: 101 } })],
    [OWNER, ordering(OWNER, { path: VENT, inBoth: { value: 0.5 } })],
    [OWNER, ordering(OWNER, { inBoth: { value: -1 } })],
    [OWNER, ordering(OWNER, { inBoth: { value: null } })],
    [OWNER, ordering(OWNER, { inBoth: { until: NOW_MS - 1 } })],
    [OWNER, ordering(OWNER, { inBoth: { until: UNTIL + 0.5 } })],
    [OWNER, ordering(OWNER, { inBoth: { until: NOW_MS + DAY_MS + 11 * MINUTE_MS } })],
    [OWNER, ordering(OWNER, { inBoth: { by: SECOND_OWNER } })],
    [OWNER, ordering(OWNER, { inBoth: { by: null } })],
    [OWNER, ordering(OWNER, { inBoth: { at: NOW_MS - 1 } })],
    [OWNER, ordering(OWNER, { inBoth: { at: null } })],
    [OWNER, ordering(OWNER, { path: "oak/dht-1/pump" })],
  ),
];

const STATES: readonly Case[] = [
  ...allowed(
    "The functions store a board's report",
    reporting({ value: 0, version: 0, reason: "start" }),
    reporting({ since: 1 }),
    // Senders repeat an unconfirmed report.
    reporting({ at: EARLIER_MS }),
    reporting({ value: 100, version: 1e12, reason: "local" }, VENT),
    reporting({ value: 1, reason: "fallback" }),
  ),
  ...denied(
    "A report that is late, has an old key, is malformed, or comes from other people",
    reporting({ at: EARLIER_MS - 1 }),
    reporting({ at: NOW_MS - 11 * MINUTE_MS }, VENT),
    reporting({ heard: null }),
    reporting({ at: EARLIER_MS, since: EARLIER_MS + 1 }, VENT),
    reporting({ value: null }),
    reporting({ value: 101 }),
    reporting({ value: 0.5 }),
    reporting({ version: null }),
    reporting({ version: 1.5 }),
    reporting({ version: 1e12 + 1 }),
    reporting({ reason: null }),
    reporting({ value: 0, reason: "fallback" }),
    reporting({}, "oak/dht-1/pump"),
    // A report for a sensor that another farm has registered since.
    [FUNCTIONS, set("outputStates/oak/bme-1/valve", REPORT), { "outputs/oak/bme-1/valve": OUTPUT }],
  ),
];

export const OUTPUT_CASES: readonly Case[] = [...DEFINITIONS, ...ORDERS, ...STATES];
