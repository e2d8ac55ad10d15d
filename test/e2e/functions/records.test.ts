/** A greenhouse's records after several readings: merges, history, and both layouts side by side. */

import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { acceptedAnswer, keyedRecords, signedRecords } from "../../support/backend/expectations";
import type { Measurements } from "../../support/backend/expectations";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readPushKeys, readRecords } from "../../support/backend/records";
import { sign } from "../../support/backend/secrets";
import { TARGETS } from "../../support/backend/targets";

const database = databaseClient();
let farm: Farm;
beforeAll(async () => {
  farm = await addFarm(database);
});

describe.each(TARGETS)("on $name", ({ useTarget }) => {
  const target = useTarget();

  /** Resolves with the reading's time. */
  async function sendSigned(sensor: Sensor, measurements: Measurements): Promise<number> {
    const at = Date.now();
    const answer = await post(`${target().url}/sensorData`, signedBody(sensor, measurements, at));
    expect(answer.json).toEqual(acceptedAnswer(sensor, measurements, at));
    return at;
  }

  async function sendKeyed(sensor: Sensor, measurements: Measurements): Promise<number> {
    const body = { uid: sensor.uid, apiKey: target().sensorKey, ...measurements };
    const answer = await post(`${target().url}/sensorData`, body);
    const at = (answer.json as { data: { timestamp: number } }).data.timestamp;
    expect(answer.json).toEqual(acceptedAnswer(sensor, measurements, at));
    return at;
  }

  test("signed: what is not sent is not overwritten", async () => {
    const sensor = await addSensor(database, farm);
    const { uid, sensorName, sensorType } = sensor;
    const first = await sendSigned(sensor, { temperature: 20, humidity: 60, battery: 90 });
    const second = await sendSigned(sensor, { temperature: 21, light: 500 });
    const third = await sendSigned(sensor, {});
    expect(await readRecords(database, sensor.greenhouse)).toEqual({
      current: { temperature: 21, humidity: 60, light: 500, updatedAt: third },
      bySensor: {
        [uid]: { sensorName, sensorType, temperature: 21, humidity: 60, light: 500, battery: 90 },
      },
      history: [
        { uid, sensorName, temperature: 20, humidity: 60, battery: 90, updatedAt: first },
        { uid, sensorName, temperature: 21, light: 500, updatedAt: second },
        { uid, sensorName, updatedAt: third },
      ],
      historyOf: {},
    });
  });

  test("key in the body: what is not sent is not overwritten", async () => {
    const sensor = await addSensor(database, farm);
    const { uid, sensorName, sensorType } = sensor;
    const first = await sendKeyed(sensor, { temperature: 20, humidity: 60 });
    const second = await sendKeyed(sensor, { temperature: 21, light: 500 });
    const third = await sendKeyed(sensor, {});
    expect(await readRecords(database, sensor.greenhouse)).toEqual({
      current: {
        [uid]: {
          sensorName,
          sensorType,
          temperature: 21,
          humidity: 60,
          light: 500,
          updatedAt: third,
        },
      },
      bySensor: {},
      history: [],
      historyOf: {
        [uid]: [
          { sensorName, temperature: 20, humidity: 60, updatedAt: first },
          { sensorName, temperature: 21, light: 500, updatedAt: second },
          { sensorName, updatedAt: third },
        ],
      },
    });
  });

  test("two sensors share current and nothing else", async () => {
    const firstSensor = await addSensor(database, farm, { sensorName: "One" });
    const { greenhouse } = firstSensor;
    const secondSensor = await addSensor(database, farm, { sensorName: "Two", greenhouse });
    const first = signedRecords(
      firstSensor,
      { temperature: 20 },
      await sendSigned(firstSensor, { temperature: 20 }),
    );
    const second = signedRecords(
      secondSensor,
      { light: 9 },
      await sendSigned(secondSensor, { light: 9 }),
    );
    expect(await readRecords(database, greenhouse)).toEqual({
      current: { ...first.current, ...second.current },
      bySensor: { ...first.bySensor, ...second.bySensor },
      history: [...first.history, ...second.history],
      historyOf: {},
    });
  });

  test("both layouts are stored side by side, also for one sensor", async () => {
    const sensor = await addSensor(database, farm);
    const { greenhouse } = sensor;
    const otherSensor = await addSensor(database, farm, { greenhouse, sensorName: "Other" });
    const keyed = keyedRecords(sensor, { light: 1 }, await sendKeyed(sensor, { light: 1 }));
    const signed = signedRecords(sensor, { light: 2 }, await sendSigned(sensor, { light: 2 }));
    const others = keyedRecords(
      otherSensor,
      { humidity: 3 },
      await sendKeyed(otherSensor, { humidity: 3 }),
    );
    expect(await readRecords(database, greenhouse)).toEqual({
      current: { ...keyed.current, ...signed.current, ...others.current },
      bySensor: signed.bySensor,
      history: signed.history,
      historyOf: { ...keyed.historyOf, ...others.historyOf },
    });
  });

  test("a repeated request without a header is a second entry", async () => {
    const sensor = await addSensor(database, farm);
    const at = Date.now();
    const body = signedBody(sensor, { light: 2 }, at);
    const first = await post(`${target().url}/sensorData`, body);
    const second = await post(`${target().url}/sensorData`, body);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json).toEqual(first.json);
    const { history, ...others } = signedRecords(sensor, { light: 2 }, at);
    expect(await readRecords(database, sensor.greenhouse)).toEqual({
      ...others,
      history: [...history, ...history],
    });
  });

  test.each(["signed", "keyed"])("push keys follow each other in time: %s", async (variant) => {
    const sensor = await addSensor(database, farm);
    const place = `sensors/${sensor.greenhouse}/history${variant === "keyed" ? `/${sensor.uid}` : ""}`;
    let before: string[] = [];
    for (let light = 0; light < 5; light += 1) {
      await (variant === "keyed" ? sendKeyed(sensor, { light }) : sendSigned(sensor, { light }));
      const keys = await readPushKeys(database, place);
      expect(keys.slice(0, light)).toEqual(before);
      expect(keys[light]).toMatch(/^[-0-9A-Z_a-z]{20}$/);
      expect(keys).toHaveLength(light + 1);
      before = keys;
    }
  });

  test("the Date header of a refusal gives the device the time", async () => {
    const sensor = await addSensor(database, farm);
    const before = Date.now();
    const stale = before - 86_400_000;
    const refused = await post(`${target().url}/sensorData`, signedBody(sensor, {}, stale));
    expect(refused.status).toBe(401);
    const timestamp = new Date(refused.headers.date ?? "").getTime();
    // It has whole seconds.
    expect(timestamp).toBeGreaterThan(before - 2_000);
    expect(timestamp).toBeLessThanOrEqual(Date.now());
    const again = signedBody(sensor, {}, timestamp);
    expect((await post(`${target().url}/sensorData`, again)).status).toBe(200);
  });

  test("a signature holds for its own sensor alone", async () => {
    const sensor = await addSensor(database, farm);
    const otherSensor = await addSensor(database, farm);
    const timestamp = Date.now();
    const signature = sign(farm.apiKey, String(timestamp), sensor.uid);
    const body = { uid: otherSensor.uid, timestamp, signature };
    expect((await post(`${target().url}/sensorData`, body)).status).toBe(401);
    expect(await database.get(`sensors/${otherSensor.greenhouse}`)).toBeNull();
  });
});
