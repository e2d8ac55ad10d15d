/** How boards are, as the command line says it, and what the doctor says about them. */

import { fieldOf, textOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { listFarmSensors } from "../../../tools/cli/src/commands/sensors/show-sensors";
import { secondsOrNone } from "../../../tools/cli/src/commands/sensors/ask-interval";
import type { Database, Json } from "../../../tools/cli/src/core/database";
import type { OpenSession } from "../../../tools/cli/src/core/session";
import { checkBoards } from "../../../tools/cli/src/doctor/boards";

const NOW = Date.UTC(2026, 2, 1, 6);
const FRESH = NOW - MINUTE_MS;
const HOUR_AGO = NOW - 60 * MINUTE_MS;

const sensor = (name: string, greenhouse?: string) => ({
  sensorName: name,
  sensorType: "SHT31",
  farmId: "oak",
  ...(greenhouse !== undefined && { greenhouse }),
});

const GOOD = {
  farms: { oak: { name: "Oak" } },
  lastSeen: { oak: { a: { light: FRESH }, b: { light: FRESH }, out: { light: HOUR_AGO } } },
  registeredSensors: { a: sensor("A", "north"), b: sensor("B", "north"), out: sensor("Out") },
  boards: {
    oak: {
      a: { version: "arduino 1.10", rssi: -71, heard: FRESH },
      b: { rssi: -118, snr: -9, heard: FRESH },
      // Taken out of its greenhouse.
      out: { version: "arduino 1.2", rssi: -99, heard: HOUR_AGO },
    },
  },
};
const BAD = {
  ...GOOD,
  lastSeen: { oak: { a: { light: FRESH }, b: { light: FRESH }, c: { none: HOUR_AGO } } },
  registeredSensors: { ...GOOD.registeredSensors, c: sensor("C", "north") },
  boards: {
    oak: {
      ...GOOD.boards.oak,
      b: { version: "arduino 1.9", rssi: -86, heard: FRESH },
      c: { linkquality: 12, heard: HOUR_AGO },
    },
  },
};

/** Reads a tree as the administrator. */
function databaseOf(tree: object): Database {
  const at = (path: string): unknown =>
    path.split("/").reduce<unknown>((node, key) => fieldOf(node, key), tree);
  const children = (path: string) => Object.entries(Object(at(path)) as Record<string, Json>);
  const database: Partial<Database> = {
    read: (path) => Promise.resolve((at(path) ?? null) as Json),
    find: (path, field, value) =>
      Promise.resolve(
        Object.fromEntries(children(path).filter(([, child]) => textOf(child, field) === value)),
      ),
    readPage: (path, { after }) =>
      Promise.resolve(children(path).filter(([key]) => after === undefined || key > after)),
    clockOffset: () => Promise.resolve(0),
  };
  return database as Database;
}

/** An administrator wrote them. No date can hold them. */
const NO_TIMES = {
  ...GOOD,
  lastSeen: { oak: { a: { light: 1e20 }, b: { light: -9e15 } } },
  boards: { oak: { a: { version: "arduino 1.2", heard: 1e20 }, b: { rssi: -99, heard: -9e15 } } },
};
/** It is not linked, so nobody should install its version. */
const NEWER_UNLINKED = {
  ...GOOD,
  boards: { oak: { ...GOOD.boards.oak, out: { version: "arduino 9", heard: FRESH } } },
};

const fine = (boards: number): string =>
  `${boards} boards send in time. None has a weak signal or an older program.`;
const NEVER_SILENT = {
  ...BAD,
  boards: GOOD.boards,
  alertSettings: { oak: { silentAfterMinutes: 0, lowBatteryPercent: 20 } },
};

test.each([
  ["times that no date can hold", NO_TIMES, fine(2)],
  ["a newer board that is not linked", NEWER_UNLINKED, fine(2)],
  ["good boards", GOOD, fine(2)],
  ["no boards", {}, "No board has sent anything yet."],
  ["a farm that never counts sensors as silent", NEVER_SILENT, fine(3)],
])("the doctor accepts %s", async (_, tree, detail) => {
  expect(await checkBoards(databaseOf(tree), NOW)).toEqual({ name: "boards", state: "ok", detail });
});

test("the doctor names weak, old and silent boards, and what to do", async () => {
  expect(await checkBoards(databaseOf(BAD), NOW)).toEqual({
    name: "boards",
    state: "warning",
    detail:
      "Weak signal: b (-86 dBm), c (quality 12). Older program: b (arduino 1.9, others have arduino 1.10). Silent: c (since 2026-03-01T05:00Z).",
    remedy:
      "Move boards with a weak signal, their antenna or the access point. Install the newer program on the older boards. Check power and network of silent boards, and their log. More: `farm sensor show c`",
  });
});

async function list(tree: object): Promise<readonly [json: Json, text: string]> {
  let printed: [Json, string] = [null, ""];
  const out = { result: (...result: [Json, string]) => void (printed = result) };
  const session = { database: databaseOf(tree), out, now: () => NOW } as unknown as OpenSession;
  await listFarmSensors(session, "oak");
  return printed;
}

test("lists sensors with program, signal and last reading", async () => {
  const [json, text] = await list(BAD);
  expect(text.split("\n")).toEqual([
    "SENSOR  NAME  TYPE   ROLE  GREENHOUSE  PROGRAM              SIGNAL             LAST READING",
    "a       A     SHT31  air   north       arduino 1.10         -71 dBm            2026-03-01T05:59Z",
    "b       B     SHT31  air   north       arduino 1.9 (older)  -86 dBm (weak)     2026-03-01T05:59Z",
    "out     Out   SHT31  air   (unlinked)  arduino 1.2 (older)  -99 dBm (weak)",
    "c       C     SHT31  air   north                            quality 12 (weak)  2026-03-01T05:00Z (silent)",
  ]);
  expect(json).toMatchObject([
    { uid: "a", lastSeen: FRESH, silent: false },
    {
      board: {
        version: "arduino 1.9",
        rssi: -86,
        heard: FRESH,
        weak: true,
        newer: "arduino 1.10",
      },
    },
    { greenhouse: null, lastSeen: null, silent: false },
    { board: { linkquality: 12, weak: true, newer: null }, silent: true },
  ]);
});

test("lists sensors whose times no date can hold", async () => {
  const [, text] = await list(NO_TIMES);
  expect(text.split("\n").slice(1, 3)).toEqual([
    "a       A     SHT31  air   north",
    "b       B     SHT31  air   north",
  ]);
});

test.each([
  ["none", null],
  ["60", 60],
  ["5m", 300],
])("the interval %s is %s", (text, expected) => {
  expect(secondsOrNone(text)).toBe(expected);
});

test.each(["9", "2h", "1.5", "", "fast"])("the interval %j is refused", (text) => {
  expect(() => secondsOrNone(text)).toThrow("whole seconds from 10s to 1h");
});
