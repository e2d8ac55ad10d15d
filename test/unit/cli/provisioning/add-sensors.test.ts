/** `farm sensor add --file` under the shipped rules: all or nothing, repeated runs, and what happens in between. */

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { MAX_SENSORS } from "@greenhouse/domain/identity/sensor-csv";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import type { InProcessDatabase } from "../../../../emulator/src/in-process";
import { addSensors } from "../../../../tools/cli/src/commands/sensors/add-sensors";
import type { Database } from "../../../../tools/cli/src/core/database";
import type { OpenSession } from "../../../../tools/cli/src/core/session";
import type { ListOptions } from "../../../../tools/cli/src/provisioning/outputs-of-list";
import { NOW_MS } from "../../../cases/rules-matrix/farms";
import { connectTo } from "../../../support/cli/embedded-database";
import { openStoredFarms } from "../../../support/rules-client/stored-farms";

const folder = useTemporaryFolder();
let tree: InProcessDatabase;
/** Called around the next update of an owner. */
let beforeUpdate: (() => unknown) | undefined;
let afterUpdate: (() => never) | undefined;
let stopping: AbortController;
let uidsBefore: readonly string[];

beforeEach(() => {
  tree = openStoredFarms();
  beforeUpdate = undefined;
  afterUpdate = undefined;
  stopping = new AbortController();
  uidsBefore = uids();
});

function read(path: string): unknown {
  const result = tree.read(path, undefined, "admin");
  return result.status === "ok" ? result.value : undefined;
}

function connect(as: "admin" | { readonly uid: string }): Database {
  return connectTo(tree, as, (update) => {
    beforeUpdate?.();
    const stored = update();
    afterUpdate?.();
    return stored;
  });
}

interface Ended {
  readonly printed: string;
  readonly notes: readonly string[];
  /** The message and the hint of the error. */
  readonly error?: readonly (string | undefined)[];
}

async function add(csv: string, options: ListOptions): Promise<Ended> {
  const notes: string[] = [];
  let printed = "";
  const inFolder = (name: string): string => join(folder(), name);
  writeFileSync(inFolder("boards.csv"), csv);
  const session = {
    database: connect("admin"),
    connections: { open: (uid: string) => Promise.resolve(connect({ uid })) },
    target: { functionsUrl: "https://farm.example" },
    now: () => NOW_MS,
    randomBytes,
    resolvePath: inFolder,
    takeOverInterrupt: () => stopping.signal,
    out: {
      result: (_: unknown, text: string) => (printed += text),
      note: (text: string) => notes.push(text),
    },
  } as unknown as OpenSession;
  try {
    await addSensors(session, "oak", "boards.csv", options);
    return { printed, notes };
  } catch (error) {
    const { message, hint } = error as Error & { hint?: string };
    return { printed, notes, error: [message, hint] };
  }
}

const LIST = "uid,name,type,greenhouse,role\nb-1,Bed,SHT31,north,soil\n,Door,,,\n";
const SETTINGS = { settings: "boards", client: "arduino" } as const;

/** The written files below the folder, with their text. */
function written(name = "boards"): Readonly<Record<string, string>> {
  const start = join(folder(), name);
  const names = readdirSync(start, { recursive: true, encoding: "utf8" }).toSorted();
  const files = names.filter((file) => statSync(join(start, file)).isFile());
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(start, file), "utf8")]));
}

const uids = (): readonly string[] => Object.keys(read("registeredSensors") as object);

/** The uids of new sensors. */
function registered(): readonly string[] {
  return uids().filter((uid) => !uidsBefore.includes(uid));
}

function keyOf(uid: string): string {
  return (read(`sensorKeys/${uid}`) as { key: string }).key;
}

test("registers all sensors of a list with their own keys, and writes their settings", async () => {
  const { printed, notes, error } = await add(LIST, { ...SETTINGS, sheet: "boards.html" });
  expect(error).toBeUndefined();
  const [door = "", ...others] = registered().filter((uid) => uid !== "b-1");
  expect([door, others]).toEqual([expect.stringMatching(/^door-\w{5}$/), []]);
  expect(read("registeredSensors/b-1")).toEqual({
    sensorName: "Bed",
    sensorType: "SHT31",
    farmId: "oak",
    greenhouse: "north",
    role: "soil",
    entry: expect.any(String) as string,
  });
  expect(read(`sensorKeys/${door}`)).toEqual({
    farmId: "oak",
    key: expect.stringMatching(/^[\w-]{32}$/) as string,
  });
  const settings = (uid: string): string =>
    `#pragma once\n\n#define GREENHOUSE_URL "https://farm.example/sensorData"\n#define GREENHOUSE_UID "${uid}"\n#define GREENHOUSE_KEY "${keyOf(uid)}"\n`;
  expect(written()).toEqual({
    "b-1/secrets.h": settings("b-1"),
    [`${door}/secrets.h`]: settings(door),
  });
  const modes = ["boards", "boards/b-1", "boards/b-1/secrets.h", "boards.html"].map(
    (name) => statSync(join(folder(), name)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  for (const uid of ["b-1", door]) {
    expect(keyOf(uid)).not.toBe(keyOf(uid === door ? "b-1" : door));
    expect(printed + notes.join()).not.toContain(keyOf(uid));
    expect(printed).toContain(uid);
  }
});

test("repeated, with more lines, it adds only these; keys are printed only if asked", async () => {
  await add(LIST, SETTINGS);
  const before = { files: written(), keys: read("sensorKeys") as object };
  const { printed, notes } = await add(`${LIST}b-3,Desk,,,outdoor\n`, {
    ...SETTINGS,
    showKeys: true,
  });
  expect(notes[0]).toBe(
    "Registered 1 sensor of boards.csv, each with its own key. 2 sensors of boards.csv were registered already.",
  );
  expect(printed).toContain(keyOf("b-1"));
  expect(written()).toEqual({ ...before.files, "b-3/secrets.h": expect.any(String) as string });
  expect(read("sensorKeys")).toEqual({
    ...before.keys,
    "b-3": { farmId: "oak", key: keyOf("b-3") },
  });
});

test("registers the most sensors of a file in one update", async () => {
  let updates = 0;
  beforeUpdate = () => (updates += 1);
  const lines = Array.from(
    { length: MAX_SENSORS },
    (_, index) => `${index % 7 ? "Bed" : `B${index}`},north`,
  );
  const { error } = await add(["name,greenhouse", ...lines].join("\n"), { showKeys: true });
  expect([error, updates, registered().length]).toEqual([undefined, 1, MAX_SENSORS]);
});

test("after a lost answer, and after an interruption, a repeated run writes what is missing", async () => {
  afterUpdate = () => {
    throw new Error("no answer");
  };
  expect((await add(LIST, SETTINGS)).error).toEqual(["no answer", undefined]);
  expect([written(), registered().length]).toEqual([{}, 2]);
  const keys = read("sensorKeys");
  // No update follows: all sensors are registered.
  stopping.abort();
  expect((await add(LIST, SETTINGS)).error).toEqual([
    "Interrupted. The sensors are registered, but 2 files of 2 are not written.",
    "For the rest, run the same command again: it takes the keys from the database.",
  ]);
  stopping = new AbortController();
  expect((await add(LIST, SETTINGS)).error).toBeUndefined();
  expect(Object.keys(written())).toHaveLength(2);
  expect(read("sensorKeys")).toEqual(keys);
});

test("if somebody takes a uid at the same moment, registers and writes nothing", async () => {
  beforeUpdate = () => {
    beforeUpdate = undefined;
    tree.update(
      { "registeredSensors/b-1": { sensorName: "x", sensorType: "x", farmId: "elm" } },
      "admin",
    );
  };
  expect(await add(LIST, SETTINGS)).toMatchObject({
    printed: "",
    error: [
      "Nothing was registered: somebody else registered b-1 at the same moment.",
      "Run the command again: it says what to do.",
    ],
  });
  expect([registered(), written()]).toEqual([["b-1"], {}]);
});

test("never overwrites a file, and then registers nothing", async () => {
  await add("name,uid\nBed,b-1", SETTINGS);
  const file = join(folder(), "boards/b-1/secrets.h");
  writeFileSync(file, "mine");
  expect((await add("name,uid\nBed,b-1\nDoor,d-1", SETTINGS)).error).toEqual([
    `Nothing was registered or written: ${file} exists with other content.`,
    "Existing files are never overwritten. Move them away, or choose another place.",
  ]);
  expect([registered(), written()]).toEqual([["b-1"], { "b-1/secrets.h": "mine" }]);
});

test("without a first line of names, no cell is quoted", async () => {
  const { printed } = await add("Bed,b-1,the-key-of-this-board\n", SETTINGS);
  expect(printed).toBe(
    "Line 1: The name of column 1 is unknown or there twice. Columns are uid, name, type, greenhouse, role and key.",
  );
});

test.each(["/proc/greenhouse-boards", "/dev/null/boards"])(
  "the folder %s, which cannot be made, ends the command before anything is registered",
  async (place) => {
    expect((await add(LIST, { ...SETTINGS, settings: relative(folder(), place) })).error).toEqual([
      expect.stringMatching(/^Nothing was registered: .* cannot be written: E/),
      "Choose another place.",
    ]);
    expect(registered()).toEqual([]);
  },
);

test("says which file cannot be read, and registers nothing", async () => {
  const sheet = join(folder(), "loop.html");
  symlinkSync(sheet, sheet);
  expect((await add(LIST, { sheet: "loop.html" })).error?.[0]).toMatch(
    /^Nothing was registered or written: .*loop\.html cannot be read: ELOOP/,
  );
  expect(registered()).toEqual([]);
});

test.each([
  ["name,uid\nBed,Foo\nDoor,foo-wy7qr", "boards.html", "foo-wy7qr/secrets.h", ["Foo", "foo-wy7qr"]],
  ["name,uid\nBed,b-1", "boards/b-1/Secrets.h", "b-1/secrets.h", ["b-1", "the sheet"]],
  ["name,uid\nBed,b-1", "boards/b-1", "b-1", ["the sheet", "b-1"]],
])(
  "registers nothing of %j with the sheet %s: two files would be one",
  async (csv, sheet, path, owners) => {
    mkdirSync(join(folder(), "boards"));
    expect((await add(csv, { ...SETTINGS, sheet })).error).toEqual([
      `Nothing was registered or written: ${join(folder(), "boards", path)} would be a file of ${owners.join(" and of ")}.`,
      "Choose another uid, or another place for the sheet.",
    ]);
    expect([registered(), written()]).toEqual([[], {}]);
  },
);

test("takes a key file that is there away from other users", async () => {
  const options = { settings: "boards", client: "python" } as const;
  await add("name,uid\nBed,b-1", options);
  const file = join(folder(), "boards/b-1/greenhouse.key");
  chmodSync(file, 0o644);
  expect((await add("name,uid\nBed,b-1", options)).error).toBeUndefined();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("names each wrong line with its column and what to do, and registers nothing", async () => {
  const csv = [
    "name,uid,greenhouse,role,key",
    "Right,r-1,north,air,",
    ",r-2,,,",
    "Ours,dht-1,,,",
    "Theirs,elm-1,,,",
    "Twice,r-1,,,",
    "Lost,r-3,melons,sea,",
    "Short,r-4",
    "Slash,a/b,,,",
    "Left,r-5,,key-one-column-too-far-left,",
    "Lefter,r-6,key-two-columns-too-far-left,,",
    "Key,r-7,,,1",
  ].join("\n");
  const theirs = uids().find((uid) => read(`registeredSensors/${uid}/farmId`) === "elm");
  const { printed, error } = await add(csv.replace("elm-1", theirs ?? ""), SETTINGS);
  expect(printed.split("\n")).toEqual([
    "Line 3, column name: It must not be empty.",
    'Line 4, column name: dht-1 is registered already, with "Bench". Choose another uid, write what is registered, or remove the line.',
    "Line 5, column uid: Another farm has registered it. Choose another uid.",
    "Line 6, column uid: It is the same as in line 2. Every sensor needs its own.",
    "Line 7, column greenhouse: There is no such greenhouse in this farm. Correct the id or name, add the greenhouse, or leave it empty.",
    "Line 7, column role: It must be air, soil, outdoor or empty.",
    "Line 8: 2 values for 5 columns. Put texts with a separator in quotation marks.",
    "Line 9, column uid: It cannot contain . # $ [ ] / or a hidden character.",
    "Line 10, column role: It must be air, soil, outdoor or empty.",
    "Line 11, column greenhouse: There is no such greenhouse in this farm. Correct the id or name, add the greenhouse, or leave it empty.",
    "Line 12, column key: It must have at least 16 characters. Leave it empty for a new key.",
  ]);
  expect(error?.[0]).toBe("boards.csv has 11 mistakes. Nothing was registered or written.");
  expect([registered(), readdirSync(folder())]).toEqual([[], ["boards.csv"]]);
});

const SHEET = { sheet: "s.html" };
const ONE_MISTAKE = "boards.csv has 1 mistake. Nothing was registered or written.";

test.each([
  ["no place for the keys", "name\nBed", {}, "Where should the keys go?"],
  ["no client", "name\nBed", { settings: "boards" }, "--settings and --client go together."],
  [
    "a template without settings",
    "name\nBed",
    { sheet: "s.html", template: "boards.csv" },
    "--template is only for --settings.",
  ],
  ["an empty file", "", SHEET, "boards.csv is empty."],
  ["no sensors", "name", SHEET, ONE_MISTAKE],
  ["too many sensors", `name\n${"Bed\n".repeat(501)}`, SHEET, ONE_MISTAKE],
  [
    "a template that lacks lines",
    "name\nBed",
    { ...SETTINGS, template: "boards.csv" },
    "boards.csv has no line for GREENHOUSE_URL, GREENHOUSE_UID, GREENHOUSE_KEY.",
  ],
] as const)("refuses %s", async (_, csv, options, message) => {
  expect((await add(csv, options)).error?.[0]).toBe(message);
  expect(registered()).toEqual([]);
});

test.each([
  ["own-1", "key", "another key"],
  ["dht-1", "uid", "signs with the farm's key"],
])("refuses the registered sensor %s because of its %s", async (uid, column, words) => {
  const { sensorName } = read(`registeredSensors/${uid}`) as Record<string, string>;
  const csv = `uid,name,type,greenhouse,key\n${uid},${sensorName},DHT22,north,some-other-key-of-it\n`;
  const { printed } = await add(csv, SETTINGS);
  expect(printed).toMatch(new RegExp(`^Line 2, column ${column}: .*${words}`));
});
