/** What a request asks the database, and how many exchanges it waits for, one after another. */

import { databaseClient } from "../../support/backend/database-client";
import { startDatabaseRelay } from "../../support/backend/database-relay";
import type { DatabaseRelay, RelayedRequest } from "../../support/backend/database-relay";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { useHost } from "../../support/backend/targets";
import type { HostTarget } from "../../support/backend/targets";

const database = databaseClient();
let farm: Farm;
let sensor: Sensor;
beforeAll(async () => {
  farm = await addFarm(database);
  sensor = await addSensor(database, farm);
});

const VARIANTS = [
  {
    variant: "signed",
    needsFarmKey: true,
    body: (by: Sensor) => signedBody(by, { temperature: 1, battery: 2 }),
  },
  {
    variant: "key in the body",
    needsFarmKey: false,
    body: ({ uid }: Sensor, { sensorKey }: HostTarget) => ({ uid, apiKey: sensorKey, light: 1 }),
  },
] as const;

const summary = ({ method, path, round }: RelayedRequest): string => `${round} ${method} ${path}`;

describe.each(VARIANTS)("$variant", ({ body, needsFarmKey }) => {
  let relay: DatabaseRelay;
  beforeAll(async () => {
    relay = await startDatabaseRelay({ inRounds: true });
  });
  afterAll(() => relay.close());
  const target = useHost(() => ({ FIREBASE_DATABASE_EMULATOR_HOST: relay.address }));

  /** Sends a reading, and gives the requests that it took; the rounds count from the first. */
  async function send(by = sensor): Promise<readonly RelayedRequest[]> {
    const before = relay.requests.all.length;
    const answer = await post(`${target().url}/sensorData`, body(by, target()));
    expect(answer.status).toBe(200);
    const requests = relay.requests.all.slice(before);
    return requests.map((request) => ({ ...request, round: request.round - requests[0]!.round }));
  }

  // In this order: the first finds the process without a connection.
  test("a cold request: the sensor, its own key and the probe at once, its farm's key where that is needed, and the update", async () => {
    const requests = await send();
    const farmKey = `1 GET farms/${farm.id}/apiKey`;
    expect(requests.map(summary).toSorted()).toEqual([
      "0 GET forbiddenToSensorIngest",
      `0 GET registeredSensors/${sensor.uid}`,
      `0 GET sensorKeys/${sensor.uid}`,
      ...(needsFarmKey ? [farmKey, "2 PATCH "] : ["1 PATCH "]),
    ]);
    // The first three each open a connection, and the others use those.
    expect(new Set(requests.map(({ connection }) => connection)).size).toBe(3);
  });

  test.each(["once", "again", "and again"])("a warm request is one update, %s", async () => {
    const requests = await send();
    expect(requests.map(summary)).toEqual(["0 PATCH "]);
    expect(requests[0]).toMatchObject({ status: 204, answered: "" });
  });

  test("a farm's other sensor: what is registered of it at once, and the update", async () => {
    const otherSensor = await addSensor(database, farm);
    expect((await send(otherSensor)).map(summary).toSorted()).toEqual([
      `0 GET registeredSensors/${otherSensor.uid}`,
      `0 GET sensorKeys/${otherSensor.uid}`,
      "1 PATCH ",
    ]);
  });

  test("a refusal of the body asks nothing", async () => {
    const before = relay.requests.all.length;
    await post(`${target().url}/sensorData`, { ...body(sensor, target()), light: "x" });
    await post(`${target().url}/sensorData`, { uid: sensor.uid, apiKey: "wrong" });
    await post(`${target().url}/sensorData`, { ...body(sensor, target()), uid: "a/b" });
    expect(relay.requests.all.slice(before)).toEqual([]);
  });
});
