/** Loads files against a small server whose answers each test sets: batches, retries, and what the next run sends. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { IMPORT_ID } from "@greenhouse/domain/history/imports";
import { REFUSALS, type RefusalCode } from "@greenhouse/domain/refusals";
import { signBody } from "@greenhouse/domain/identity/signing";
import type { CommandError } from "../../../../tools/cli/src/core/failure";
import type { Account } from "../../../../tools/cli/src/loading/account";
import { PLAIN_FORMAT } from "../../../../tools/cli/src/loading/format";
import type { Sender } from "../../../../tools/cli/src/loading/batches";
import type { Brought } from "../../../../tools/cli/src/loading/brought";
import { loadFile } from "../../../../tools/cli/src/loading/load";
import type { LoadPlan } from "../../../../tools/cli/src/loading/load";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const NOW = Date.UTC(2026, 2, 1);

interface SentBatch {
  readonly farmId?: string;
  readonly uid?: string;
  readonly timestamp: number;
  readonly import: string;
  readonly readings: readonly { readonly light: number }[];
}

type Answer = (batch: SentBatch, response: ServerResponse) => void;

const stored: Answer = ({ readings }, response) => {
  response.end(JSON.stringify({ success: true, stored: readings.length, refused: [] }));
};

const hangUp: Answer = (_, response) => {
  response.destroy();
};

function status(code: number, body: object = { error: "Later." }, headers = {}): Answer {
  return (_, response) => {
    response.writeHead(code, headers).end(JSON.stringify(body));
  };
}

/** Answers with a code. The text may be another one. */
function refusal(code: RefusalCode): Answer {
  return status(REFUSALS[code].status, { error: "Abgelehnt." }, { "Error-Code": code });
}

const folder = useTemporaryFolder();
let server: Server;
/** The answers to the next requests; afterwards the answer is `stored`. */
let answers: Answer[];
let batches: SentBatch[];
let keys: string[];
let notes: string[];
let pauses: number[];
let brought: Brought[];
let stopping: AbortController;

beforeEach(async () => {
  [answers, batches, keys, notes, pauses, brought] = [[], [], [], [], [], []];
  stopping = new AbortController();
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += String(data)));
    request.on("end", () => {
      const batch = JSON.parse(body) as SentBatch;
      const signature = request.headers["x-signature"];
      keys.push(["farm", "own"].find((key) => signBody(key, body) === signature) ?? "none");
      batches.push(batch);
      (answers.shift() ?? stored)(batch, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const farm: Sender = { id: { farmId: "acres" }, key: "farm" };
const own: Sender = { id: { uid: "own" }, key: "own" };

async function load(file: string, plan: Partial<LoadPlan> = {}): Promise<Account> {
  const { port } = server.address() as AddressInfo;
  const note = (text: string): void => void notes.push(text);
  const session = {
    target: { kind: "emulators", functionsUrl: `http://127.0.0.1:${port}` },
    out: { note },
    now: () => NOW,
    random: () => 1,
    sleep: (timeMs: number) => {
      pauses.push(timeMs);
      return Promise.resolve();
    },
    startProgress: () => Promise.resolve({ show: () => undefined, end: () => undefined, note }),
    takeOverInterrupt: () => stopping.signal,
  };
  return loadFile(session as unknown as Parameters<typeof loadFile>[0], {
    file,
    sender: "acres",
    isRegistered: () => true,
    findSenders: () => Promise.resolve((uid) => (uid === "own" ? own : farm)),
    onBrought: (importId, found) => {
      expect(importId).toBe(batches.at(-1)?.import);
      brought.push(found);
      return Promise.resolve();
    },
    ...plan,
  });
}

/**
 * Writes a line for each minute, with its number as the light. The last line has the present time.
 */
function writeReadings(count: number, change: (line: number, text: string) => string): string {
  const file = join(folder(), "readings.ndjson");
  const lines = Array.from({ length: count }, (_, index) => {
    const timestamp = NOW - (count - index - 1) * MINUTE_MS;
    return change(index + 1, JSON.stringify({ uid: "a", timestamp, light: index + 1 }));
  });
  writeFileSync(file, lines.join("\n"));
  return file;
}

const asItIs = (_: number, text: string): string => text;
const asOwn = (_: number, text: string): string => text.replace('"a"', '"own"');
const sentLights = (): number[] =>
  batches.flatMap(({ readings }) => readings.map(({ light }) => light));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const times = (count: number, answer: Answer): Answer[] =>
  Array.from({ length: count }, () => answer);
const memoryOf = (file: string): string => `${file}.loading.json`;

async function failure(work: Promise<unknown>): Promise<CommandError> {
  return work.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error: unknown) => error as CommandError,
  );
}

test("everything is sent in signed batches, and nothing is left beside the file", async () => {
  const file = writeReadings(5001, asItIs);
  expect((await load(file)).json()).toEqual({ stored: 5001, refused: 0, problems: [] });
  const sizes = batches.map(({ readings }) => readings.length);
  expect([new Set(sizes.slice(0, 10)), sizes.slice(10)]).toEqual([new Set([500]), [1]]);
  expect(sentLights()).toEqual(upTo(5001));
  expect(batches[0]).toMatchObject({ farmId: "acres", timestamp: NOW });
  expect(new Set(keys)).toEqual(new Set(["farm"]));
  expect(existsSync(memoryOf(file))).toBe(false);
  expect(notes).toEqual([]);
});

test("a sensor with its own key signs with that key", async () => {
  await load(writeReadings(3, (line, text) => (line === 2 ? asOwn(2, text) : text)));
  expect(batches).toMatchObject([{ farmId: "acres" }, { uid: "own" }]);
  expect(keys).toEqual(["farm", "own"]);
});

test("names and skips bad and refused lines, and sends only these once they are corrected", async () => {
  const file = writeReadings(30, (line, text) => {
    if (line === 10) return "{";
    return line === 20 ? text.replace(/"timestamp":\d+/, '"timestamp":1') : text;
  });
  const refused = { index: 2, status: 404, error: "Sensor UID not found: a" };
  answers = [status(200, { success: true, stored: 27, refused: [refused] })];
  expect((await load(file)).json()).toEqual({
    stored: 27,
    refused: 3,
    problems: [
      { error: "Sensor UID not found: a", count: 1, firstLine: 3, lastLine: 3 },
      { error: "It is not a JSON object.", count: 1, firstLine: 10, lastLine: 10 },
      { error: "Reading is too old.", count: 1, firstLine: 20, lastLine: 20 },
    ],
  });
  expect(notes).toEqual([
    "Line 3: Sensor UID not found: a",
    "Line 10: It is not a JSON object.",
    "Line 20: Reading is too old.",
  ]);
  batches = [];
  const again = await load(file);
  expect([sentLights(), again.stored, again.refused]).toEqual([[3], 28, 2]);
  expect(notes).toContain(
    `27 readings of this file are already stored, so only the others are sent. To send all readings again, delete ${memoryOf(file)}.`,
  );
  batches = [];
  // A changed file is another file.
  writeFileSync(file, `${readFileSync(file, "utf8")}\n`);
  await load(file);
  expect(sentLights()).toHaveLength(28);
});

test.each([
  ["of another sender", (text: string) => text.replace('"acres"', '"other"')],
  ["that was cut off", (text: string) => text.slice(0, -3)],
  ["with a damaged range", (text: string) => text.replace("[[1,1]]", "[[1]]")],
])("a remembered position %s is ignored", async (_, change) => {
  const file = writeReadings(3, (line, text) => (line === 1 ? "{" : text));
  await load(file);
  await load(file);
  expect(sentLights()).toEqual([2, 3]);
  const memory = readFileSync(memoryOf(file), "utf8");
  expect(change(memory)).not.toBe(memory);
  writeFileSync(memoryOf(file), change(memory));
  await load(file);
  expect(sentLights()).toEqual([2, 3, 2, 3]);
});

test("a remembered position in a file that was read otherwise is ignored", async () => {
  const file = writeReadings(3, (line, text) => (line === 1 ? "{" : text));
  await load(file);
  await load(file, { format: { ...PLAIN_FORMAT, zone: "Europe/Berlin" } });
  expect(sentLights()).toEqual([2, 3, 2, 3]);
});

test("names only the first of many bad lines, and counts a limited number of reasons", async () => {
  const file = writeReadings(500, (line, text) => text.replace('"a"', `"a/${line}"`));
  const account = await load(file, { isRegistered: () => false });
  expect([notes.length, notes.at(-1)]).toEqual([21, "Further bad lines are only counted."]);
  const { refused, problems } = account.json();
  expect([refused, problems]).toEqual([
    500,
    expect.arrayContaining([
      { error: "(other reasons)", count: 450, firstLine: 51, lastLine: 500 },
    ]),
  ]);
  expect(problems).toHaveLength(51);
});

test("batches fit into a body", async () => {
  const uid = "\u{20ac}".repeat(300);
  await load(writeReadings(1001, (_, text) => text.replace('"a"', JSON.stringify(uid))));
  const sizes = batches.map((batch) => Buffer.byteLength(JSON.stringify(batch)));
  expect([batches.length > 3, Math.max(...sizes) < 256 * 1024]).toEqual([true, true]);
  expect(sentLights()).toEqual(upTo(1001));
});

describe("a temporary failure is retried, with growing pauses", () => {
  test.each([
    ["429", status(429), "429 Later."],
    ["no answer", hangUp, ""],
  ] as const)("%s", async (_, answer, reason) => {
    const file = writeReadings(2, asItIs);
    answers = [answer, answer, answer];
    expect((await load(file)).stored).toBe(2);
    expect(pauses).toEqual([1000, 2000, 4000]);
    expect(notes[1]).toContain(`Trying again in 2 s: ${reason}`);
  });

  test("not before the server's Retry-After, but within ten minutes", async () => {
    const file = writeReadings(2, asItIs);
    answers = ["7", "x", "99999"].map((after) => status(503, {}, { "Retry-After": after }));
    expect((await load(file)).stored).toBe(2);
    expect(pauses).toEqual([7000, 2000, 600_000]);
  });

  test("up to ten attempts; the next run continues from there", async () => {
    const file = writeReadings(6000, asItIs);
    answers = [...times(10, stored), ...times(10, status(503))];
    const error = await failure(load(file));
    expect([error.exitCode, error.message]).toEqual([
      4,
      expect.stringMatching(/did not accept the readings in 10 attempts \(503 Later\.\)\.$/),
    ]);
    expect(notes.at(-1)).toBe("5,000 readings are stored\nRun it again to send the rest.");
    batches = [];
    expect((await load(file)).stored).toBe(6000);
    expect(sentLights()).toEqual(upTo(6000).slice(5000));
  });

  test("also while lines are sent again that were refused before", async () => {
    const file = writeReadings(6000, asItIs);
    answers = times(12, ({ readings }, response) => {
      const refused = readings.map((_, index) => ({ index, status: 404, error: "Not linked." }));
      response.end(JSON.stringify({ success: true, stored: 0, refused }));
    });
    expect((await load(file)).refused).toBe(6000);
    answers = [...times(10, stored), ...times(10, status(503))];
    expect((await failure(load(file))).exitCode).toBe(4);
    batches = [];
    expect((await load(file)).stored).toBe(6000);
    expect(sentLights()).toEqual(upTo(6000).slice(5000));
  });
});

describe("an import", () => {
  const idOf = async (file: string, plan?: Partial<LoadPlan>): Promise<string> => {
    await load(file, plan);
    return batches.at(-1)?.import ?? "";
  };

  test("has the same id for the same file, read in the same way", async () => {
    const file = writeReadings(600, asItIs);
    const id = await idOf(file);
    expect(id).toMatch(new RegExp(IMPORT_ID));
    expect(new Set(batches.map((batch) => batch.import))).toEqual(new Set([id]));
    expect(await idOf(file)).toBe(id);
    const others = [
      await idOf(file, { sender: "other" }),
      await idOf(file, { format: { ...PLAIN_FORMAT, zone: "Europe/Berlin" } }),
      await idOf(writeReadings(599, asItIs)),
    ];
    expect(new Set([id, ...others]).size).toBe(4);
  });

  test("notes the span and the sensors of what is stored, after each part of the file", async () => {
    const file = writeReadings(5002, (line, text) => (line > 5000 ? asOwn(line, text) : text));
    const refused = { index: 0, status: 404, error: "Sensor UID not found: a" };
    answers = [status(200, { success: true, stored: 499, refused: [refused] })];
    await load(file);
    const from = NOW - 5000 * MINUTE_MS;
    expect(brought).toEqual([
      { from, until: NOW - 2 * MINUTE_MS + 1, sensors: new Set(["a"]) },
      { from, until: NOW + 1, sensors: new Set(["a", "own"]) },
    ]);
  });

  test("also notes a batch without an answer, because it may be stored", async () => {
    answers = [() => stopping.abort()];
    await failure(load(writeReadings(2, asItIs)));
    expect(brought).toEqual([{ from: NOW - MINUTE_MS, until: NOW + 1, sensors: new Set(["a"]) }]);
  });

  test("notes nothing if nothing is stored", async () => {
    answers = [refusal("sensor-not-linked")];
    await load(writeReadings(2, asOwn));
    expect(brought).toEqual([]);
  });
});

test("Ctrl-C ends it", async () => {
  answers = [() => stopping.abort()];
  expect(await failure(load(writeReadings(2, asItIs)))).toMatchObject({ exitCode: 130 });
});

test.each(["sensor-not-linked", "invalid-signature"] as const)(
  "a sensor with its own key has its readings refused: %s",
  async (code) => {
    answers = [refusal(code)];
    expect((await load(writeReadings(2, asOwn))).refused).toBe(2);
  },
);

test("a wrong clock also ends it for a sensor with its own key, and refuses no reading", async () => {
  answers = [refusal("timestamp-out-of-range")];
  const { exitCode, hint } = await failure(load(writeReadings(2, asOwn)));
  expect([exitCode, hint]).toEqual([1, expect.stringContaining("clock")]);
});

test.each([
  ["a wrong key", refusal("invalid-signature"), "401 Abgelehnt.", "SENSOR_DATA_VARIANT"], // prettier-ignore
  ["a wrong clock", refusal("timestamp-out-of-range"), "401 Abgelehnt.", "clock"],
  ["an older backend's 401", status(401), "401 Later.", "the clocks. Or: The functions have a different key"], // prettier-ignore
  ["another server", status(200, { success: true }), '200 {"success":true}', "address"],
] as const)("%s ends it at once, and says what to do", async (_, answer, message, hint) => {
  answers = [answer];
  const error = await failure(load(writeReadings(2, asItIs)));
  expect([error.exitCode, error.message, error.hint]).toEqual([
    1,
    expect.stringContaining(message),
    expect.stringContaining(hint),
  ]);
  expect(batches).toHaveLength(1);
});

test("sends everything even if no checkpoint can be written", async () => {
  const file = writeReadings(2, (line, text) => (line === 1 ? "{" : text));
  mkdirSync(memoryOf(file));
  expect((await load(file)).stored).toBe(1);
  expect(notes).toContainEqual(expect.stringContaining("cannot be remembered"));
});
