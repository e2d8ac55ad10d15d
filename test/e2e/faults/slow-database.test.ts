/**
 * A distant or slow database, for an instance that is warm, cold, or just after an outage or a
 * stall. A reading gets no 503 if the exchanges that it needs fit the deadline. `npm run soak`
 * tries the whole table, prints it, and also measures how soon the first reading after an outage is
 * stored: within 2 seconds beyond the exchanges. `npm test` tries the cells that differ.
 */

import { createEnvironment } from "@greenhouse/database/client/environment";
import { Readable } from "node:stream";
import { setTimeout as pass } from "node:timers/promises";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { connect } from "../../../functions/src/database/connection";
import { answer } from "../../../functions/src/http/dispatch";
import { Log } from "../../../functions/src/log";
import { createSensorData } from "../../../functions/src/sensor-data/handler";
import type { Endpoint } from "../../../functions/src/request/endpoint";
import { NAMESPACE } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { DatabaseRelay, type Distance } from "../../support/backend/database-relay";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { IS_LONG, TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

const DEADLINE_MS = 10_000;
const ABSENCE_MS = IS_LONG ? 8_000 : 3_000;
/**
 * Time that a request may take beyond the waits. This process serves all cells at once, and `npm
 * test` runs other suites beside it. There the waits must leave 2.5 seconds of the deadline.
 */
const MARGIN_MS = IS_LONG ? 500 : 2_500;
/** Time limit, after the waits, for storing a reading when the database is back. */
const RECOVERY_MS = 2_000;

const ROUND_TRIPS = IS_LONG ? [0, 100, 500, 1_000, 1_500, 2_500, 4_000] : [0, 1_500];
const ANSWERS = IS_LONG ? [0, 2_000, 4_000, 6_000, 8_000] : [0, 2_000, 5_000];
const STATES = ["warm", "cold", "after being refused", "after hanging", "after a stall"] as const;
/** Number of cells that are tried at the same time. */
const GROUP = IS_LONG ? 10 : 30;
type State = (typeof STATES)[number];

const database = databaseClient();
let farm: Farm;
beforeAll(async () => {
  farm = await addFarm(database);
});

/**
 * Returns the waits from a request to its answer. After an absence it has to open a connection, and
 * after a stall the earlier requests use the connection.
 */
function waitsOf(state: State, { roundTripMs, answerMs }: Distance): number {
  const connecting = 2 * roundTripMs;
  const exchange = roundTripMs + answerMs;
  switch (state) {
    case "cold":
      return connecting + 3 * exchange;
    case "warm":
      return exchange;
    case "after being refused":
    case "after hanging":
    case "after a stall":
      return connecting + exchange;
  }
}

interface Cell {
  readonly state: State;
  readonly distance: Distance;
  readonly waitsMs: number;
}

interface Outcome {
  /** The status of the request that was sent when everything was set up. */
  readonly status: number;
  /** Milliseconds from that moment to the first stored reading; undefined if none was stored. */
  readonly firstStoredMs: number | undefined;
  /** Number of updates for that request; only counted if it was the only request. */
  readonly updates: number;
}

const ENVIRONMENT = createEnvironment(() => {
  throw new Error("An emulator needs no token.");
});

/** The functions of one instance in this process, behind their own relay. */
class Instance {
  readonly relay = new DatabaseRelay(false);
  readonly #log = new Log(() => undefined);
  #endpoint: Endpoint | undefined;
  #lights = 0;

  constructor(readonly sensor: Sensor) {}

  async start(): Promise<void> {
    await this.relay.start();
    const settings = {
      url: `https://${NAMESPACE}.firebaseio.com`,
      emulator: this.relay.address,
      timeoutMs: DEADLINE_MS,
      maxRegistrations: 10,
    };
    this.#endpoint = createSensorData({
      acceptedVariants: "both",
      sensorKeys: [],
      maxAgeMs: 0,
      limit: () => 0,
      connection: connect(settings, ENVIRONMENT, this.#log),
      log: this.#log,
      now: Date.now,
      createPushKey: createPushKeys(Math.random),
    });
  }

  async send(): Promise<{ readonly status: number; readonly endMs: number }> {
    if (this.#endpoint === undefined) throw new Error("the instance has not been started");
    this.#lights += 1;
    const body = signedBody(this.sensor, { light: this.#lights });
    const stream = Readable.from([Buffer.from(JSON.stringify(body))]);
    const request = Object.assign(stream, { method: "POST", headers: {} });
    const { status } = await answer(request, "sensorData", this.#endpoint, this.#log);
    return { status, endMs: performance.now() };
  }
}

async function tryOut(state: State, distance: Distance): Promise<Outcome> {
  const instance = new Instance(await addSensor(database, farm));
  const { relay } = instance;
  await instance.start();
  try {
    const earlier: ReturnType<Instance["send"]>[] = [];
    // The first requests may wait for this process.
    if (state !== "cold") while ((await instance.send()).status !== 200);
    if (state.startsWith("after")) {
      if (state === "after a stall") relay.stall();
      else relay.leave(state === "after hanging" ? "hangs" : "refuses");
      for (let passed = 0; passed < ABSENCE_MS; passed += 1_000) {
        earlier.push(instance.send());
        await pass(Math.min(1_000, ABSENCE_MS - passed));
      }
    }
    relay.move(distance);
    relay.comeBack();
    const startMs = performance.now();
    const updatesBefore = relay.updates;
    const last = await instance.send();
    const updates = relay.updates - updatesBefore;
    const all = [...(await Promise.all(earlier)), last];
    const stored = all.filter(({ status, endMs }) => status === 200 && endMs >= startMs);
    const firstMs = Math.min(...stored.map(({ endMs }) => endMs)) - startMs;
    await expectStoredOnce(instance.sensor);
    return {
      status: last.status,
      updates,
      firstStoredMs: stored.length === 0 ? undefined : firstMs,
    };
  } finally {
    await relay.close();
  }
}

async function expectStoredOnce(sensor: Sensor): Promise<void> {
  const { history } = await readRecords(database, sensor.greenhouse);
  const lights = history.map((entry) => entry["light"]);
  expect(new Set(lights).size).toBe(lights.length);
}

/** Tries the cells in groups, so that this process never causes the waits. */
async function tryAll(cells: readonly Cell[]): Promise<readonly (Cell & Outcome)[]> {
  // First calls in this process are slow.
  await tryOut("warm", { roundTripMs: 0, answerMs: 0 });
  const outcomes: (Cell & Outcome)[] = [];
  for (let first = 0; first < cells.length; first += GROUP) {
    const group = cells.slice(first, first + GROUP);
    const tried = group.map(async (cell) => ({
      ...cell,
      ...(await tryOut(cell.state, cell.distance)),
    }));
    outcomes.push(...(await Promise.all(tried)));
  }
  return outcomes;
}

test("no reading gets a 503 if the waits fit the deadline", async () => {
  const cells = STATES.flatMap((state) =>
    ROUND_TRIPS.flatMap((roundTrip) =>
      ANSWERS.map((answers) => {
        const distance = { roundTripMs: roundTrip, answerMs: answers };
        return { state, distance, waitsMs: waitsOf(state, distance) };
      }),
    ),
  );
  // A cold instance has most to do at once, so nothing else begins beside it.
  const [cold, others] = [true, false].map((isCold) =>
    cells.filter(({ state }) => (state === "cold") === isCold),
  );
  const outcomes = [...(await tryAll(cold!)), ...(await tryAll(others!))];
  if (IS_LONG) for (const state of STATES) process.stdout.write(`${tableOf(state, outcomes)}\n`);

  const wrong = outcomes.filter(({ state, waitsMs, status, firstStoredMs }) => {
    if (waitsMs + MARGIN_MS > DEADLINE_MS) return false;
    // After an absence, the instance has a moment to find the database.
    const isBack = state.startsWith("after");
    const latestMs = waitsMs + MARGIN_MS + (isBack ? RECOVERY_MS : 0);
    if (latestMs <= DEADLINE_MS && status !== 200) return true;
    return IS_LONG && isBack && firstStoredMs !== undefined && firstStoredMs > latestMs;
  });
  expect(wrong).toEqual([]);
});

test("a warm instance sends a reading once, and twice if the answer takes over 3 seconds", async () => {
  const answers = [2_000, 4_000, 6_000, 8_000].map((answerMs) => ({ answerMs, writeMs: 0 }));
  const writes = [2_000, 5_000, 8_000].map((writeMs) => ({ answerMs: 0, writeMs }));
  const outcomes = await Promise.all(
    [...answers, ...writes].map((distance) => tryOut("warm", { roundTripMs: 0, ...distance })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(Array(7).fill(200));
  expect(outcomes.map(({ updates }) => updates)).toEqual([1, 2, 2, 2, 1, 2, 2]);
});

/**
 * Returns a table with a row for each round trip, and a column for each time of an answer, in
 * seconds.
 */
function tableOf(state: State, outcomes: readonly (Cell & Outcome)[]): string {
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  const rows = ROUND_TRIPS.map((roundTrip) => {
    const cells = outcomes
      .filter((cell) => cell.state === state && cell.distance.roundTripMs === roundTrip)
      .map(({ waitsMs, status, firstStoredMs }) => {
        const first = firstStoredMs === undefined ? "none" : seconds(firstStoredMs);
        return `${status} ${first} (${seconds(waitsMs)})`.padEnd(18);
      });
    return `| ${seconds(roundTrip).padEnd(4)} | ${cells.join(" | ")} |`;
  });
  const head = `| rtt  | ${ANSWERS.map((answerMs) => `answer ${seconds(answerMs)}`.padEnd(18)).join(" | ")} |`;
  return [`${state}: status, first 200 after (waits that it needs), s`, head, ...rows].join("\n");
}
