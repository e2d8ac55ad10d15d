/** The records of a farm: sensors, members, notes, and code for boards. */

import { parseCard } from "@greenhouse/domain/identity/farm-records";
import type { Invitation } from "@greenhouse/domain/identity/invitations";
import { signBody } from "@greenhouse/domain/identity/signing";
import { execFileSync } from "node:child_process";
import { readGreenhouses, readListedFarms, readSensors } from "../../../../web/src/model/farm/farm";
import type { Sensor } from "../../../../web/src/model/farm/farm";
import {
  listGreenhouses,
  parseGreenhouseFilter,
  searchOfGreenhouses,
} from "../../../../web/src/model/farm/greenhouse-list";
import { standingOf } from "../../../../web/src/model/farm/invitations";
import { readBoardMarks } from "../../../../web/src/model/farm/board-marks";
import { isKept } from "../../../../web/src/model/farm/kept-paths";
import { isolated, saysSoil, suggestedName } from "../../../../web/src/model/farm/names";
import { faultOfNote } from "../../../../web/src/model/farm/notes";
import { withPendingSensors } from "../../../../web/src/model/farm/pending-sensors";
import { readCsvFile } from "@greenhouse/domain/words/csv-file";
import { readSensorCsv, readSensorLines } from "@greenhouse/domain/identity/sensor-csv";
import type { SensorCsv } from "@greenhouse/domain/identity/sensor-csv";
import { NO_FILTER, parseFilter, searchOf } from "../../../../web/src/model/farm/sensor-list";
import type { SensorFilter } from "../../../../web/src/model/farm/sensor-list";
import { snippetOf } from "../../../../web/src/model/farm/snippet";

describe("records", () => {
  test("reads sensors, also from a list that the SDK made of numbered children", () => {
    const stored = { sensorName: "Air", sensorType: "SHT31", farmId: "f" };
    const sensor = { name: "Air", type: "SHT31", greenhouse: undefined, role: "air" };
    expect(readSensors([undefined, stored, null])).toEqual([{ uid: "1", ...sensor }]);
    expect(readSensors({ x: { ...stored, role: "soil" }, y: { ...stored, role: "sea" } })).toEqual([
      { uid: "x", ...sensor, role: "soil" },
      { uid: "y", ...sensor },
    ]);
  });

  test("reads a valid interval only", () => {
    const records = { a: { intervalSeconds: 5 }, b: { intervalSeconds: 60 } };
    const intervals = [readGreenhouses, readSensors].map((read) =>
      read(records).map(({ intervalSeconds }) => intervalSeconds),
    );
    expect(intervals).toEqual([
      [undefined, 60],
      [undefined, 60],
    ]);
  });

  test("reads the listed farms without unanswered invitations of earlier versions", () => {
    expect(readListedFarms({ a: true, b: "invited", c: true })).toEqual(["a", "c"]);
  });

  test("reads at most three quantities of a card, in the table's order", () => {
    expect(parseCard({ co2: true, ec: true, ph: true, light: true, vpd: "yes" })).toEqual([
      "light",
      "co2",
      "ec",
    ]);
  });
});

describe("an invitation", () => {
  const NOW = 1_000_000;
  const INVITATION: Invitation = {
    role: "viewer",
    expiresAt: NOW + 1,
    farmName: "Oak",
    by: "olga",
    byName: "Olga",
    usedBy: undefined,
  };

  test.each([
    ["open", INVITATION, false],
    ["gone", undefined, false],
    ["used", { ...INVITATION, usedBy: "vera" }, false],
    ["expired", { ...INVITATION, expiresAt: NOW }, false],
    ["member", INVITATION, true],
    ["own", { ...INVITATION, by: "nina" }, true],
    ["used", { ...INVITATION, by: "nina", usedBy: "vera" }, true],
  ] as const)("says that an invitation is %s", (standing, invitation, isMember) => {
    expect(standingOf(invitation, { uid: "nina", isMember }, NOW)).toBe(standing);
  });
});

describe("cached values", () => {
  test.each(["farms/a/name", "sensors/tomatoes/current", "outputOrders/a"])("caches %s", (path) => {
    expect(isKept(path)).toBe(true);
  });

  test.each([
    "farms/a",
    "farms/a/apiKey",
    "sensorKeys/air",
    "alertSettings/a",
    "users/me/alerts",
    "farmCreators",
    "sensors/tomatoes/history",
    "invitations/a",
    "outputLog/a",
  ])("does not cache %s", (path) => {
    expect(isKept(path)).toBe(false);
  });
});

describe("names", () => {
  test.each([
    ["Maria", "Maria"],
    ["مزرعة", "\u2068مزرعة\u2069"],
    ["Farm חווה", "\u2068Farm חווה\u2069"],
  ])("isolates %p in a sentence", (name, text) => {
    expect(isolated(name)).toBe(text);
  });

  test.each([
    ["Maria", "Maria"],
    ["m@example.com", "m"],
    ["x".repeat(101), "x".repeat(100)],
  ])("suggests for an account named %p the name %p", (name, suggested) => {
    expect(suggestedName({ uid: "u", name, email: "m@example.com" })).toBe(suggested);
  });

  test.each([
    ["Soil, row 3", true],
    ["Erdbeeren", false],
  ])("decides if %j measures the soil: %p", (text, isSoil) => {
    expect(saysSoil(text)).toBe(isSoil);
  });
});

test.each([
  ["Watered", 0, undefined],
  ["x".repeat(201), 0, { field: "text", fault: "tooLong" }],
  ["Watered", NaN, { field: "at", fault: "badTime" }],
  ["Watered", 61_000, { field: "at", fault: "stillToCome" }],
] as const)("checks the note %j, %d ms from now", (text, time, fault) => {
  const now = 1_000_000;
  expect(faultOfNote(text, now + time, now)).toEqual(fault);
});

describe("pending sensors", () => {
  const stored = (uid: string): Sensor => ({
    uid,
    name: uid,
    type: "SHT31",
    greenhouse: undefined,
    role: "air",
  });
  const record = {
    sensorName: "New one",
    sensorType: "BME280",
    farmId: "farm",
    greenhouse: "herbs",
  };

  function pendingOf(...writes: readonly Readonly<Record<string, unknown>>[]): object {
    const all = withPendingSensors([stored("a"), stored("b")], "farm", writes);
    return Object.fromEntries(all.map(({ sensor, pending }) => [sensor.name, pending]));
  }

  test.each([
    ["a field", [{ "registeredSensors/a/greenhouse": "herbs" }], { a: "changed", b: undefined }],
    ["a removal", [{ "registeredSensors/b": null }], { a: undefined, b: "removed" }],
    [
      "a new one, but none of another farm",
      [
        { "registeredSensors/new": record },
        { "registeredSensors/c": { ...record, sensorName: "Other", farmId: "other" } },
      ],
      { a: undefined, b: undefined, "New one": "added" },
    ],
  ])("marks as pending: %s", (_, writes, expected) => {
    expect(pendingOf(...writes)).toEqual(expected);
  });
});

describe("the list of greenhouses", () => {
  const all = [
    { name: "Basil", state: "well", temperature: 31 },
    { name: "Chard", state: "warn", temperature: 20 },
    { name: "Dill", state: "unchecked", temperature: undefined },
    { name: "Kale", state: "in-hand", temperature: 2 },
    { name: "Aubergines", state: "well", temperature: -3 },
    { name: "Peas", state: "bad", temperature: 5 },
    { name: "Mint", state: "bad", temperature: 3 },
  ] as const;

  test.each([
    ["", "Mint Peas Chard Kale Dill Aubergines Basil"],
    ["?show=problems", "Mint Peas Chard Kale"],
    ["?sort=name", "Aubergines Basil Chard Dill Kale Mint Peas"],
    ["?sort=coldest", "Aubergines Kale Mint Peas Chard Basil Dill"],
    ["?show=problems&sort=warmest", "Chard Peas Mint Kale"],
  ])("sorts and filters with %p", (search, names) => {
    const filter = parseGreenhouseFilter(search);
    expect(searchOfGreenhouses(filter)).toBe(search);
    expect(
      listGreenhouses(all, filter)
        .map(({ name }) => name)
        .join(" "),
    ).toBe(names);
  });
});

describe("the list of sensors", () => {
  test.each([
    ["?q=a+%26b", { text: "a &b" }],
    [
      "?show=attention&sort=-reading",
      { shown: "attention", column: "reading", isDescending: true },
    ],
  ] satisfies [string, Partial<SensorFilter>][])(
    "writes and parses the address %p",
    (search, filter) => {
      expect(parseFilter(search)).toEqual({ ...NO_FILTER, ...filter });
      expect(searchOf({ ...NO_FILTER, ...filter })).toBe(search);
    },
  );
});

test("marks weak and older boards, and nothing else", () => {
  const heard = 1;
  const stored = {
    a: { version: "arduino 1.10", rssi: -71, heard },
    b: { version: "arduino 1.9", rssi: -60, heard },
    c: { rssi: -118, snr: -14, heard },
  };
  expect(readBoardMarks(stored, new Set(["a", "b", "c"]))).toEqual({
    b: { weak: undefined, older: { version: "arduino 1.9", newer: "arduino 1.10" } },
    c: { weak: { signal: "snr", value: -14 }, older: undefined },
  });
});

describe("the code for a board", () => {
  const hostile = `it's "$(date)" \`id\` \\ $HOME`;
  const facts = { uid: hostile, functionsUrl: "https://example.com", key: "-k'ey" };

  /** Replaces curl: prints each argument on a line. */
  const FAKE_CURL = `curl() { printf '%s\\n' "$@"; }; `;

  test("sends a hostile uid unchanged from the shell, and signs the whole body", () => {
    const lines = execFileSync("bash", ["-c", FAKE_CURL + snippetOf("shell", facts)], {
      encoding: "utf8",
    }).split("\n");
    const body = lines[lines.indexOf("-d") + 1] ?? "";
    expect(lines).toContain("https://example.com/sensorData");
    expect(lines).toContain(`X-Signature: ${signBody(facts.key, body)}`);
    expect(JSON.parse(body)).toEqual({
      uid: hostile,
      timestamp: expect.any(Number),
      temperature: 21.5,
      humidity: 60,
    });
  });

  /** Replaces the module: prints the request. */
  const FAKE_REQUEST = `
import io, urllib.request
def urlopen(request, timeout):
    print(request.full_url, request.get_header("X-signature"), request.data.decode(), sep="\\n")
    return io.StringIO("null")
urllib.request.urlopen = urlopen
`;

  test("sends a hostile uid unchanged from Python, and signs the whole body", () => {
    const program = FAKE_REQUEST + snippetOf("python", facts);
    const lines = execFileSync("python3", ["-c", program], { encoding: "utf8" });
    const [url, signature, body = ""] = lines.split("\n");
    expect(url).toBe("https://example.com/sensorData");
    expect(signature).toBe(signBody(facts.key, body));
    expect(JSON.parse(body)).toMatchObject({ uid: hostile, temperature: 21.5 });
  });
});

describe("a CSV file of new sensors", () => {
  const farm = {
    greenhouses: [{ id: "g1", name: "Tomatoes", thresholds: {}, card: [] }],
    sensors: [{ uid: "old" }],
  };
  const read = (...lines: readonly string[]): SensorCsv =>
    readSensorCsv(lines.join("\r\n"), farm, (name, line) => `${name.toLowerCase()}-${line}`);

  test("reads columns in any order, with defaults, quotes and keys that boards already have", () => {
    const key = "a-key-of-a-board-in-the-field";
    const csv = read(
      "\uFEFFUID;Name;Gewächshaus;Typ;wo;key",
      `b1;"Bench 1; north";Tomatoes;SHT31;Boden;${key}`,
      "",
      ";Door;;;;",
    );
    expect(csv.faults).toEqual([]);
    expect(csv.sensors).toEqual([
      {
        sensor: {
          uid: "b1",
          name: "Bench 1; north",
          type: "SHT31",
          greenhouse: "g1",
          role: "soil",
        },
        key,
        line: 2,
      },
      {
        sensor: {
          uid: "door-4",
          name: "Door",
          type: "unknown",
          greenhouse: undefined,
          role: "air",
        },
        key: undefined,
        line: 4,
      },
    ]);
  });

  test("accepts the name of the column as the command line has it, and also returns the right lines", () => {
    const text = "name,role,uid\nBed,soil,b1\nDoor,sea,\nDesk,air,b1\n";
    const sensor = { uid: "b1", name: "Bed", type: "unknown", greenhouse: undefined, role: "soil" };
    expect(readSensorLines(text, farm, (name) => name)).toEqual({
      lines: [{ sensor, key: undefined, line: 2 }],
      faults: [
        { line: 3, fault: { kind: "role" } },
        { line: 4, fault: { kind: "repeated", line: 2 } },
      ],
    });
  });

  test("ignores rows whose cells are all empty", () => {
    const csv = read("name;uid", "Door;d1", ";", " ; ");
    expect(csv.faults).toEqual([]);
    expect(csv.sensors.map(({ sensor }) => sensor.uid)).toEqual(["d1"]);
  });

  test.each([
    ["UTF-8", Buffer.from("\uFEFFname;gewächshaus", "utf8"), { text: "name;gewächshaus" }],
    ["UTF-16", Buffer.from("\uFEFFname;gewächshaus", "utf16le"), { text: "name;gewächshaus" }],
    ["Windows-1252", Buffer.from("name;gewächshaus", "latin1"), { text: "name;gewächshaus" }],
    ["UTF-16 without a mark", Buffer.from("name;uid", "utf16le"), { fault: "notText" }],
    ["a spreadsheet", Buffer.from("PK\u0003\u0004\u0014", "latin1"), { fault: "notText" }],
    ["nothing", Buffer.from("\uFEFF\r\n"), { fault: "empty" }],
    ["a video", Buffer.alloc(1_000_001, "a"), { fault: "tooLarge" }],
  ])("reads a file of %s", async (_, bytes, expected) => {
    expect(await readCsvFile(new Blob([bytes]))).toEqual(expected);
  });

  test("reports a file that was removed, and a folder", async () => {
    const arrayBuffer = (): Promise<never> => Promise.reject(new DOMException("NotFoundError"));
    expect(await readCsvFile({ size: 4096, arrayBuffer })).toEqual({ fault: "unreadable" });
  });

  test("asks which greenhouse is meant if two have the same name", () => {
    const [house] = farm.greenhouses;
    const two = { ...farm, greenhouses: [house!, { ...house!, id: "g2" }] };
    const text = "name,greenhouse\nA,Tomatoes\nB,g2";
    const { faults } = readSensorCsv(text, two, (name) => name);
    expect(faults).toEqual([{ line: 2, fault: { kind: "sameName", name: "Tomatoes" } }]);
  });

  test("names every wrong line, and then registers none", () => {
    const csv = read(
      "name,uid,greenhouse,where,key",
      "Right,r1,Tomatoes,air,",
      ",r2,,,",
      "Taken,old,,,",
      "Twice,r1,,,",
      "Lost,r3,Melons,sea,",
      "Short,r4",
      'Open,r5,"Tomatoes,,',
      "Slash,a/b,,,",
      `Key,r5,,,${"k".repeat(15)}`,
    );
    expect(csv).toEqual({
      sensors: [],
      faults: [
        { line: 3, fault: { kind: "text", column: "name", fault: "empty" } },
        { line: 4, fault: { kind: "text", column: "uid", fault: "taken" } },
        { line: 5, fault: { kind: "repeated", line: 2 } },
        { line: 6, fault: { kind: "greenhouse", name: "Melons" } },
        { line: 6, fault: { kind: "role" } },
        { line: 7, fault: { kind: "cells", found: 2, expected: 5 } },
        { line: 8, fault: { kind: "quote" } },
        { line: 9, fault: { kind: "text", column: "uid", fault: "forbiddenCharacters" } },
        { line: 10, fault: { kind: "text", column: "key", fault: "shortKey" } },
      ],
    });
  });

  test.each([
    ["an unknown column", ["name,colour", "A,red"], { kind: "header", column: 2 }],
    ["a column twice", ["name,name", "A,B"], { kind: "header", column: 2 }],
    ["no names", ["uid,type", "a,b"], { kind: "header", column: undefined }],
    ["no sensors", ["name"], { kind: "empty" }],
    ["too many sensors", ["name", ...Array<string>(501).fill("A")], { kind: "tooMany" }],
  ])("refuses a file with %s", (_, lines, fault) => {
    expect(read(...lines)).toEqual({ sensors: [], faults: [{ line: 1, fault }] });
  });
});
