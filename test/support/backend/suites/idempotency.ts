/** `Idempotency-Key`: a retry rewrites its own entry, and other requests do not count as retries. */

import type { DatabaseClient } from "../database-client";
import { post } from "../exchange";
import { addFarm, addSensor, signedBody } from "../farm";
import type { Farm, Sensor } from "../farm";
import { readPushKeys, readRecords } from "../records";
import type { Target } from "../targets";

interface Attempt {
  readonly key?: string;
  readonly timestamp?: number | string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Pairs of requests of one sensor. The second has the time of the first, unless the case moves it. */
const PAIRS: readonly {
  readonly name: string;
  readonly first: Attempt;
  readonly second: Attempt;
  readonly entries: 1 | 2;
}[] = [
  { name: "the same request again", first: { key: "a" }, second: { key: "a" }, entries: 1 },
  {
    name: "the same with measurements in another order",
    first: { key: "a", fields: { light: 1, humidity: 2 } },
    second: { key: "a", fields: { humidity: 2, light: 1 } },
    entries: 1,
  },
  { name: "another header", first: { key: "a" }, second: { key: "b" }, entries: 2 },
  { name: "an empty header is ignored", first: { key: "" }, second: { key: "" }, entries: 2 },
];

export function describeIdempotency(target: () => Target, database: DatabaseClient): void {
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });

  async function send(sensor: Sensor, { key, fields, timestamp }: Attempt, now: number) {
    const body = signedBody(sensor, fields ?? { light: 5 }, now + Number(timestamp ?? 0));
    const headers = key === undefined ? {} : { "Idempotency-Key": key };
    const answer = await post(`${target().url}/sensorData`, body, headers);
    expect(answer.status).toBe(200);
    return answer;
  }

  test.each(PAIRS)("$name: entries $entries", async ({ first, second, entries }) => {
    const sensor = await addSensor(database, farm);
    const now = Date.now();
    const place = `sensors/${sensor.greenhouse}/history`;
    const { json } = await send(sensor, first, now);
    const [key] = await readPushKeys(database, place);
    const answer = await send(sensor, second, now);
    if (entries === 1) expect(answer.json).toEqual(json);
    const keys = await readPushKeys(database, place);
    expect(keys).toHaveLength(entries);
    expect(keys).toContain(key);
    for (const key of keys) expect(key).toMatch(/^[-0-9A-Z_a-z]{20}$/);
  });

  test("sorts derived and ordinary keys by time, in any order of arrival", async () => {
    const sensor = await addSensor(database, farm);
    const now = Date.now();
    for (const timestamp of [60_000, 59_999, -200_000]) {
      await send(sensor, { key: "k", timestamp }, now);
    }
    await send(sensor, {}, now);
    const { history } = await readRecords(database, sensor.greenhouse);
    const times = history.map(({ updatedAt }) => Number(updatedAt) - now);
    expect(times).toEqual([-200_000, 0, 59_999, 60_000]);
  });

  test("ignores the header if the key is in the body", async () => {
    const sensor = await addSensor(database, farm);
    const body = { uid: sensor.uid, apiKey: target().sensorKey, light: 1 };
    const headers = { "Idempotency-Key": "a" };
    await post(`${target().url}/sensorData`, body, headers);
    await post(`${target().url}/sensorData`, body, headers);
    const { historyOf } = await readRecords(database, sensor.greenhouse);
    expect(historyOf[sensor.uid]).toHaveLength(2);
  });
}
