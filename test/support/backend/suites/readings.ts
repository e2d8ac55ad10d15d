/** Accepted readings: the exact answer and all stored records. */

import { randomUUID } from "node:crypto";
import { signBody } from "@greenhouse/domain/identity/signing";
import { READINGS } from "../../../cases/http/readings";
import type { DatabaseClient } from "../database-client";
import { post } from "../exchange";
import { acceptedAnswer, keyedRecords, signedRecords } from "../expectations";
import type { Measurements } from "../expectations";
import { addFarm, addSensor, signedBody } from "../farm";
import type { Farm, Sensor } from "../farm";
import { readRecords } from "../records";
import { sign } from "../secrets";
import { fill } from "../placeholders";
import type { Target } from "../targets";

/** Uids and names that break careless paths, objects or regular expressions. */
const ODD_TEXTS = [
  "Ä-日本-😀-",
  `"quotes" 'and' \\backslash\\ <b>`,
  "100%+a&b=c?d;e,f:g@h!(i)*~^|<j>{k}`%2e%2F%24-",
  "-leading-dash-and a trailing blank ",
] as const;

export function describeReadings(target: () => Target, database: DatabaseClient): void {
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });
  const url = (): string => `${target().url}/sensorData`;

  test.each(READINGS)("accepts $name", async ({ variant, body, signs, measurements, at }) => {
    const sensor = await addSensor(database, farm);
    const now = Date.now();
    const signature = sign(farm.apiKey, fill(signs ?? "$ms", { now, words: {} }), sensor.uid);
    const words = {
      uid: sensor.uid,
      signature,
      SIGNATURE: signature.toUpperCase(),
      sensorKey: target().sensorKey,
    };
    const text = fill(body, { now, words });
    const headers = variant === "whole" && { "X-Signature": signBody(farm.apiKey, text) };

    const answer = await post(url(), text, { ...headers });

    const isKeyed = variant === "key-in-body";
    const readAt = isKeyed ? timeOf(answer.json) : Number(fill(at ?? "$ms", { now, words }));
    expect(answer.json).toEqual(acceptedAnswer(sensor, measurements, readAt));
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const records = isKeyed ? keyedRecords : signedRecords;
    expect(await readRecords(database, sensor.greenhouse)).toEqual(
      records(sensor, measurements, readAt),
    );
    if (isKeyed) {
      expect(readAt).toBeGreaterThanOrEqual(now);
      expect(readAt).toBeLessThanOrEqual(Date.now());
    }
  });

  /** Resolves with the reading's time. */
  async function sendSigned(sensor: Sensor, measurements: Measurements, at = Date.now()) {
    const answer = await post(url(), signedBody(sensor, measurements, at));
    expect(answer.json).toEqual(acceptedAnswer(sensor, measurements, at));
    return at;
  }

  async function sendKeyed(sensor: Sensor, measurements: Measurements): Promise<number> {
    const body = { uid: sensor.uid, apiKey: target().sensorKey, ...measurements };
    const answer = await post(url(), body);
    const at = timeOf(answer.json);
    expect(answer.json).toEqual(acceptedAnswer(sensor, measurements, at));
    return at;
  }

  test.each<[text: string, end: string]>([
    ...ODD_TEXTS.map((text): [string, string] => [text, randomUUID()]),
    ["__proto__", ""],
  ])("accepts a sensor whose uid and name are like %j", async (text, end) => {
    const uid = `${text}${end}`;
    const sensor = await addSensor(database, farm, { uid, sensorName: text, sensorType: text });
    try {
      const at = await sendSigned(sensor, { temperature: 20, battery: 4 });
      const signed = signedRecords(sensor, { temperature: 20, battery: 4 }, at);
      const keyed = keyedRecords(sensor, { light: 5 }, await sendKeyed(sensor, { light: 5 }));
      expect(await readRecords(database, sensor.greenhouse)).toEqual({
        ...signed,
        current: { ...signed.current, ...keyed.current },
        historyOf: keyed.historyOf,
      });
    } finally {
      await database.remove(`registeredSensors/${uid}`);
    }
    const { status } = await post(url(), { uid, apiKey: target().sensorKey });
    expect(status).toBe(404);
  });

  test("keeps values that a reading does not contain, in both layouts", async () => {
    const sensor = await addSensor(database, farm);
    const { uid, sensorName, sensorType } = sensor;
    const other = await addSensor(database, farm, { greenhouse: sensor.greenhouse });
    const keyed = await sendKeyed(sensor, { light: 1, humidity: 50 });
    // Older than the reading with the key in the body, whose newest values are separate.
    const before = Date.now() - 2_000;
    const first = await sendSigned(sensor, { temperature: 20, humidity: 60, battery: 90 }, before);
    const late = await sendSigned(other, { light: 9 }, first - 1_000);
    const keyedAgain = await sendKeyed(sensor, { humidity: 51 });
    const second = await sendSigned(sensor, { temperature: 21 }, keyedAgain - 1_000);
    const names = { sensorName, sensorType };
    expect(await readRecords(database, sensor.greenhouse)).toEqual({
      current: {
        [uid]: { ...names, light: 1, humidity: 51, updatedAt: keyedAgain },
        temperature: 21,
        humidity: 60,
        light: 9,
        updatedAt: second,
      },
      bySensor: {
        [uid]: { ...names, temperature: 21, humidity: 60, battery: 90 },
        [other.uid]: { ...names, light: 9 },
      },
      history: [
        { uid, sensorName, temperature: 20, humidity: 60, battery: 90, updatedAt: first },
        { uid: other.uid, sensorName, light: 9, updatedAt: late },
        { uid, sensorName, temperature: 21, updatedAt: second },
      ],
      historyOf: {
        [uid]: [
          { sensorName, light: 1, humidity: 50, updatedAt: keyed },
          { sensorName, humidity: 51, updatedAt: keyedAgain },
        ],
      },
    });
  });

  test("tells a board with a wrong clock the time, in the Date header of a refusal", async () => {
    const sensor = await addSensor(database, farm);
    const before = Date.now();
    const refused = await post(url(), signedBody(sensor, {}, before - 86_400_000));
    expect(refused.status).toBe(401);
    const timestamp = new Date(refused.headers.date ?? "").getTime();
    // It has whole seconds.
    expect(timestamp).toBeGreaterThan(before - 2_000);
    expect(timestamp).toBeLessThanOrEqual(Date.now());
    await sendSigned(sensor, {}, timestamp);
  });
}

/** Returns the reading's time from the answer. With the key in the body, it is the server's time. */
function timeOf(answer: unknown): number {
  return (answer as { data?: { timestamp?: number } }).data?.timestamp ?? Number.NaN;
}
