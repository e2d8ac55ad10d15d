/** Keys are exchanged while devices send, as docs/operations.md describes, and no reading is refused. */

import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import type { Answer } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { startFunctionsHost } from "../../support/backend/functions-host";
import type { FunctionsHost } from "../../support/backend/functions-host";
import { readRecords } from "../../support/backend/records";
import { inventKey } from "../../support/backend/secrets";
import { TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

const DEVICES = 6;

const database = databaseClient();
const older = inventKey();
const newer = inventKey();

function deploy(secret: string): Promise<FunctionsHost> {
  return startFunctionsHost({ SENSOR_API_KEY: secret });
}

interface Fleet {
  /** Resolves when each device has sent this many more readings. */
  sent(count: number): Promise<void>;
  /** @returns the statuses of all answers */
  stop(): Promise<readonly number[]>;
}

/** Starts devices that send one reading after another. */
function startFleet(send: (device: number) => Promise<Answer>): Fleet {
  const statuses: number[][] = Array.from({ length: DEVICES }, () => []);
  const expectant: { readonly counts: readonly number[]; readonly resolve: () => void }[] = [];
  let isStopping = false;
  const running = statuses.map(async (own, device) => {
    while (!isStopping) {
      own.push((await send(device)).status);
      for (const { counts, resolve } of expectant) {
        if (counts.every((count, number) => statuses[number]!.length >= count)) resolve();
      }
    }
  });
  return {
    sent: (count) => {
      const counts = statuses.map(({ length }) => length + count);
      return new Promise((resolve) => void expectant.push({ counts, resolve }));
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(running);
      return statuses.flat();
    },
  };
}

async function addSensors(): Promise<readonly Sensor[]> {
  const farm = await addFarm(database);
  return Promise.all(Array.from({ length: DEVICES }, () => addSensor(database, farm)));
}

let host: FunctionsHost;
beforeAll(async () => {
  host = await deploy(older);
});
afterAll(() => host.stop());

test("a farm's key is exchanged without losing a reading", async () => {
  const sensors = await addSensors();
  const { farm } = sensors[0]!;
  const keys = sensors.map(() => farm.apiKey);
  const fleet = startFleet((device) => {
    const sensor = { ...sensors[device]!, farm: { ...farm, apiKey: keys[device]! } };
    return post(`${host.url}/sensorData`, signedBody(sensor, { light: device }));
  });
  await fleet.sent(5);
  const replacement = inventKey();
  await database.put(`farms/${farm.id}/apiKey`, `${replacement},${farm.apiKey}`);
  for (const device of keys.keys()) {
    keys[device] = replacement;
    await fleet.sent(5);
  }
  await database.put(`farms/${farm.id}/apiKey`, replacement);
  await fleet.sent(5);
  const statuses = await fleet.stop();

  expect(new Set(statuses)).toEqual(new Set([200]));
  const stored = await Promise.all(
    sensors.map(async ({ greenhouse }) => (await readRecords(database, greenhouse)).history.length),
  );
  expect(stored.reduce((sum, count) => sum + count)).toBe(statuses.length);

  // The old key is refused when no instance remembers it.
  let status: number;
  do status = (await post(`${host.url}/sensorData`, signedBody(sensors[0]!))).status;
  while (status === 200);
  expect(status).toBe(401);
  const body = { farmId: farm.id, apiKey: farm.apiKey, ip: "10.0.0.1" };
  expect((await post(`${host.url}/reportIp`, body)).status).toBe(403);
  expect((await post(`${host.url}/reportIp`, { ...body, apiKey: replacement })).status).toBe(200);
});

test("the key in the body is exchanged without losing a reading", async () => {
  const sensors = await addSensors();
  const keys = sensors.map(() => older);
  const fleet = startFleet((device) => {
    const body = { uid: sensors[device]!.uid, apiKey: keys[device], light: device };
    return post(`${host.url}/sensorData`, body);
  });

  /**
   * Switches as the platform does: new requests go to the new instances, the old instances finish
   * theirs.
   */
  async function redeploy(secret: string): Promise<void> {
    const previous = host;
    host = await deploy(secret);
    await fleet.sent(2);
    await previous.stop();
  }

  await fleet.sent(5);
  await redeploy(`${newer},${older}`);
  for (const device of keys.keys()) {
    keys[device] = newer;
    await fleet.sent(5);
  }
  await redeploy(newer);
  await fleet.sent(5);
  const statuses = await fleet.stop();

  expect(new Set(statuses)).toEqual(new Set([200]));
  const stored = await Promise.all(
    sensors.map(async ({ uid, greenhouse }) => {
      return (await readRecords(database, greenhouse)).historyOf[uid]?.length ?? 0;
    }),
  );
  expect(stored.reduce((sum, count) => sum + count)).toBe(statuses.length);
  const { status } = await post(`${host.url}/sensorData`, { uid: sensors[0]!.uid, apiKey: older });
  expect(status).toBe(403);
});
