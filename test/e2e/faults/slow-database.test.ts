/**
 * A database that is far away or slow, for an instance that is warm, cold, or just after an outage or a stall: no
 * reading gets a 503 if the protocol's round trips fit the deadline. `npm run soak` tries the whole table, prints it,
 * and also measures how soon the first reading after an outage is stored: within 2 seconds beyond the round trips. `npm
 * test` tries the cells that differ; the unit tests, which have a clock of their own, check that time.
 */

import { Readable } from "node:stream";
import { setTimeout as pass } from "node:timers/promises";
import { createInstance } from "../../../functions/src/database/instances";
import { createPushKeys } from "../../../domain/src/push-key";
import { createOpenSocket, type Socket } from "../../../functions/src/database/socket";
import { answer } from "../../../functions/src/http/dispatch";
import { Log } from "../../../functions/src/log";
import { createSensorData } from "../../../functions/src/sensor-data/handler";
import { NAMESPACE } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { DistantDatabase } from "../../support/faults/distant-database";
import type { Distance } from "../../support/faults/distant-database";
import { IS_LONG, TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

const DEADLINE_MS = 10_000;
const ABSENCE_MS = IS_LONG ? 8_000 : 3_000;
/**
 * What a request may take beyond the waits: this process serves all cells at once, and `npm test` runs other suites
 * beside it, so there the waits must leave 2.5 seconds of the deadline.
 */
const MARGIN_MS = IS_LONG ? 500 : 2_500;
/** How long after the waits a database that is back must have stored a reading. */
const RECOVERY_MS = 2_000;

const ROUND_TRIPS = IS_LONG ? [0, 100, 500, 1_000, 1_500, 2_500, 4_000] : [0, 1_500];
const ANSWERS = IS_LONG ? [0, 2_000, 4_000, 6_000, 8_000] : [0, 2_000, 5_000];
const STATES = ["warm", "cold", "after being refused", "after hanging", "after a stall"] as const;
/** How many cells are tried at the same time. */
const GROUP = IS_LONG ? 10 : 30;
type State = (typeof STATES)[number];

const database = databaseClient();
let farm: Farm;
beforeAll(async () => {
  farm = await addFarm(database);
});

/** The waits from a request to its answer. After an absence the connection is reopened, except after a stall. */
function waitsOf(state: State, { roundTripMs, answerMs }: Distance): number {
  const connecting = 1.5 * roundTripMs;
  const operation = roundTripMs + answerMs;
  switch (state) {
    case "cold":
      return connecting + 3 * operation;
    case "warm":
    case "after a stall":
      return operation;
    case "after being refused":
    case "after hanging":
      return connecting + operation;
  }
}

interface Cell {
  readonly state: State;
  readonly distance: Distance;
  readonly waitsMs: number;
}

interface Outcome {
  /** The status of the request that was made when everything was set up. */
  readonly status: number;
  /** From that moment to the first reading that was stored, in milliseconds; undefined where none was. */
  readonly firstStoredMs: number | undefined;
  /** How many updates were sent for that request alone; only counted where no other one was made. */
  readonly updates: number;
}

const never = (): Promise<never> => new Promise(() => undefined);
const CLOSED_SOCKET: Socket = { read: never, commit: never, close: () => undefined };

/** The functions of one instance in this process, behind a relay of their own. */
class Instance {
  readonly relay = new DistantDatabase();
  readonly #log = new Log(() => undefined);
  readonly #open = createOpenSocket(`https://${NAMESPACE}.firebaseio.com`, this.#log);
  readonly #sockets = new Set<Socket>();
  #isClosed = false;
  #lights = 0;
  readonly #databaseInstance = createInstance(
    (onConnectionChange) => this.#openThroughRelay(onConnectionChange),
    { timeoutMs: DEADLINE_MS, maxRegistrations: 10 },
    () => performance.now(),
    this.#log,
  );
  readonly #endpoint = createSensorData({
    instanceOf: () => this.#databaseInstance,
    ...{ acceptedVariants: "both", sensorKeys: [], maxAgeMs: 0, limit: () => 0 },
    ...{ reportDenied: () => undefined, now: Date.now, createPushKey: createPushKeys(Math.random) },
  });

  constructor(readonly sensor: Sensor) {}

  async send(): Promise<{ readonly status: number; readonly endMs: number }> {
    this.#lights += 1;
    const body = signedBody(this.sensor, { light: this.#lights });
    const stream = Readable.from([Buffer.from(JSON.stringify(body))]);
    const request = Object.assign(stream, { method: "POST", headers: {} });
    const { status } = await answer(request, "sensorData", this.#endpoint, this.#log);
    return { status, endMs: performance.now() };
  }

  async close(): Promise<void> {
    // Look-ups outlive their requests, and would open further sockets.
    this.#isClosed = true;
    for (const socket of this.#sockets) {
      this.#sockets.delete(socket);
      socket.close();
    }
    await this.relay.close();
  }

  #openThroughRelay(onConnectionChange: (isConnected: boolean) => void): Socket {
    if (this.#isClosed) return CLOSED_SOCKET;
    // The SDK reads the address when a socket is opened.
    const before = process.env["FIREBASE_DATABASE_EMULATOR_HOST"];
    process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = this.relay.address;
    const socket = this.#open(onConnectionChange);
    process.env["FIREBASE_DATABASE_EMULATOR_HOST"] = before;
    this.#sockets.add(socket);
    const close = (): void => {
      if (this.#sockets.delete(socket)) socket.close();
    };
    return { ...socket, close };
  }
}

async function tryOut(state: State, distance: Distance): Promise<Outcome> {
  const instance = new Instance(await addSensor(database, farm));
  const { relay } = instance;
  await relay.start();
  try {
    const earlier: ReturnType<Instance["send"]>[] = [];
    // The first ones may wait for this process.
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
      ...{ status: last.status, updates },
      firstStoredMs: stored.length === 0 ? undefined : firstMs,
    };
  } finally {
    await instance.close();
  }
}

async function expectStoredOnce(sensor: Sensor): Promise<void> {
  const { history } = await readRecords(database, sensor.greenhouse);
  const lights = history.map((entry) => entry["light"]);
  expect(new Set(lights).size).toBe(lights.length);
}

/** Tries the cells in groups, so that this process is never what is waited for. */
async function tryAll(cells: readonly Cell[]): Promise<readonly (Cell & Outcome)[]> {
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

test("no reading gets a 503 where the waits fit the deadline", async () => {
  const cells = STATES.flatMap((state) =>
    ROUND_TRIPS.flatMap((roundTrip) =>
      ANSWERS.map((answers) => {
        const distance = { roundTripMs: roundTrip, answerMs: answers };
        return { state, distance, waitsMs: waitsOf(state, distance) };
      }),
    ),
  );
  const outcomes = await tryAll(cells);
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

test("a warm instance sends a reading once however long each answer takes, and twice where only writes take long", async () => {
  const answers = [2_000, 4_000, 6_000, 8_000].map((answerMs) => ({ answerMs, writeMs: 0 }));
  const writes = [5_000, 8_000].map((writeMs) => ({ answerMs: 0, writeMs }));
  const outcomes = await Promise.all(
    [...answers, ...writes].map((distance) => tryOut("warm", { roundTripMs: 0, ...distance })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(outcomes.map(({ updates }) => updates)).toEqual([1, 1, 1, 1, 2, 2]);
});

/** One row for each round trip, one column for each time of an answer, in seconds. */
function tableOf(state: State, outcomes: readonly (Cell & Outcome)[]): string {
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  const rows = ROUND_TRIPS.map((roundTrip) => {
    const cells = outcomes
      .filter((each) => each.state === state && each.distance.roundTripMs === roundTrip)
      .map(({ waitsMs, status, firstStoredMs }) => {
        const first = firstStoredMs === undefined ? "none" : seconds(firstStoredMs);
        return `${status} ${first} (${seconds(waitsMs)})`.padEnd(18);
      });
    return `| ${seconds(roundTrip).padEnd(4)} | ${cells.join(" | ")} |`;
  });
  const head = `| rtt  | ${ANSWERS.map((each) => `answer ${seconds(each)}`.padEnd(18)).join(" | ")} |`;
  return [
    `${state}: status, first 200 after (waits that the protocol needs), s`,
    head,
    ...rows,
  ].join("\n");
}
