/** Accepted readings: the exact answer and all stored records. */

import { READINGS } from "../../../cases/http/readings";
import type { DatabaseClient } from "../database-client";
import { post } from "../exchange";
import { acceptedAnswer, keyedRecords, signedRecords } from "../expectations";
import { addFarm, addSensor } from "../farm";
import type { Farm } from "../farm";
import { readRecords } from "../records";
import { sign } from "../secrets";
import { fill } from "../placeholders";
import type { Target } from "../targets";

export function describeReadings(target: () => Target, database: DatabaseClient): void {
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });

  test.each(READINGS)("accepts $name", async ({ variant, body, signs, measurements, at }) => {
    const { url, sensorKey } = target();
    const sensor = await addSensor(database, farm);
    const now = Date.now();
    const signature = sign(farm.apiKey, fill(signs ?? "$ms", { now, words: {} }), sensor.uid);
    const words = {
      uid: sensor.uid,
      signature,
      SIGNATURE: signature.toUpperCase(),
      sensorKey,
    };

    const answer = await post(`${url}/sensorData`, fill(body, { now, words }));

    const readAt =
      variant === "signed" ? Number(fill(at ?? "$ms", { now, words })) : timeOf(answer.json);
    expect(answer.json).toEqual(acceptedAnswer(sensor, measurements, readAt));
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const records = variant === "signed" ? signedRecords : keyedRecords;
    expect(await readRecords(database, sensor.greenhouse)).toEqual(
      records(sensor, measurements, readAt),
    );
    if (variant === "key-in-body") {
      expect(readAt).toBeGreaterThanOrEqual(now);
      expect(readAt).toBeLessThanOrEqual(Date.now());
    }
  });
}

/** Returns the reading's time from the answer. With the key in the body, it is the server's time. */
function timeOf(answer: unknown): number {
  return (answer as { data?: { timestamp?: number } }).data?.timestamp ?? Number.NaN;
}
