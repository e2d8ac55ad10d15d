/** The doctor on a healthy deployment, and on each kind of faulty one. */

import { CHANNEL_IDS, CHANNELS } from "@greenhouse/domain/alerts/channels";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { randomUUID } from "node:crypto";
import { newProbeId } from "../../../tools/cli/src/doctor/probe-id";
import { DATABASE_ADDRESS, freePort, HOST } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { useHost } from "../../support/backend/targets";
import { farm, startFarm } from "../../support/cli/farm-command";
import { expectSoon } from "rtdb-emulator/testing/polling";

interface Check {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy?: string;
  readonly answers?: { readonly rows: readonly { readonly request: string }[] };
}

interface Examination {
  readonly code: number | null;
  readonly states: Readonly<Record<string, string>>;
  readonly check: (name: string) => Check | undefined;
}

/**
 * These checks are made only if farms have alerts on, which other test files leave behind.
 * doctor-jobs.test.ts tests them.
 */
const OF_ALERTS = [...CHANNEL_IDS.map((id) => CHANNELS[id].name.en), "recipients"];

async function examine(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Examination> {
  const { code, stdout } = await farm(["doctor", "--json", ...args], { env });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  expect(ok).toBe(code === 0);
  return {
    code,
    states: Object.fromEntries(
      checks
        .filter(({ name }) => !OF_ALERTS.includes(name))
        .map(({ name, state }) => [name, state]),
    ),
    check: (name) => checks.find((check) => check.name === name),
  };
}

/** Other test files leave sensors, keys of sensors and alerts behind. */
const LEFT = expect.stringMatching(/^(ok|warning|skipped)$/) as string;

const HEALTHY = {
  database: "ok",
  rules: "ok",
  creation: "ok",
  sensorData: "ok",
  reportIp: "ok",
  clock: "ok",
  sensors: LEFT,
  gateways: LEFT,
  "own keys": LEFT,
  boards: LEFT,
  watchFarms: LEFT,
  foldReadings: LEFT,
  outbox: LEFT,
  "sensor key": "ok",
  "a reading": "ok",
  https: "ok",
};

const elsewhere = useHost({ DATABASE_INSTANCE: `empty-${randomUUID()}` });

/** An emulator's database with this namespace, without --project. */
function atNamespace(namespace: string): string[] {
  return ["--database-url", `http://${DATABASE_ADDRESS}?ns=${namespace}`];
}

/** The ids of the farms, greenhouses and sensors in the database. */
async function idsIn(database: ReturnType<typeof databaseClient>): Promise<readonly string[]> {
  const places = ["farms", "greenhouses", "registeredSensors", "sensors"];
  const found = await Promise.all(places.map((place) => database.get(place)));
  return found.flatMap((children) => Object.keys(children ?? {})).toSorted();
}

test("a healthy deployment passes, and nothing is left in the database", async () => {
  const { code, states } = await examine();
  expect([code, states]).toEqual([0, HEALTHY]);
  // Doctors of other test files may be running.
  const isLeft = (id: string): boolean => id.startsWith("farm-doctor-");
  await expectSoon(async () => (await idsIn(databaseClient())).filter(isLeft).length, 0);
  const { stdout } = await farm(["doctor"]);
  // A warning has a second line, and the answers at the end are a table.
  expect(stdout).toMatch(
    /^ok {7}database {6}http.*\n(?:(ok|warning|skipped) .*\n( {9}→ .*\n)?){13,}( {2}[A-Z].*\n){7}$/,
  );
});

test("functions that cannot be reached, or a database", async () => {
  const nowhere = `${HOST}:${await freePort()}`;
  const { code, states, check } = await examine({ FUNCTIONS_URL: `http://${nowhere}` });
  const failed = { sensorData: "failed", reportIp: "failed" };
  const skipped = { clock: "skipped", "sensor key": "skipped", "a reading": "skipped" };
  expect([code, states]).toEqual([1, { ...HEALTHY, ...failed, ...skipped }]);
  expect(check("sensorData")?.remedy).toBe("Start them with `npm start`.");
  expect(await examine({ FIREBASE_DATABASE_EMULATOR_HOST: nowhere })).toMatchObject({
    code: 1,
    states: { database: "failed", sensorData: "ok", "a reading": "skipped" },
  });
});

test("functions that use another database", async () => {
  const { url, sensorKey } = elsewhere();
  const { code, states, check } = await examine({ FUNCTIONS_URL: url, SENSOR_API_KEY: sensorKey });
  expect([code, states]).toEqual([1, { ...HEALTHY, "a reading": "failed" }]);
  expect(check("a reading")?.remedy).toContain("DATABASE_INSTANCE");
});

describe("what is stored", () => {
  let database: ReturnType<typeof databaseClient>;
  let args: string[];

  beforeEach(() => {
    database = databaseClient(`doctor-${randomUUID()}`);
    args = [...atNamespace(database.namespace), "--read-only"];
  });

  test("nothing is written with --read-only", async () => {
    const { states, check } = await examine({}, args);
    expect(states["a reading"]).toBe("skipped");
    const asked = check("https")?.answers?.rows.map(({ request }) => request);
    expect(asked).toEqual(["GET a sensor", "GET forbidden", "GET wrong token"]);
    expect(await database.get("")).toBeNull();
  });

  const ANYBODY = { ".read": true, ".write": true };
  const NOBODY = { ".read": false, ".write": false };
  const OTHERS = { registeredSensors: { $uid: { ".read": "auth.uid === 'sensor-ingest'" } } };

  test.each([
    ["open to everybody", ANYBODY, "failed", "Anybody can read all farms"],
    ["closed to the functions", NOBODY, "failed", "cannot look up a sensor"],
    ["of another version and still work", OTHERS, "warning", ""],
  ])("rules that are %s", async (_, rules, state, words) => {
    await database.loadRules({ rules });
    const { code, check } = await examine({}, args);
    const { state: found, detail, remedy } = check("rules")!;
    expect([code, found]).toEqual([state === "failed" ? 1 : 0, state]);
    expect(detail).toContain(words);
    expect(remedy).toContain("firebase deploy --only database");
  });

  test("warns of refused sensors, unregistered devices, and keys that are not valid", async () => {
    const key = { farmId: "acres", key: "k" };
    // More keys than fit on a page.
    const gone = Array.from({ length: 600 }, (_, number) => `gone-${number + 100}`);
    await database.patch({
      "greenhouses/north": { name: "North", farmId: "acres" },
      "registeredSensors/here": { farmId: "acres", greenhouse: "north" },
      "registeredSensors/waiting": { farmId: "acres" },
      "registeredSensors/of-nothing": { farmId: "acres", greenhouse: "south" },
      "registeredSensors/of-others": { farmId: "hills", greenhouse: "north" },
      "registeredSensors/impossible": { farmId: "acres", greenhouse: "no/key" },
      "unregistered/acres": {
        a: { uid: "a b", reading: '{"ph":6.1}', at: 1 },
        b: { uid: "here", reading: "{}", at: 1 },
      },
      "sensorKeys/here": key,
      "sensorKeys/of-others": key,
      ...Object.fromEntries(gone.map((uid) => [`sensorKeys/${uid}`, key])),
    });
    const { check } = await examine({}, args);
    expect(check("sensors")).toMatchObject({
      state: "warning",
      detail:
        "Their readings are refused, because their greenhouse is gone or belongs to another farm: impossible, of-nothing, of-others.",
      remedy: "Link each to a greenhouse of its farm: `farm sensor link impossible <greenhouse>`",
    });
    expect(check("gateways")).toMatchObject({
      state: "warning",
      detail: 'The gateways hear 1 unregistered device: a b of acres {"ph":6.1}.',
    });
    expect(check("own keys")).toMatchObject({
      state: "warning",
      detail:
        "Not valid, because the sensor is gone or belongs to another farm: gone-100, gone-101, gone-102, gone-103, gone-104 and 596 more (sensorKeys).",
      remedy: "Remove each key, or it may become valid again: `farm sensor key remove gone-100`",
    });
  });
});

test("a signal ends the waiting, and everything created is removed, also what a killed doctor left", async () => {
  const database = databaseClient(`doctor-${randomUUID()}`);
  const random = (length: number): Buffer => Buffer.alloc(length);
  const [old = "", young = ""] = [20, 5].map((minutes) =>
    newProbeId(Date.now() - minutes * MINUTE_MS, random),
  );
  for (const id of [old, young, "farm-doctor-my-own"]) {
    await database.patch({ [`farms/${id}/name`]: "x", [`greenhouses/${id}/name`]: "x" });
  }
  const doctor = startFarm(["doctor", "--wait", ...atNamespace(database.namespace)]);
  await doctor.printed("Leaving a connection idle");
  expect((await idsIn(database)).length).toBeGreaterThan(4);
  doctor.signal("SIGINT");
  const { code, stderr } = await doctor.finished;
  expect(code).toBe(130);
  expect(stderr).toContain("Removed the farms of 1 interrupted examination.");
  expect(stderr).toContain("Interrupted. Everything that the doctor created is removed.");
  const left = [young, "farm-doctor-my-own"];
  expect(await idsIn(database)).toEqual([...left, ...left].toSorted());
});
