/**
 * Registrations that change while a process caches them: a cached record never refuses, and the database confirms it.
 */

import type { DatabaseClient } from "../database-client";
import { post } from "../exchange";
import { acceptedAnswer, keyedRecords, signedRecords } from "../expectations";
import { addFarm, addGreenhouse, addSensor, inventSensor, register, signedBody } from "../farm";
import type { Farm, Sensor } from "../farm";
import { readRecords } from "../records";
import type { Records } from "../records";
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

    test("stores readings in a sensor's new greenhouse at once", async () => {
      const { sensor, before } = await warmSensor();
      const moved = { ...sensor, greenhouse: await addGreenhouse(database, farm) };
      await database.put(`${place(sensor)}/greenhouse`, moved.greenhouse);
      const at = await expectAccepted(moved);
      expect(await readRecords(database, moved.greenhouse)).toEqual(records(moved, at));
      expect(await readRecords(database, sensor.greenhouse)).toEqual(before);
    });

    test("follows a sensor that is moved back and forth", async () => {
      const { sensor } = await warmSensor();
      const greenhouse = await addGreenhouse(database, farm);
      for (const link of [greenhouse, sensor.greenhouse, greenhouse]) {
        await database.put(`${place(sensor)}/greenhouse`, link);
        await expectAccepted({ ...sensor, greenhouse: link });
      }
    });

    test("refuses an unlinked sensor at once, and accepts it when it is linked again", async () => {
      const { sensor, before } = await warmSensor();
      await database.remove(`${place(sensor)}/greenhouse`);
      await expectRefused(sensor, UNLINKED);
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

    test("uses a new name and a new type at once", async () => {
      const { sensor } = await warmSensor();
      for (const change of [{ sensorName: "Renamed" }, { sensorType: "BME280" }]) {
        await database.patch(
          Object.fromEntries(
            Object.entries(change).map(([field, text]) => [`${place(sensor)}/${field}`, text]),
          ),
        );
        const { sensorName, sensorType } = (await database.get(place(sensor))) as Record<
          string,
          string
        > & { sensorName: string; sensorType: string };
        await expectAccepted({ ...sensor, sensorName, sensorType });
      }
    });

    test("accepts a sensor as soon as it is registered", async () => {
      const sensor = inventSensor(farm);
      await expectRefused(sensor, unknown(sensor));
      await expectRefused(sensor, unknown(sensor));
      await register(database, sensor);
      const at = await expectAccepted(sensor);
      expect(await readRecords(database, sensor.greenhouse)).toEqual(records(sensor, at));
    });

    test("accepts a sensor as soon as it is linked", async () => {
      const sensor = await addSensor(database, farm);
      await database.remove(`${place(sensor)}/greenhouse`);
      await expectRefused(sensor, UNLINKED);
      await database.put(`${place(sensor)}/greenhouse`, sensor.greenhouse);
      await expectAccepted(sensor);
    });

    test("stores concurrent readings after a new link all in the new greenhouse", async () => {
      const { sensor, before } = await warmSensor();
      const moved = { ...sensor, greenhouse: await addGreenhouse(database, farm) };
      await database.put(`${place(sensor)}/greenhouse`, moved.greenhouse);
      await Promise.all(Array.from({ length: 20 }, () => expectAccepted(moved)));
      expect(await readRecords(database, sensor.greenhouse)).toEqual(before);
      const { history, historyOf } = await readRecords(database, moved.greenhouse);
      expect([...history, ...(historyOf[sensor.uid] ?? [])]).toHaveLength(20);
    });
  });
}
