/**
 * Registrations that change while a process caches them: a cached record never refuses, and the database confirms it.
 */

import { signBody } from "@greenhouse/domain/identity/signing";
import type { DatabaseClient } from "../database-client";
import { post } from "../exchange";
import { acceptedAnswer, keyedRecords, signedRecords } from "../expectations";
import { addFarm, addGreenhouse, addSensor, register, signedBody } from "../farm";
import type { Farm, Sensor } from "../farm";
import { readRecords } from "../records";
import type { Records } from "../records";
import { inventKey } from "../secrets";
import type { Target } from "../targets";

const MEASUREMENTS = { temperature: 20, light: 5 };
const UNLINKED = { status: 400, json: { error: "Sensor is not linked to any greenhouse." } };
const unknown = ({ uid }: Sensor) => ({
  status: 404,
  json: { error: `Sensor UID not found: ${uid}` },
});

interface Sent {
  readonly status: number;
  readonly json: unknown;
  /** The reading's time. */
  readonly at: number;
}

/** How to send a variant, and the expected records. */
interface Variant {
  readonly send: (target: Target, sensor: Sensor) => Promise<Sent>;
  readonly records: (sensor: Sensor, at: number) => Records;
}

const SIGNED: Variant = {
  send: async ({ url }, sensor) => {
    const at = Date.now();
    const body = signedBody(sensor, MEASUREMENTS, at);
    const { status, json } = await post(`${url}/sensorData`, body);
    return { status, json, at };
  },
  records: (sensor, at) => signedRecords(sensor, MEASUREMENTS, at),
};

const KEYED: Variant = {
  send: async ({ url, sensorKey }, { uid }) => {
    const body = { uid, apiKey: sensorKey, ...MEASUREMENTS };
    const { status, json } = await post(`${url}/sensorData`, body);
    const { data } = json as { data?: { timestamp: number } };
    return { status, json, at: data?.timestamp ?? Number.NaN };
  },
  records: (sensor, at) => keyedRecords(sensor, MEASUREMENTS, at),
};

const VARIANTS = [
  { variant: "signed", ...SIGNED },
  { variant: "key in the body", ...KEYED },
];

export function describeRegistrations(target: () => Target, database: DatabaseClient): void {
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });

  describe.each(VARIANTS)("with a warm cache, $variant:", ({ send, records }) => {
    /** Sends a reading and expects that it is accepted for the sensor. */
    async function expectAccepted(sensor: Sensor): Promise<number> {
      const { status, json, at } = await send(target(), sensor);
      expect({ status, json }).toEqual({
        status: 200,
        json: acceptedAnswer(sensor, MEASUREMENTS, at),
      });
      return at;
    }

    async function expectRefused(sensor: Sensor, expected: object): Promise<void> {
      const { status, json } = await send(target(), sensor);
      expect({ status, json }).toEqual(expected);
    }

    /** Adds a sensor and sends a reading, so that the process caches the sensor. */
    async function warmSensor(): Promise<{ readonly sensor: Sensor; readonly before: Records }> {
      const sensor = await addSensor(database, farm);
      await expectAccepted(sensor);
      return { sensor, before: await readRecords(database, sensor.greenhouse) };
    }

    const place = ({ uid }: Sensor): string => `registeredSensors/${uid}`;

    test("uses a sensor's new greenhouse, name and type at once", async () => {
      const { sensor, before } = await warmSensor();
      const greenhouse = await addGreenhouse(database, farm);
      const moved = { ...sensor, greenhouse, sensorName: "Renamed", sensorType: "BME280" };
      const { sensorName, sensorType } = moved;
      const record = { sensorName, sensorType, farmId: farm.id, greenhouse };
      await database.put(place(sensor), record);
      const at = await expectAccepted(moved);
      expect(await readRecords(database, moved.greenhouse)).toEqual(records(moved, at));
      expect(await readRecords(database, sensor.greenhouse)).toEqual(before);
    });

    test("refuses an unlinked sensor at once, and accepts it when it is linked again", async () => {
      const { sensor, before } = await warmSensor();
      await database.remove(`${place(sensor)}/greenhouse`);
      await expectRefused(sensor, UNLINKED);
      expect(await readRecords(database, sensor.greenhouse)).toEqual(before);
      await database.put(`${place(sensor)}/greenhouse`, sensor.greenhouse);
      await expectAccepted(sensor);
    });

    test("refuses a removed sensor at once, and accepts it when it is registered again", async () => {
      const { sensor, before } = await warmSensor();
      await database.remove(place(sensor));
      await expectRefused(sensor, unknown(sensor));
      expect(await readRecords(database, sensor.greenhouse)).toEqual(before);
      await register(database, sensor);
      await expectAccepted(sensor);
    });
  });

  /** Sends a reading that is signed with the key, in the body or as a whole, and resolves with the status. */
  async function statusWith(sensor: Sensor, apiKey: string, isWhole = false): Promise<number> {
    const { url } = target();
    const signed = { ...sensor, farm: { ...sensor.farm, apiKey } };
    const body = isWhole ? { uid: sensor.uid, timestamp: Date.now() } : signedBody(signed);
    const text = JSON.stringify(body);
    const headers = isWhole && { "X-Signature": signBody(apiKey, text) };
    return (await post(`${url}/sensorData`, text, { ...headers })).status;
  }

  test.each([
    ["the new key is used first", false],
    ["the old key is used first", true],
  ])("accepts only a farm's new key at once: %s", async (_, isOldFirst) => {
    const owner = await addFarm(database);
    const sensor = await addSensor(database, owner);
    expect(await statusWith(sensor, owner.apiKey)).toBe(200);
    const renewed = inventKey();
    await database.put(`farms/${owner.id}/apiKey`, renewed);
    for (const key of isOldFirst ? [owner.apiKey, renewed] : [renewed, owner.apiKey]) {
      expect(await statusWith(sensor, key)).toBe(key === renewed ? 200 : 401);
    }
  });

  test.each([false, true])(
    "accepts both keys of a pair, signed as a whole: %s",
    async (isWhole) => {
      const owner = await addFarm(database);
      const sensor = await addSensor(database, owner);
      const [newer, older] = [inventKey(), inventKey()];
      await database.put(`farms/${owner.id}/apiKey`, `${newer},${older}`);
      expect(await statusWith(sensor, older, isWhole)).toBe(200);
      expect(await statusWith(sensor, newer, isWhole)).toBe(200);
      expect(await database.get(`ingest/${sensor.uid}`)).toBe(`${newer},${older}`);
      expect(await statusWith(sensor, `${newer},`, isWhole)).toBe(401);
    },
  );

  test("refuses the old farm's key for a sensor that moved to another farm", async () => {
    const sensor = await addSensor(database, farm);
    expect(await statusWith(sensor, farm.apiKey)).toBe(200);
    const other = await addFarm(database);
    await database.patch({
      [`registeredSensors/${sensor.uid}/farmId`]: other.id,
      [`greenhouses/${sensor.greenhouse}/farmId`]: other.id,
    });
    expect(await statusWith(sensor, farm.apiKey)).toBe(401);
    expect(await statusWith(sensor, other.apiKey)).toBe(200);
  });
}
