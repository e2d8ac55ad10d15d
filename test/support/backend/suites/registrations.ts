/** Registrations that change while a process remembers them: the cache may only say yes, and the database confirms. */

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

/** How a variant is sent, and what it must leave. */
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
    /** Sends, and expects the reading to be accepted for the sensor as it is given. */
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

    /** A sensor that the process has just accepted a reading of. */
    async function warmSensor(): Promise<{ readonly sensor: Sensor; readonly before: Records }> {
      const sensor = await addSensor(database, farm);
      await expectAccepted(sensor);
      return { sensor, before: await readRecords(database, sensor.greenhouse) };
    }

    const place = ({ uid }: Sensor): string => `registeredSensors/${uid}`;

    test("a sensor that is linked to another greenhouse stores its readings there at once", async () => {
      const { sensor, before } = await warmSensor();
      const moved = { ...sensor, greenhouse: await addGreenhouse(database, farm) };
      await database.put(`${place(sensor)}/greenhouse`, moved.greenhouse);
      const at = await expectAccepted(moved);
      expect(await readRecords(database, moved.greenhouse)).toEqual(records(moved, at));
      expect(await readRecords(database, sensor.greenhouse)).toEqual(before);
    });

    test("and back again", async () => {
      const { sensor } = await warmSensor();
      const greenhouse = await addGreenhouse(database, farm);
      for (const link of [greenhouse, sensor.greenhouse, greenhouse]) {
        await database.put(`${place(sensor)}/greenhouse`, link);
        await expectAccepted({ ...sensor, greenhouse: link });
      }
    });

    test("a sensor that is unlinked is refused at once, and works when it is linked again", async () => {
      const { sensor, before } = await warmSensor();
      await database.remove(`${place(sensor)}/greenhouse`);
      await expectRefused(sensor, UNLINKED);
      await expectRefused(sensor, UNLINKED);
      expect(await readRecords(database, sensor.greenhouse)).toEqual(before);
      await database.put(`${place(sensor)}/greenhouse`, sensor.greenhouse);
      await expectAccepted(sensor);
    });

    test("a sensor that is removed is refused at once, and works when it comes back", async () => {
      const { sensor, before } = await warmSensor();
      await database.remove(place(sensor));
      await expectRefused(sensor, unknown(sensor));
      expect(await readRecords(database, sensor.greenhouse)).toEqual(before);
      await register(database, sensor);
      await expectAccepted(sensor);
    });

    test("a new name and a new kind are used at once", async () => {
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

    test("a sensor that was not registered works as soon as it is", async () => {
      const sensor = inventSensor(farm);
      await expectRefused(sensor, unknown(sensor));
      await expectRefused(sensor, unknown(sensor));
      await register(database, sensor);
      const at = await expectAccepted(sensor);
      expect(await readRecords(database, sensor.greenhouse)).toEqual(records(sensor, at));
    });

    test("a sensor that was not linked works as soon as it is", async () => {
      const sensor = await addSensor(database, farm);
      await database.remove(`${place(sensor)}/greenhouse`);
      await expectRefused(sensor, UNLINKED);
      await database.put(`${place(sensor)}/greenhouse`, sensor.greenhouse);
      await expectAccepted(sensor);
    });

    test("many readings at the moment of a new link are all stored in its greenhouse", async () => {
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
