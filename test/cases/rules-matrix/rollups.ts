/** Rollups: farm-watch stores each fold once, the functions mark hours with late readings, and members read rollups. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { allowed, denied, remove, set, update } from "./case";
import type { Case, Json, Operation } from "./case";
import {
  COVERAGE,
  FUNCTIONS,
  GREENHOUSE_ROLLUP,
  HOUR_START_MS,
  JOBS,
  NEW_KEY,
  NOW_MS,
  OWNER,
  ROLLUP,
  SIGNED_ENTRY,
  SIGNED_KEY,
} from "./farms";

const RAISED = { ...COVERAGE, version: 4 };
/** Hours that are folded again, and the next of them. */
const AGAIN = { from: HOUR_START_MS - DAY_MS, next: HOUR_START_MS, until: HOUR_START_MS };
const HOUR = `rollups/north/dht-1/hour/temperature/${HOUR_START_MS}`;
const HOUSE_HOUR = `greenhouseRollups/north/hour/temperature/${HOUR_START_MS}`;
const FINE = `greenhouseRollups/north/fiveMinutes/temperature/${HOUR_START_MS}`;
const FINE_HOUR = "20.1,,-0.5/20.15/21";
const DUE = `rollupDue/north/${HOUR_START_MS}`;
const LATE = `rollupDue/north/${HOUR_START_MS - HOUR_MS}`;

const SERVER_TIME = { ".sv": "timestamp" };
/** A mark, with the time of its last renewal. */
const MARKED = { [`${DUE}/twin`]: NOW_MS - HOUR_MS };

/** The fold that removes the mark. @param lateUntil the time up to which the fold took marks */
function foldMarked(lateUntil?: Json): Operation {
  return fold(
    { [`${DUE}/twin`]: null },
    { ...RAISED, ...(lateUntil !== undefined && { lateUntil }) },
  );
}

/** @param paths that a fold writes with the version */
function fold(paths: Readonly<Record<string, Json>>, coverage: Json = RAISED): Operation {
  return update({ "rollupCoverage/north": coverage, ...paths });
}

/** A late reading, with its mark. */
function late(mark: Readonly<Record<string, Json>>, greenhouse = "north"): Operation {
  const entry = { ...SIGNED_ENTRY, updatedAt: HOUR_START_MS };
  return update({ [`sensors/${greenhouse}/history/${NEW_KEY}`]: entry, ...mark });
}

const FOLDS: readonly Operation[] = [
  fold({}, { ...RAISED, prunedUntil: HOUR_START_MS }),
  fold({}, { ...RAISED, correctedAt: NOW_MS }),
  fold({}, { ...RAISED, again: AGAIN }),
  fold({}, { ...RAISED, again: { ...AGAIN, since: NOW_MS } }),
  fold({ [FINE]: FINE_HOUR }, { ...RAISED, fineFrom: HOUR_START_MS }),
  fold({ [FINE]: "1".repeat(440) }),
  ...[1, DAY_MS].map((n) => fold({ [HOUR]: { ...ROLLUP, n } })),
  ...[1, 1000].map((n) => fold({ [HOUSE_HOUR]: { ...GREENHOUSE_ROLLUP, n } })),
  fold({ "rollupSensors/north/twin": true }),
  fold({ [HOUR]: null, [HOUSE_HOUR]: null }),
  update({ "rollupCoverage/south": { ...COVERAGE, version: 1 } }),
  ...QUANTITIES.map((quantity) =>
    fold({
      [`rollups/north/dht-1/day/${quantity}/${HOUR_START_MS}`]: ROLLUP,
      [`greenhouseRollups/north/hour/${quantity}/${HOUR_START_MS}`]: GREENHOUSE_ROLLUP,
    }),
  ),
];

const WRONG_COVERAGES: readonly Json[] = [
  { ...COVERAGE, version: 5 },
  { from: COVERAGE.from, version: 4 },
  { until: COVERAGE.until, version: 4 },
  { ...RAISED, from: HOUR_START_MS + 1 },
  { ...RAISED, until: HOUR_START_MS + 60_000 },
  { ...RAISED, prunedUntil: HOUR_START_MS + 1 },
  { ...RAISED, lateUntil: -1 },
  { ...RAISED, fineFrom: HOUR_START_MS + 1 },
  ...Object.keys(AGAIN).flatMap((field) =>
    [null, HOUR_START_MS + 1, -3_600_000, HOUR_START_MS + DAY_MS].map((time) => ({
      ...RAISED,
      again: { ...AGAIN, [field]: time },
    })),
  ),
  { ...RAISED, again: { ...AGAIN, since: -1 } },
  ...["from", "until", "prunedUntil", "fineFrom"].flatMap((field) => [
    { ...RAISED, [field]: -3_600_000 },
    { ...RAISED, [field]: HOUR_START_MS + DAY_MS },
  ]),
];

const WRONG_COUNTS: readonly Json[] = [0, 1.5];

const WRONG_ROLLUPS: readonly Json[] = [
  { min: 1, max: 2, sum: 3 },
  { min: 1, max: 2, n: 3 },
  { min: 1, sum: 2, n: 3 },
  { max: 1, sum: 2, n: 3 },

  ...WRONG_COUNTS.map((n) => ({ ...ROLLUP, n })),
  { ...ROLLUP, n: DAY_MS + 1 },
];

/** Each path contains a part that is not an hour or a day of a quantity. */
const WRONG_PLACES = [
  "minute/temperature/1700000000000",
  "hour/noise/1700000000000",

  "hour/temperature/0700000000000",
  "hour/temperature/17000000000000",
];

export const ROLLUP_CASES: readonly Case[] = [
  ...allowed("A fold", ...FOLDS.map((operation) => [JOBS, operation] as const)),
  ...denied(
    "A fold that does not raise the version by one, or covers a part of an hour",
    ...WRONG_COVERAGES.map((coverage) => [JOBS, fold({}, coverage)] as const),
    [JOBS, update({ "rollupCoverage/gone": { ...COVERAGE, version: 1 } })],
  ),
  ...denied(
    "Rollups without a version, or by anybody except farm-watch",
    [FUNCTIONS, set(HOUR, ROLLUP)],
    [JOBS, remove(HOUSE_HOUR)],
    [JOBS, set(FINE, FINE_HOUR)],
    [JOBS, set("rollupSensors/north/twin", true)],
    [JOBS, remove(`${DUE}/${SIGNED_KEY}`)],
  ),
  ...denied(
    "Malformed rollups",
    ...WRONG_ROLLUPS.map((rollup) => [JOBS, fold({ [HOUR]: rollup })] as const),
    ...[
      { min: 1, max: 2, median: 3 },
      { min: 1, max: 2, n: 3 },
      { min: 1, median: 2, n: 3 },
      { max: 1, median: 2, n: 3 },
      ...WRONG_COUNTS.map((n) => ({ ...GREENHOUSE_ROLLUP, n })),
      { ...GREENHOUSE_ROLLUP, n: 1001 },
    ].map((rollup) => [JOBS, fold({ [HOUSE_HOUR]: rollup })] as const),
    ...WRONG_PLACES.flatMap((place) => [
      [JOBS, fold({ [`rollups/north/dht-1/${place}`]: ROLLUP })] as const,
      [JOBS, fold({ [`greenhouseRollups/north/${place}`]: GREENHOUSE_ROLLUP })] as const,
    ]),
    ...["", "20.1;20.2", "1".repeat(441)].map((text) => [JOBS, fold({ [FINE]: text })] as const),
    ...["noise/1700000000000", "temperature/0700000000000"].map(
      (place) =>
        [JOBS, fold({ [`greenhouseRollups/north/fiveMinutes/${place}`]: FINE_HOUR })] as const,
    ),
    [JOBS, fold({ "rollupSensors/north/dht-1": null })],
  ),
  ...denied(
    "A mark without an entry, a malformed mark, or a mark by other people",
    [FUNCTIONS, set(`${LATE}/dht-1`, true)],
    [FUNCTIONS, late({ [`rollupDue/north/${NOW_MS - (NOW_MS % 1000) + 1}/${NEW_KEY}`]: true })],
    // Marks of a sensor that is not linked, of another greenhouse's sensor, and of another farm's.
    ...["dht-2", "bme-1", "stray"].map(
      (mark) => [FUNCTIONS, late({ [`${LATE}/${mark}`]: SERVER_TIME })] as const,
    ),
  ),
  ...allowed("A fold removes the marks up to the newest that it read", [
    JOBS,
    foldMarked(MARKED[`${DUE}/twin`]),
    MARKED,
  ]),
  ...denied("A fold removes a renewed mark, or other people remove a mark", [
    JOBS,
    foldMarked(NOW_MS - HOUR_MS - 1),
    MARKED,
  ]),
  ...denied("A new greenhouse takes over old rollups", [
    OWNER,
    set("greenhouses/past", { name: "Past", farmId: "oak" }),
  ]),
  ...denied("All greenhouses at once, or a list by other people", [
    JOBS,
    { read: "greenhouses", query: { orderByChild: "$key", limitToFirst: 1001 } },
  ]),
];
