/** The doctor on a healthy deployment, and on each kind of faulty one. */

import { randomUUID } from "node:crypto";
import { DATABASE_ADDRESS, freePort, HOST } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { sharedHost, useHost } from "../../support/backend/targets";
import { farm } from "../../support/cli/farm-command";
import { useStandInServer } from "../../support/cli/stand-in-server";
import { expectSoon } from "rtdb-emulator/testing/polling";

interface Check {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy?: string;
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
const OF_ALERTS = ["e-mail", "push", "webhook", "recipients"];

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
  watchFarms: LEFT,
  foldReadings: LEFT,
  outbox: LEFT,
  "sensor key": "ok",
  "a reading": "ok",
  https: "ok",
};

const database = databaseClient();
const host = sharedHost();
const signedOnly = useHost({ SENSOR_DATA_VARIANT: "signed" });
const hmacOnly = useHost({ SENSOR_DATA_VARIANT: "hmac" });
const elsewhere = useHost({ DATABASE_INSTANCE: `empty-${randomUUID()}` });

/** An emulator's database with this namespace, without --project. */
function atNamespace(namespace: string): string[] {
  return ["--database-url", `http://${DATABASE_ADDRESS}?ns=${namespace}`];
}

async function countLeftovers(): Promise<number> {
  const places = ["farms", "greenhouses", "registeredSensors", "sensors"];
  const found = await Promise.all(places.map((place) => database.get(place)));
  return found
    .flatMap((children) => Object.keys(children ?? {}))
    .filter((key) => key.startsWith("farm-doctor-")).length;
}

test("a healthy deployment passes, and nothing is left in the database", async () => {
  const { code, states } = await examine();
  expect([code, states]).toEqual([0, HEALTHY]);
  // Doctors of other test files may be running.
  await expectSoon(countLeftovers, 0);
  const { stdout } = await farm(["doctor"]);
  // A warning has a second line, and the answers at the end are a table.
  expect(stdout).toMatch(
    /^ok {7}database {6}http.*\n(?:(ok|warning|skipped) .*\n( {9}→ .*\n)?){13,18}( {2}[A-Z].*\n){7}$/,
  );
});

test("--read-only sends nothing and writes nothing", async () => {
  const { code, states } = await examine({}, ["--read-only"]);
  expect([code, states]).toEqual([0, { ...HEALTHY, "a reading": "skipped" }]);
});

test("functions that cannot be reached", async () => {
  const { code, states, check } = await examine({
    FUNCTIONS_URL: `http://${HOST}:${await freePort()}`,
  });
  expect([code, states]).toEqual([
    1,
    {
      ...HEALTHY,
      sensorData: "failed",
      reportIp: "failed",
      clock: "skipped",
      "sensor key": "skipped",
      "a reading": "skipped",
    },
  ]);
  expect(check("sensorData")?.remedy).toBe("Start them with `npm start`.");
});

test("a database that cannot be reached", async () => {
  const { code, states } = await examine({
    FIREBASE_DATABASE_EMULATOR_HOST: `${HOST}:${await freePort()}`,
  });
  expect(code).toBe(1);
  expect(states).toMatchObject({ database: "failed", sensorData: "ok", "a reading": "skipped" });
});

test("a wrong key of the key-in-body variant", async () => {
  const { code, states, check } = await examine({
    FUNCTIONS_URL: host.url,
    SENSOR_API_KEY: "another",
  });
  expect([code, states]).toEqual([1, { ...HEALTHY, "sensor key": "failed" }]);
  expect(check("sensor key")?.detail).toContain("a different key");
  // Either side may be wrong.
  for (const way of ["Use --sensor-key", "functions:secrets:set SENSOR_API_KEY"]) {
    expect(check("sensor key")?.remedy).toContain(way);
  }
});

test("a deployment for signed readings only is healthy, with both signatures or with one", async () => {
  for (const { url } of [signedOnly(), hmacOnly()]) {
    const { code, states } = await examine({ FUNCTIONS_URL: url });
    expect([code, states]).toEqual([0, { ...HEALTHY, "sensor key": "skipped" }]);
  }
});

test("functions that use another database", async () => {
  const { code, states, check } = await examine({
    FUNCTIONS_URL: elsewhere().url,
    SENSOR_API_KEY: elsewhere().sensorKey,
  });
  expect([code, states]).toEqual([1, { ...HEALTHY, "a reading": "failed" }]);
  expect(check("a reading")?.remedy).toContain("DATABASE_INSTANCE");
});

describe("rules", () => {
  test.each([
    ["that are open to everybody", { ".read": true, ".write": true }, "Anybody can read all farms"],
    ["that let nobody in", { ".read": false, ".write": false }, "cannot look up a sensor"],
  ])("%s", async (_, rules, words) => {
    const namespace = `rules-${randomUUID()}`;
    await databaseClient(namespace).loadRules({ rules });
    const { code, check } = await examine({}, [...atNamespace(namespace), "--read-only"]);
    expect([code, check("rules")]).toMatchObject([
      1,
      {
        state: "failed",
        detail: expect.stringContaining(words) as string,
        remedy: expect.stringContaining("firebase deploy --only database") as string,
      },
    ]);
  });

  test("warns of rules of another version that still work", async () => {
    const namespace = `rules-${randomUUID()}`;
    const registeredSensors = { $uid: { ".read": "auth.uid === 'sensor-ingest'" } };
    await databaseClient(namespace).loadRules({ rules: { registeredSensors } });
    const { code, check } = await examine({}, [...atNamespace(namespace), "--read-only"]);
    expect([code, check("rules")?.state]).toEqual([0, "warning"]);
  });
});

test("warns of sensors whose greenhouse is gone or belongs to another farm, and names them", async () => {
  const namespace = `sensors-${randomUUID()}`;
  const args = [...atNamespace(namespace), "--read-only"];
  const own = databaseClient(namespace);
  await own.patch({
    "greenhouses/north": { name: "North", farmId: "acres" },
    "registeredSensors/here": { farmId: "acres", greenhouse: "north" },
    "registeredSensors/waiting": { farmId: "acres" },
  });
  expect((await examine({}, args)).check("sensors")).toEqual({
    name: "sensors",
    state: "ok",
    detail: "2 are registered.",
  });
  await own.patch({
    "registeredSensors/of-nothing": { farmId: "acres", greenhouse: "south" },
    "registeredSensors/of-others": { farmId: "hills", greenhouse: "north" },
    "registeredSensors/without-farm": { greenhouse: "north" },
    "registeredSensors/impossible": { farmId: "acres", greenhouse: "no/key" },
  });
  expect((await examine({}, args)).check("sensors")).toEqual({
    name: "sensors",
    state: "warning",
    detail:
      "Their readings are refused, because their greenhouse is gone or belongs to another farm: impossible, of-nothing, of-others, without-farm.",
    remedy: "Link each to a greenhouse of its farm: `farm sensor link impossible <greenhouse>`",
  });
});

describe("keys of single sensors", () => {
  let args: string[];
  let keys: ReturnType<typeof databaseClient>;

  beforeEach(async () => {
    const namespace = `keys-${randomUUID()}`;
    args = [...atNamespace(namespace), "--read-only"];
    keys = databaseClient(namespace);
    await keys.patch({
      "registeredSensors/a": { farmId: "acres" },
      "registeredSensors/moved": { farmId: "acres" },
      "sensorKeys/a": { farmId: "acres", key: "k" },
    });
  });

  test("accepts valid keys", async () => {
    expect((await examine({}, args)).check("own keys")).toEqual({
      name: "own keys",
      state: "ok",
      detail: "1 sensor has its own key.",
    });
  });

  test("warns of unregistered devices that a gateway hears, unless they were registered since", async () => {
    await keys.patch({
      "registeredSensors/known": { farmId: "acres" },
      "unregistered/acres": {
        a: { uid: "a b", reading: '{"ph":6.1}', at: 1 },
        b: { uid: "known", reading: "{}", at: 1 },
      },
    });
    expect((await examine({}, args)).check("gateways")).toEqual({
      name: "gateways",
      state: "warning",
      detail: 'The gateways hear 1 unregistered device: a b of acres {"ph":6.1}.',
      remedy:
        "Register each device on the farm's page, or with `farm sensor add acres <uid> --greenhouse <greenhouseId>`",
    });
    await keys.patch({ "unregistered/acres/a": { uid: "a[0].b", reading: "{}", at: 1 } });
    expect((await examine({}, args)).check("gateways")).toEqual({
      name: "gateways",
      state: "warning",
      detail: 'The gateways hear 1 uid that no sensor can have: "a[0].b".',
      remedy:
        "Give the device a name of letters, digits and hyphens, or another uid in the gateway's rules.",
    });
    await keys.patch({ "registeredSensors/known": null, "unregistered/acres": null });
  });

  test("warns of keys of removed or moved sensors, and names some", async () => {
    const gone = Array.from(
      { length: 600 },
      (_, number) => `gone-${String(number).padStart(3, "0")}`,
    );
    await keys.patch({
      "sensorKeys/moved": { farmId: "hills", key: "k" },
      ...Object.fromEntries(
        gone.map((uid) => [`sensorKeys/${uid}`, { farmId: "acres", key: "k" }]),
      ),
    });
    expect((await examine({}, args)).check("own keys")).toEqual({
      name: "own keys",
      state: "warning",
      detail:
        "Not valid, because the sensor is gone or belongs to another farm: gone-000, gone-001, gone-002, gone-003, gone-004 and 596 more (sensorKeys).",
      remedy: "Remove each key, or it may become valid again: `farm sensor key remove gone-000`",
    });
  });
});

describe("functions that are replaced by another server", () => {
  let answer: { status: number; date?: Date; wrongKeyStatus?: number };

  const url = useStandInServer((request, response) => {
    const { status, date, wrongKeyStatus } = answer;
    const isGet = request.method === "GET";
    if (date !== undefined) response.setHeader("Date", date.toUTCString());
    let body = "";
    request.on("data", (data) => (body += String(data)));
    request.on("end", () => {
      const isWrongKey = body.includes("farm-doctor-nowhere-key");
      const isWell = status === 200 || wrongKeyStatus !== undefined;
      const postStatus = isWrongKey ? (wrongKeyStatus ?? status) : status;
      response.writeHead(isGet ? (isWell ? 405 : status) : postStatus);
      response.end(JSON.stringify({ error: "Method not allowed. Use POST." }));
    });
  });

  test.each([
    [403, "allUsers"],
    [404, "not deployed at this address"],
    [302, "Another server answers"],
  ])("answers %i", async (status, remedy) => {
    answer = { status };
    const { code, check } = await examine({ FUNCTIONS_URL: url() });
    expect([code, check("sensorData")]).toMatchObject([
      1,
      { state: "failed", remedy: expect.stringContaining(remedy) as string },
    ]);
  });

  test("names a lost database, and does not blame the key", async () => {
    // Checks the key first, as the functions do.
    answer = { status: 503, wrongKeyStatus: 403 };
    const { code, check } = await examine({ FUNCTIONS_URL: url(), SENSOR_API_KEY: "right" });
    expect([code, check("sensor key")]).toMatchObject([
      1,
      {
        state: "failed",
        detail: expect.stringContaining("It was answered 503") as string,
        remedy: expect.stringContaining("can the functions reach the database") as string,
      },
    ]);
    expect(check("sensor key")?.remedy).not.toContain("SENSOR_API_KEY");
  });

  test.each([
    [3_600_000, "failed", "behind"],
    [-60_000, "warning", "ahead of"],
  ])("has a clock that is %i ms off", async (offsetMs, state, direction) => {
    answer = { status: 200, date: new Date(Date.now() + offsetMs) };
    const { check } = await examine({ FUNCTIONS_URL: url() });
    expect(check("clock")).toMatchObject({
      state,
      detail: expect.stringContaining(direction) as string,
    });
  });
});
