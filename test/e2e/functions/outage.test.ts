/** A database that is away, does not answer, or is lost half-way: 503 in time, and nothing stored after it. */

import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { freePort, HOST } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { startDatabaseRelay } from "../../support/backend/database-relay";
import type { DatabaseRelay } from "../../support/backend/database-relay";
import { post } from "../../support/backend/exchange";
import type { Answer } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { useHost } from "../../support/backend/targets";
import type { HostTarget } from "../../support/backend/targets";
import { MARGIN_MS } from "../../support/faults/length";

const DEADLINE_SECONDS = 1;

const database = databaseClient();
let farm: Farm;
let sensor: Sensor;
/** How many 503 the process of the running tests has answered. */
let unavailable = 0;
beforeAll(async () => {
  farm = await addFarm(database);
  sensor = await addSensor(database, farm);
});

const deployment = (address: string) => ({
  FIREBASE_DATABASE_EMULATOR_HOST: address,
  DATABASE_DEADLINE_SECONDS: String(DEADLINE_SECONDS),
});

function sendReading(target: HostTarget, light: number): Promise<Answer> {
  return post(`${target.url}/sensorData`, signedBody(sensor, { light }));
}

async function expectUnavailable(sending: () => Promise<Answer>): Promise<void> {
  unavailable += 1;
  const { status, json, headers, elapsedMs } = await sending();
  expect({ status, json }).toEqual({
    status: 503,
    json: { error: "Database unavailable. Try again." },
  });
  expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(elapsedMs).toBeLessThan(DEADLINE_SECONDS * 1000 + MARGIN_MS);
}

function describeAbsence(name: string, target: () => HostTarget): void {
  describe(name, () => {
    beforeAll(() => {
      unavailable = 0;
    });

    test.each(["the first time", "the second time"])("a reading, %s", () =>
      expectUnavailable(() => sendReading(target(), 1)),
    );

    test("a reading with the key in its body", () =>
      expectUnavailable(() => {
        const body = { uid: sensor.uid, apiKey: target().sensorKey };
        return post(`${target().url}/sensorData`, body);
      }));

    test("a report of an address", () =>
      expectUnavailable(() => {
        const body = { farmId: farm.id, apiKey: farm.apiKey, ip: "10.0.0.1" };
        return post(`${target().url}/reportIp`, body);
      }));

    test("many at once", async () => {
      await Promise.all(
        Array.from({ length: 20 }, () => expectUnavailable(() => sendReading(target(), 1))),
      );
    });

    test("what needs no database is answered as usual", async () => {
      const url = `${target().url}/sensorData`;
      expect((await post(url, {})).status).toBe(400);
      expect((await post(url, { uid: "a", apiKey: "wrong" })).status).toBe(403);
      expect((await post(`${target().url}/reportIp`, { farmId: "a" })).status).toBe(400);
    });

    test("each is in the log, under one name", async () => {
      expect(unavailable).toBeGreaterThan(0);
      await target().entriesUntil((entries) => {
        const events = entries.map(({ event }) => event);
        const count = (event: unknown): number =>
          events.filter((logged) => logged === event).length;
        return events.some((event) => count(event) === unavailable);
      });
    });
  });
}

describe("nobody listens", () => {
  let address = "";
  beforeAll(async () => {
    address = `${HOST}:${await freePort()}`;
  });
  describeAbsence(
    "503 in time",
    useHost(() => deployment(address)),
  );
});

describe("somebody listens and never answers", () => {
  let server: Server;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket.on("error", () => socket.destroy()));
    });
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = (): string => `${HOST}:${(server.address() as AddressInfo).port}`;
  describeAbsence(
    "503 in time",
    useHost(() => deployment(address())),
  );
});

describe("the connection is lost", () => {
  let relay: DatabaseRelay;
  beforeAll(async () => {
    relay = await startDatabaseRelay();
  });
  afterAll(() => relay.close());
  const target = useHost(() => deployment(relay.address));

  /** The ordinals that are stored in history. */
  async function storedLights(): Promise<number[]> {
    const { history } = await readRecords(database, sensor.greenhouse);
    return history.map(({ light }) => Number(light)).toSorted((a, b) => a - b);
  }

  beforeEach(async () => {
    sensor = await addSensor(database, farm);
  });

  test("no answers, then the database is back: what was answered with 503 is never stored", async () => {
    expect((await sendReading(target(), 1)).status).toBe(200);
    relay.stall();
    await Promise.all(
      [2, 3, 4].map((light) => expectUnavailable(() => sendReading(target(), light))),
    );
    await expectUnavailable(() => sendReading(target(), 5));
    // What had been handed to the network before may still be stored.
    await relay.allClosed();
    relay.comeBack();
    expect((await sendReading(target(), 6)).status).toBe(200);
    expect((await sendReading(target(), 7)).status).toBe(200);
    expect(await storedLights()).toEqual([1, 6, 7]);
  });

  test("no answers, with a single reading in progress: it is never stored either", async () => {
    expect((await sendReading(target(), 1)).status).toBe(200);
    relay.stall();
    await expectUnavailable(() => sendReading(target(), 2));
    await relay.allClosed();
    relay.comeBack();
    for (const light of [3, 4, 5, 6, 7]) {
      expect((await sendReading(target(), light)).status).toBe(200);
    }
    expect(await storedLights()).toEqual([1, 3, 4, 5, 6, 7]);
  });

  test.each(["everything", "answers"] as const)(
    "a connection that loses %s is replaced by a new one, and the reading is stored once",
    async (lost) => {
      expect((await sendReading(target(), 1)).status).toBe(200);
      relay.strand(lost);
      expect((await sendReading(target(), 2)).status).toBe(200);
      expect(await storedLights()).toEqual([1, 2]);
    },
  );

  test("a pause that ends in time goes unnoticed", async () => {
    expect((await sendReading(target(), 1)).status).toBe(200);
    relay.stall();
    const received = relay.nextRequest();
    const sending = sendReading(target(), 2);
    await received;
    relay.comeBack();
    expect((await sending).status).toBe(200);
    expect(await storedLights()).toEqual([1, 2]);
  });

  test("a broken connection is opened again, and the reading is stored", async () => {
    for (const light of [1, 2, 3]) {
      expect((await sendReading(target(), light)).status).toBe(200);
      relay.cut();
    }
    expect(await storedLights()).toEqual([1, 2, 3]);
  });

  test("a connection that breaks before the answer: the reading is stored once", async () => {
    expect((await sendReading(target(), 1)).status).toBe(200);
    relay.stall();
    const received = relay.nextRequest();
    const sending = sendReading(target(), 2);
    await received;
    relay.cut();
    relay.comeBack();
    expect((await sending).status).toBe(200);
    expect(await storedLights()).toEqual([1, 2]);
  });
});
