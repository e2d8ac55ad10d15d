/** The doctor on a healthy deployment, and on each kind of faulty one. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { randomUUID } from "node:crypto";
import { request as send } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { newProbeId } from "../../../tools/cli/src/doctor/probe-id";
import { DATABASE_ADDRESS, freePort, HOST } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { sharedHost, useHost } from "../../support/backend/targets";
import { farm, startFarm } from "../../support/cli/farm-command";
import { useStandInServer } from "../../support/cli/stand-in-server";
import { expectSoon } from "rtdb-emulator/testing/polling";

interface Check {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy?: string;
  readonly answers?: {
    readonly rows: readonly {
      readonly request: string;
      readonly answer?: { readonly detail: string };
    }[];
  };
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

const host = sharedHost();
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
    /^ok {7}database {6}http.*\n(?:(ok|warning|skipped) .*\n( {9}→ .*\n)?){13,18}( {2}[A-Z].*\n){7}$/,
  );
});

test("functions that cannot be reached, or a database", async () => {
  const nowhere = `${HOST}:${await freePort()}`;
  const functions = await examine({ FUNCTIONS_URL: `http://${nowhere}` });
  expect([functions.code, functions.states]).toEqual([
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
  expect(functions.check("sensorData")?.remedy).toBe("Start them with `npm start`.");
  const database = await examine({ FIREBASE_DATABASE_EMULATOR_HOST: nowhere });
  expect([database.code, database.states]).toMatchObject([
    1,
    { database: "failed", sensorData: "ok", "a reading": "skipped" },
  ]);
});

test("a wrong key of the key-in-body variant, which either side may have", async () => {
  const { code, states, check } = await examine({
    FUNCTIONS_URL: host.url,
    SENSOR_API_KEY: "another",
  });
  expect([code, states]).toEqual([1, { ...HEALTHY, "sensor key": "failed" }]);
  expect(check("sensor key")?.detail).toContain("a different key");
  expect(check("sensor key")?.remedy).toMatch(/Use --sensor-key.*secrets:set SENSOR_API_KEY/);
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

  test.each([
    ["open to everybody", { ".read": true, ".write": true }, "Anybody can read all farms"],
    ["closed to the functions", { ".read": false, ".write": false }, "cannot look up a sensor"],
  ])("rules that are %s", async (_, rules, words) => {
    await database.loadRules({ rules });
    const { code, check } = await examine({}, args);
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
    const registeredSensors = { $uid: { ".read": "auth.uid === 'sensor-ingest'" } };
    await database.loadRules({ rules: { registeredSensors } });
    const { code, check } = await examine({}, args);
    expect([code, check("rules")?.state]).toEqual([0, "warning"]);
  });

  test("warns of sensors whose greenhouse is gone or belongs to another farm, and names them", async () => {
    await database.patch({
      "greenhouses/north": { name: "North", farmId: "acres" },
      "registeredSensors/here": { farmId: "acres", greenhouse: "north" },
      "registeredSensors/waiting": { farmId: "acres" },
    });
    const detail = "2 are registered.";
    const name = "sensors";
    expect((await examine({}, args)).check(name)).toEqual({ name, state: "ok", detail });
    await database.patch({
      "registeredSensors/of-nothing": { farmId: "acres", greenhouse: "south" },
      "registeredSensors/of-others": { farmId: "hills", greenhouse: "north" },
      "registeredSensors/without-farm": { greenhouse: "north" },
      "registeredSensors/impossible": { farmId: "acres", greenhouse: "no/key" },
    });
    expect((await examine({}, args)).check(name)).toEqual({
      name,
      state: "warning",
      detail:
        "Their readings are refused, because their greenhouse is gone or belongs to another farm: impossible, of-nothing, of-others, without-farm.",
      remedy: "Link each to a greenhouse of its farm: `farm sensor link impossible <greenhouse>`",
    });
  });

  test("warns of unregistered devices that a gateway hears, unless they were registered since", async () => {
    await database.patch({
      "registeredSensors/known": { farmId: "acres" },
      "unregistered/acres": {
        a: { uid: "a b", reading: '{"ph":6.1}', at: 1 },
        b: { uid: "known", reading: "{}", at: 1 },
      },
    });
    const gateways = async () => (await examine({}, args)).check("gateways");
    expect(await gateways()).toMatchObject({
      state: "warning",
      detail: 'The gateways hear 1 unregistered device: a b of acres {"ph":6.1}.',
    });
    await database.patch({ "unregistered/acres/a": { uid: "a[0].b", reading: "{}", at: 1 } });
    expect(await gateways()).toMatchObject({
      state: "warning",
      detail: 'The gateways hear 1 uid that no sensor can have: "a[0].b".',
    });
  });

  test("warns of keys of removed or moved sensors, and names some", async () => {
    const key = { farmId: "acres", key: "k" };
    await database.patch({
      "registeredSensors/a": { farmId: "acres" },
      "registeredSensors/moved": { farmId: "hills" },
      "sensorKeys/a": key,
    });
    const ownKeys = async () => (await examine({}, args)).check("own keys");
    expect(await ownKeys()).toMatchObject({ state: "ok", detail: "1 sensor has its own key." });
    // More keys than fit on a page.
    const gone = Array.from({ length: 600 }, (_, number) => `gone-${number + 100}`);
    await database.patch({
      "sensorKeys/moved": key,
      ...Object.fromEntries(gone.map((uid) => [`sensorKeys/${uid}`, key])),
    });
    expect(await ownKeys()).toEqual({
      name: "own keys",
      state: "warning",
      detail:
        "Not valid, because the sensor is gone or belongs to another farm: gone-100, gone-101, gone-102, gone-103, gone-104 and 596 more (sensorKeys).",
      remedy: "Remove each key, or it may become valid again: `farm sensor key remove gone-100`",
    });
  });
});

describe("functions that are replaced by another server", () => {
  let answer: { status: number; wrongKeyStatus?: number };

  const url = useStandInServer((request, response) => {
    const { status, wrongKeyStatus } = answer;
    const isGet = request.method === "GET";
    let body = "";
    request.on("data", (data) => (body += String(data)));
    request.on("end", () => {
      const isWrongKey = body.includes("farm-doctor-nowhere-key");
      const postStatus = isWrongKey ? (wrongKeyStatus ?? status) : status;
      response.writeHead(isGet ? (wrongKeyStatus === undefined ? status : 405) : postStatus);
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
  });
});

/** Google's own servers could not be tried. */
describe("a database that answers otherwise than the functions expect", () => {
  /** Changes the answers to the requests that are like the functions'. */
  let change: (status: number, text: string) => { readonly status: number; readonly text?: string };
  let methods: string[];
  const [address = "", port = ""] = DATABASE_ADDRESS.split(":");

  /** Passes all other requests on to the database. */
  const url = useStandInServer(
    (request, response) => {
      const { method = "", url: path = "", headers } = request;
      const isExamined = path.includes("auth_variable_override");
      if (isExamined) methods.push(method);
      const options = { host: address, port, method, path, headers };
      request.pipe(send(options, (answer) => relay(answer, response, isExamined)));
    },
    (request, socket, head) => {
      const fields = request.rawHeaders.map((field, index) => field + (index % 2 ? "\r\n" : ": "));
      const upstream = connect(Number(port), address);
      upstream.write(`GET ${String(request.url)} HTTP/1.1\r\n${fields.join("")}\r\n`);
      upstream.write(head);
      upstream.on("error", () => socket.destroy()).pipe(socket);
      socket.on("error", () => upstream.destroy()).pipe(upstream);
      // Nobody reads later bytes, or sees the client's end.
      upstream.on("close", () => socket.destroy());
    },
  );

  function relay(answer: IncomingMessage, response: ServerResponse, isExamined: boolean): void {
    let text = "";
    answer.setEncoding("utf8");
    answer.on("data", (chunk: string) => (text += chunk));
    answer.on("end", () => {
      const usual = { status: answer.statusCode ?? 0 };
      const replaced = isExamined ? change(usual.status, text) : usual;
      const headers = { ...answer.headers, ...(isExamined && { connection: "close" }) };
      delete headers["content-length"];
      response.writeHead(replaced.status, headers);
      response.end("text" in replaced ? replaced.text : text);
    });
  }

  const environment = (): Record<string, string> => ({
    FIREBASE_DATABASE_EMULATOR_HOST: new URL(url()).host,
    FUNCTIONS_URL: host.url,
  });

  beforeEach(() => {
    [change, methods] = [(status) => ({ status }), []];
  });

  test("reports 200 instead of 204, and 403 for a denial", async () => {
    change = (status, text) => {
      if (status === 204) return { status: 200, text: "{}" };
      return { status: text.includes("Permission denied") ? 403 : status };
    };
    const { check } = await examine(environment());
    const { state, answers } = check("https")!;
    const found = answers?.rows.flatMap(({ request, answer }) =>
      answer === undefined ? [] : [`${request}: ${answer.detail}`],
    );
    expect([state, found]).toEqual([
      "failed",
      [
        expect.stringMatching(/^GET forbidden: 403 .* instead of 401 "Permission denied"\./),
        expect.stringMatching(/^PATCH forbidden: 403 .* instead of 401 "Permission denied"\./),
        expect.stringMatching(/^PATCH a reading: 200 \{\} instead of 204 without a body\./),
      ],
    ]);
  });

  test("is warned of if it closes connections, and is not written to with --read-only", async () => {
    const { code, states } = await examine(environment(), ["--read-only"]);
    expect([code, states]).toEqual([0, { ...HEALTHY, https: "warning", "a reading": "skipped" }]);
    expect(methods).toEqual(["GET", "GET", "GET"]);
  });

  test("is measured with --wait, and the report marks the differences", async () => {
    const { stdout, code } = await farm(["doctor", "--wait"], { env: environment() });
    expect([code, stdout.slice(stdout.indexOf("warning  https"))]).toEqual([
      0,
      expect.stringMatching(
        /^warning {2}https .* An idle connection was closed after 0 s; the functions keep it for 60 s\.\n {9}→ Nothing is lost: .*\n {2}REQUEST .*\n {2}POST sensorData +200 .*\n[^]*\n {2}PATCH a reading +204 .* no ≠ +close .*\n/,
      ),
    ]);
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
  expect(await idsIn(database)).toHaveLength(4 + 3);
  doctor.signal("SIGINT");
  const { code, stderr } = await doctor.finished;
  expect(code).toBe(130);
  expect(stderr).toContain("Removed the farms of 1 interrupted examination.");
  expect(stderr).toContain("Interrupted. Everything that the doctor created is removed.");
  const left = [young, "farm-doctor-my-own"];
  expect(await idsIn(database)).toEqual([...left, ...left].toSorted());
});
