/** Outputs: owners define them, members order as they may, the functions store what boards say, and all of it is logged. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { nextVersion } from "@greenhouse/domain/outputs/ordering";
import { allowed, denied, nothing, remove, set, update } from "./case.ts";
import type { Case, Json, Operation } from "./case.ts";
import {
  EARLIER_MS,
  FIRST_VERSION,
  FUNCTIONS,
  JOBS,
  LOGGED_ORDER_KEY,
  NEW_KEY,
  NEWCOMER,
  NOW_MS,
  ORDER,
  OUTPUT,
  SAID,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
  VIEWER,
} from "./farms.ts";

type Fields = Readonly<Record<string, Json>>;

const VALVE = "oak/dht-1/valve";
/** Viewers may order it, and nobody has yet. */
const VENT = "oak/dht-1/vent";
/** Defined no more; its order, log and state are left. */
const GONE = "oak/dht-1/gone";
const OTHER_ROOTS = ["outputOrders", "outputStates", "outputLog"];
const ROOTS = ["outputs", ...OTHER_ROOTS];
const OF_BOARD = [...ROOTS, "outputPlaces"];
const LOGGED = `outputLog/${VALVE}/${LOGGED_ORDER_KEY}`;
const PLACES = "outputPlaces/oak/dht-1";
const NOW = { ".sv": "timestamp" };
const UNTIL = NOW_MS + 10 * MINUTE_MS;
const EVERYBODY_ELSE = [OUTSIDER, NEWCOMER, FUNCTIONS, JOBS, null];

interface Ordering {
  readonly path?: string;
  readonly key?: string;
  /** In the order and in the log. */
  readonly both?: Fields;
  readonly order?: Fields;
  readonly log?: Fields;
}

/** What an honest person writes, with this changed. */
export function ordering(
  by: string,
  { path = VALVE, key = NEW_KEY, both = {}, order = {}, log = {} }: Ordering = {},
): Operation {
  const version = path === VALVE ? FIRST_VERSION + 1 : nextVersion(undefined, NOW_MS);
  const said = { value: 1, version, until: UNTIL, by, at: NOW, ...both };
  return update({
    [`outputOrders/${path}`]: {
      ...said,
      ...(said.value !== 0 && { asked: NOW }),
      entry: key,
      ...order,
    },
    [`outputLog/${path}/${key}`]: { ...said, ...log },
  });
}

const nothingAt = (roots: readonly string[], path: string): Readonly<Record<string, null>> =>
  Object.fromEntries(roots.map((root) => [`${root}/${path}`, null]));
const without = (roots: readonly string[], one: string): readonly string[] =>
  roots.filter((root) => root !== one);
const removing = (roots: readonly string[], path: string): Operation =>
  update(nothingAt(roots, path));

/** An output at a place that is free. */
function defining(fields: Fields, path = "oak/dht-1/pump", place = "c") {
  return [OWNER, definition(fields, path, place)] as const;
}

const definition = (...of: Parameters<typeof definitionOf>): Operation =>
  update(definitionOf(...of));

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

function stating(fields: Fields, path = VALVE) {
  const operation = set(`outputStates/${path}`, { ...SAID, ...fields });
  return [FUNCTIONS, operation] as const;
}

const OFF: Fields = { value: 0, until: null };
const WITHOUT_FARM = { path: "elm/dht-1/valve" };

const DEFINITIONS: readonly Case[] = [
  ...allowed(
    "An output, defined and changed by an owner",
    defining({}),
    defining({ kind: "level", leaseSeconds: 60, maxOnSeconds: 1, viewersMay: true }),
    defining({ leaseSeconds: 3_600, maxOnSeconds: 86_400 }, "oak/dht-2/a-1_b", "a"),
    [SECOND_OWNER, set(`outputs/${VALVE}`, { ...OUTPUT, name: "Drip line" })],
    [OWNER, set(`outputs/${VALVE}/leaseSeconds`, 120)],
    [OWNER, set(`outputs/${VALVE}/viewersMay`, true)],
    [OWNER, remove(`outputs/${VENT}/viewersMay`)],
  ),
  ...allowed(
    "An output at a place whose output is gone, goes, or has another place",
    defining({}, "oak/dht-1/pump", "g"),
    [OWNER, update({ ...definitionOf({}, "oak/dht-1/pump", "b"), [`outputs/${VENT}`]: null })],
    [...defining({}), { [`${PLACES}/c`]: "vent" }],
    // The same name again, at the place that still names it, and at another.
    [...defining({}), { [`${PLACES}/c`]: "pump" }],
    [...defining({}), { [`${PLACES}/d`]: "pump" }],
    // What an administrator wrote without a place gets one.
    [...defining({}), { "outputs/oak/dht-1/pump": { name: "Pump" } }],
  ),
  ...denied(
    "An output without a place, or at one that it does not have or another has: so a board has eight at most",
    defining({}, "oak/dht-1/pump", "a"),
    // Of two who define one output at once, the second would change the first one's.
    defining({}, VALVE, "a"),
    defining({ place: null }),
    defining({ place: "d" }),
    defining({ place: "a" }),
    [OWNER, set("outputs/oak/dht-1/pump", { ...OUTPUT, place: "c" })],
    [OWNER, set("outputs/oak/dht-1/pump", { ...OUTPUT, place: "i" }), { [`${PLACES}/i`]: "pump" }],
    [OWNER, set(`outputs/${VALVE}/place`, "c"), { [`${PLACES}/c`]: "valve" }],
    [OWNER, remove(`outputs/${VALVE}/place`)],
  ),
  ...denied(
    "A place that names an output that is not there, or another one's place, or taken by somebody who is no owner",
    [OWNER, set(`${PLACES}/c`, "pump")],
    [OWNER, set(`${PLACES}/c`, "valve")],
    [OWNER, set(`${PLACES}/i`, "pump"), placed("i")],
    [OWNER, set(`${PLACES}/c`, "Pump"), placed("c", "Pump")],
    ...[VIEWER, ...EVERYBODY_ELSE, `${OWNER}/`].map(
      (actor) => [actor, set(`${PLACES}/c`, "pump"), placed("c")] as const,
    ),
    ...[OWNER, VIEWER, FUNCTIONS, JOBS].map((actor) => [actor, { read: PLACES }] as const),
  ),
  ...allowed("The place of an output that an administrator wrote", [
    OWNER,
    set(`${PLACES}/c`, "pump"),
    placed("c"),
  ]),
  ...allowed(
    "An output, removed with all that belongs to it",
    [OWNER, remove(`outputs/${VENT}`)],
    [OWNER, removing(ROOTS, VALVE)],
    ...OTHER_ROOTS.map((root) => [OWNER, remove(`${root}/${GONE}`)] as const),
  ),
  ...allowed(
    "All outputs of a board with all that belongs to them, also with their sensor",
    [OWNER, removing(OF_BOARD, "oak/dht-1")],
    [OWNER, update({ "registeredSensors/dht-1": null, ...nothingAt(OF_BOARD, "oak/dht-1") })],
    ...OF_BOARD.map((root) => [OWNER, remove(`${root}/oak/bme-1`)] as const),
  ),
  ...denied(
    "A sensor whose outputs stay, or outputs of which something stays, removed",
    [OWNER, remove("registeredSensors/dht-1")],
    [OWNER, update({ "registeredSensors/dht-1": null, ...nothingAt(OTHER_ROOTS, "oak/dht-1") })],
    ...OTHER_ROOTS.map((stays) => [OWNER, removing(without(ROOTS, stays), VALVE)] as const),
    ...[...OTHER_ROOTS, "outputPlaces"].map(
      (stays) => [OWNER, removing(without(OF_BOARD, stays), "oak/dht-1")] as const,
    ),
    [OWNER, remove(`outputs/oak`)],
  ),
  ...denied(
    "What belongs to outputs that stay, removed, or by somebody who is no owner",
    ...[...OTHER_ROOTS, "outputPlaces"].map(
      (root) => [OWNER, remove(`${root}/oak/dht-1`)] as const,
    ),
    [OWNER, remove(`${PLACES}/a`)],
    ...OF_BOARD.flatMap((root) =>
      [VIEWER, ...EVERYBODY_ELSE].map((actor) => [actor, remove(`${root}/oak/bme-1`)] as const),
    ),
  ),
  ...denied(
    "Written by an owner instead, where a removal would be granted",
    [OWNER, set("outputOrders/oak/bme-1/valve", { ...ORDER, at: NOW, entry: NEW_KEY })],
    [OWNER, set("outputStates/oak/bme-1/valve", SAID)],
    [OWNER, set("outputs/oak/dht-2/valve", OUTPUT)],
    [OWNER, set("outputPlaces/oak/dht-2/a", "valve")],
    [
      OWNER,
      set(`outputLog/oak/bme-1/valve/${NEW_KEY}`, ORDER),
      { "outputOrders/oak/bme-1/valve": ORDER },
    ],
  ),
  ...denied(
    "What belongs to an output that is defined, removed, or to one that is not, by a viewer",
    ...OTHER_ROOTS.flatMap((root) => [
      [OWNER, remove(`${root}/${VALVE}`)] as const,
      ...[VIEWER, ...EVERYBODY_ELSE].map((actor) => [actor, remove(`${root}/${GONE}`)] as const),
    ]),
    [OWNER, remove(`outputLog/${VALVE}/${LOGGED_ORDER_KEY}`)],
  ),
  ...denied(
    "An output of another shape",
    defining({ name: null }),
    defining({ name: "x".repeat(101) }),
    defining({ kind: null }),
    defining({ kind: "motor" }),
    defining({ leaseSeconds: null }),
    defining({ leaseSeconds: 59 }),
    defining({ leaseSeconds: 3_601 }),
    defining({ leaseSeconds: 60.5 }),
    defining({ maxOnSeconds: null }),
    defining({ maxOnSeconds: 0 }),
    defining({ maxOnSeconds: 86_401 }),
    defining({ maxOnSeconds: 1.5 }),
    defining({ viewersMay: false }),
    defining({}, "oak/dht-1/Pump"),
    defining({}, "oak/dht-1/1"),
    defining({}, `oak/dht-1/p${"u".repeat(15)}`),
    [OWNER, set(`outputs/${VALVE}/kind`, "level")],
    [OWNER, remove(`outputs/${VALVE}/name`)],
  ),
  ...denied(
    "An output of a sensor that is not the farm's",
    defining({}, "oak/bme-1/pump"),
    defining({}, "oak/nobody/pump"),
    defining({}, "elm/bme-1/pump"),
    [OUTSIDER, definition({}, "elm/dht-1/pump")],
  ),
  ...denied(
    "An output, defined by somebody who is no owner",
    ...[VIEWER, ...EVERYBODY_ELSE].flatMap((actor) => [
      [actor, definition({})] as const,
      [actor, remove(`outputs/${VENT}`)] as const,
    ]),
  ),
];

const ORDERS: readonly Case[] = [
  ...allowed(
    "Ordered by an owner, and by a viewer where the output says so",
    [OWNER, ordering(OWNER)],
    [SECOND_OWNER, ordering(SECOND_OWNER, { both: OFF })],
    [OWNER, ordering(OWNER, { path: VENT, both: { value: 100, until: NOW_MS + DAY_MS } })],
    [VIEWER, ordering(VIEWER, { path: VENT, both: { value: 55 } })],
    [VIEWER, ordering(VIEWER, { path: VENT, both: OFF })],
  ),
  ...denied(
    "Ordered by somebody who may not",
    [VIEWER, ordering(VIEWER)],
    [VIEWER, ordering(VIEWER, { both: OFF })],
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, JOBS].flatMap((actor) => [
      [actor, ordering(actor)] as const,
      [actor, ordering(actor, { path: VENT })] as const,
    ]),
    [null, ordering("null", { path: VENT })],
    [`${OWNER}/`, ordering(`${OWNER}/`)],
    [`${VIEWER}/`, ordering(`${VIEWER}/`, { path: VENT })],
    [OWNER, ordering(OWNER, WITHOUT_FARM)],
  ),
  ...denied(
    "Ordered by two at once, or with another version than the next",
    [OWNER, ordering(OWNER, { both: { version: FIRST_VERSION } })],
    [OWNER, ordering(OWNER, { both: { version: FIRST_VERSION + 2 } })],
    [OWNER, ordering(OWNER, { both: { version: "2" } })],
    [OWNER, ordering(OWNER, { path: VENT, both: { version: 1 } })],
    [
      OWNER,
      ordering(OWNER, { path: VENT, both: { version: nextVersion(undefined, NOW_MS) + 0.5 } }),
    ],
    // The version after another first one: somebody else may have given the first order in the second before.
    [OWNER, ordering(OWNER, { path: VENT, both: { version: nextVersion(undefined, NOW_MS) + 1 } })],
    [
      OWNER,
      ordering(OWNER, { path: VENT, both: { version: nextVersion(undefined, NOW_MS + 660_000) } }),
    ],
    [
      OWNER,
      ordering(OWNER, { path: VENT, both: { version: nextVersion(undefined, NOW_MS - 660_000) } }),
    ],
    [OWNER, set(`outputOrders/${VALVE}/until`, UNTIL)],
    [OWNER, set(`outputOrders/${VALVE}/value`, 0)],
  ),
  ...denied(
    "An order that is not in the log, or stands there otherwise",
    [OWNER, ordering(OWNER, { log: { value: 0 } })],
    [OWNER, ordering(OWNER, { log: { version: FIRST_VERSION } })],
    [OWNER, ordering(OWNER, { log: { until: UNTIL - 1 } })],
    [OWNER, ordering(OWNER, { log: { until: null } })],
    [OWNER, ordering(OWNER, { both: { value: 0 }, log: { until: null } })],
    [OWNER, ordering(OWNER, { log: { by: SECOND_OWNER } })],
    [OWNER, ordering(OWNER, { log: { at: EARLIER_MS } })],
    [OWNER, ordering(OWNER, { log: { value: null } })],
    [OWNER, ordering(OWNER, { log: { note: "x" } })],
    [OWNER, ordering(OWNER, { order: { entry: LOGGED_ORDER_KEY } })],
    [OWNER, ordering(OWNER, { order: { entry: null } })],
    [OWNER, ordering(OWNER, { order: { entry: `${NEW_KEY}/` } })],
    [OWNER, ordering(OWNER, { key: "entry" })],
    // The entry of the order before.
    [OWNER, ordering(OWNER, { key: LOGGED_ORDER_KEY })],
    // One that somebody left there with the next version.
    [
      OWNER,
      set(`outputOrders/${VALVE}`, {
        ...ORDER,
        version: FIRST_VERSION + 1,
        entry: NEW_KEY,
        at: NOW,
        asked: NOW,
      }),
      { [`outputLog/${VALVE}/${NEW_KEY}`]: { ...ORDER, version: FIRST_VERSION + 1 } },
    ],
    [OWNER, set(`outputLog/${VALVE}/${NEW_KEY}`, { ...ORDER, at: NOW })],
    [OWNER, set(`outputLog/${GONE}/${NEW_KEY}`, ORDER)],
    // The entry of an order that an administrator wrote without one.
    ...[OWNER, ...EVERYBODY_ELSE].map(
      (actor) => [actor, set(LOGGED, ORDER), { [LOGGED]: null }] as const,
    ),
    [OWNER, set(`outputLog/${VALVE}/${LOGGED_ORDER_KEY}/by`, SECOND_OWNER)],
    [OWNER, set(`outputLog/${VALVE}/${LOGGED_ORDER_KEY}/value`, 1)],
  ),
  ...denied(
    "An order that was given too long ago, or nobody knows when",
    ...[NOW_MS - 2 * MINUTE_MS, NOW_MS + 11 * MINUTE_MS, "now", null].map(
      (asked) => [OWNER, ordering(OWNER, { order: { asked } })] as const,
    ),
    [OWNER, ordering(OWNER, { both: OFF, order: { asked: NOW } })],
  ),
  ...denied(
    "An order of another shape",
    [OWNER, ordering(OWNER, { both: { value: 2 } })],
    [OWNER, ordering(OWNER, { path: VENT, both: { value: 101 } })],
    [OWNER, ordering(OWNER, { path: VENT, both: { value: 0.5 } })],
    [OWNER, ordering(OWNER, { both: { value: -1 } })],
    [OWNER, ordering(OWNER, { both: { value: null } })],
    [OWNER, ordering(OWNER, { both: { until: null } })],
    [OWNER, ordering(OWNER, { both: { value: 0 } })],
    [OWNER, ordering(OWNER, { both: { until: NOW_MS - 1 } })],
    [OWNER, ordering(OWNER, { both: { until: UNTIL + 0.5 } })],
    [OWNER, ordering(OWNER, { both: { until: NOW_MS + DAY_MS + 11 * MINUTE_MS } })],
    [OWNER, ordering(OWNER, { both: { by: SECOND_OWNER } })],
    [OWNER, ordering(OWNER, { both: { by: null } })],
    [OWNER, ordering(OWNER, { both: { at: NOW_MS - 1 } })],
    [OWNER, ordering(OWNER, { both: { at: null } })],
    [OWNER, ordering(OWNER, { order: { note: "x" } })],
    [OWNER, ordering(OWNER, { path: "oak/dht-1/pump" })],
    [OWNER, ordering(OWNER, { path: GONE })],
  ),
];

const STATES: readonly Case[] = [
  ...allowed(
    "What a board says, stored by the functions",
    stating({}),
    stating({ value: 0, reason: "limit" }),
    stating({ value: 0, version: 0, reason: "start" }),
    stating({ since: NOW_MS }),
    stating({ since: 1 }),
    // Sent again.
    stating({ at: EARLIER_MS }),
    stating({ value: 100, version: 1e12, reason: "local" }, VENT),
    [
      FUNCTIONS,
      update({
        [`outputStates/${VALVE}`]: SAID,
        "ingest/dht-1": "key-of-oak",
      }),
    ],
  ),
  ...denied(
    "What a board says, if late, with an old key, of another shape, or by somebody else",
    stating({ at: EARLIER_MS - 1 }),
    stating({ at: NOW_MS - 11 * MINUTE_MS }, VENT),
    stating({ at: NOW_MS + 11 * MINUTE_MS }),
    stating({ at: null }),
    stating({ heard: null }),
    ...[NOW_MS - 1, NOW_MS + 1, "now"].map((heard) => stating({ heard })),
    stating({ value: null }),
    stating({ value: 101 }),
    stating({ value: 0.5 }),
    stating({ value: -1 }),
    stating({ version: null }),
    stating({ version: -1 }),
    stating({ version: 1.5 }),
    stating({ version: 1e12 + 1 }),
    stating({ reason: null }),
    stating({ reason: "tired" }),
    stating({ note: "x" }),
    stating({ since: NOW_MS + 1 }),
    stating({ since: 0 }),
    stating({ since: "1" }),
    stating({}, "oak/dht-1/pump"),
    stating({}, GONE),
    stating({}, "oak/bme-1/pump"),
    stating({}, "elm/dht-1/valve"),
    ...[OWNER, VIEWER, OUTSIDER, JOBS, null].map(
      (actor) => [actor, set(`outputStates/${VALVE}`, SAID)] as const,
    ),
    [
      FUNCTIONS,
      update({
        [`outputStates/${VALVE}`]: SAID,
        "ingest/dht-1": "key-of-elm",
      }),
    ],
    // Of a sensor that another farm has registered since.
    [FUNCTIONS, set("outputStates/oak/bme-1/valve", SAID), { "outputs/oak/bme-1/valve": OUTPUT }],
  ),
];

const READS: readonly Case[] = [
  ...denied(
    "Read by the functions, of more than one sensor at a time",
    ...["outputs", "outputOrders"].map((root) => [FUNCTIONS, { read: `${root}/oak` }] as const),
    [FUNCTIONS, { read: `outputStates/${VALVE}` }],
    [FUNCTIONS, { read: `outputLog/${VALVE}` }],
  ),
  ...denied(
    "Read by somebody else, or of all farms",
    ...ROOTS.flatMap((root) => [
      ...[OUTSIDER, NEWCOMER, null].map((actor) => [actor, { read: `${root}/${VALVE}` }] as const),
      [OWNER, { read: root }] as const,
      [JOBS, { read: root }] as const,
    ]),
    [JOBS, { read: `outputLog/${VALVE}` }],
  ),
  ...nothing("Of a sensor without outputs", [VIEWER, { read: "outputs/oak/twin" }]),
];

export const OUTPUT_CASES: readonly Case[] = [...DEFINITIONS, ...ORDERS, ...STATES, ...READS];
