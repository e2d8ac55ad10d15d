/** Whatever comes as a body: an answer below 500 in the documented form, and nothing stored unless it is 200. */

import { CHARACTER } from "rtdb-emulator/testing/any-text";
import { databaseClient } from "../../support/backend/database-client";
import { exchange } from "../../support/backend/exchange";
import type { Answer } from "../../support/backend/exchange";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { sign } from "../../support/backend/secrets";
import { sharedHost } from "../../support/backend/targets";
import { fc, timesUsual } from "rtdb-emulator/testing/properties";

const database = databaseClient();
const target = sharedHost();
let farm: Farm;
let sensor: Sensor;
beforeAll(async () => {
  farm = await addFarm(database);
  sensor = await addSensor(database, farm);
});

/** Content types that leave it to the functions to read the body. */
const CONTENT_TYPE = fc.constantFrom(
  undefined,
  "text/plain",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "image/png",
);

/** Many more bodies are tried without a server, in test/unit/functions/any-body.test.ts. */
const A_SAMPLE = timesUsual(0.3);

let stored = "null";

/** The greenhouse and the farm, as text. */
async function readAll(): Promise<string> {
  const [readings, owner] = await Promise.all([
    database.get(`sensors/${sensor.greenhouse}`),
    database.get(`farms/${farm.id}`),
  ]);
  return JSON.stringify([readings, owner]);
}

async function expectSaneAnswer(
  operation: string,
  body: string | Uint8Array,
  contentType: string | undefined,
): Promise<Answer> {
  const headers = contentType === undefined ? {} : { "Content-Type": contentType };
  const answer = await exchange(`${target.url}/${operation}`, { headers, body });
  const now = await readAll();
  if (answer.status === 200) {
    expect(answer.json).toMatchObject({ success: true });
    expect(now).not.toBe(stored);
  } else {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.json).toEqual({ error: expect.stringMatching(/./) });
    expect(now).toBe(stored);
  }
  stored = now;
  return answer;
}

/** Any JSON, and numbers and texts that are near what is asked for. */
const ANYTHING = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ stringUnit: CHARACTER, maxDepth: 2 }) },
  fc.constantFrom("", null, 0, -1, true, [], {}, "NaN", "1e999", "\ud800", "../..", "__proto__"),
  fc.double(),
  fc.string({ unit: CHARACTER, maxLength: 40 }),
);

const READING = fields({
  uid: mostly(fc.constant("$uid")),
  timestamp: mostly(fc.constant("$timestamp")),
  signature: mostly(fc.constant("$signature")),
  apiKey: mostly(fc.constant("$sensorKey")),
  temperature: mostly(fc.double()),
  humidity: mostly(fc.integer()),
  light: mostly(fc.constantFrom(0, 1e308, null)),
  battery: mostly(fc.constantFrom(-1, 1e-308)),
  noise: ANYTHING,
});

const REPORT = fields({
  farmId: mostly(fc.constant("$farmId")),
  apiKey: mostly(fc.constant("$farmKey")),
  ip: mostly(fc.ipV4()),
});

function mostly(right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: ANYTHING });
}

/** Objects with some of these fields. */
function fields(
  model: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(model, { requiredKeys: [] });
}

/** Puts the right values in where a case has their names. */
function complete(object: Readonly<Record<string, unknown>>): string {
  const timestamp = Date.now();
  const words: Readonly<Record<string, unknown>> = {
    $uid: sensor.uid,
    $timestamp: timestamp,
    $signature: sign(farm.apiKey, String(timestamp), sensor.uid),
    $sensorKey: target.sensorKey,
    $farmId: farm.id,
    $farmKey: farm.apiKey,
  };
  const wordOr = (value: unknown): unknown =>
    typeof value === "string" ? (words[value] ?? value) : value;
  return JSON.stringify(
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, wordOr(value)])),
  );
}

beforeEach(async () => {
  stored = await readAll();
});

describe.each(["sensorData", "reportIp"])("%s answers", (operation) => {
  test("any bytes", () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), CONTENT_TYPE, async (bytes, type) => {
        const { status } = await expectSaneAnswer(operation, bytes, type);
        expect(status).toBe(400);
      }),
      A_SAMPLE,
    ));

  test("any text, and JSON of any kind", () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: CHARACTER }), fc.json({ stringUnit: CHARACTER })),
        CONTENT_TYPE,
        async (text, type) => {
          await expectSaneAnswer(operation, text, type);
        },
      ),
      A_SAMPLE,
    ));

  test("objects with the right names and any values", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        operation === "sensorData" ? READING : REPORT,
        fc.oneof(CONTENT_TYPE, fc.constant("application/json")),
        async (object, type) => {
          const { status } = await expectSaneAnswer(operation, complete(object), type);
          if (status === 200) accepted += 1;
        },
      ),
    );
    // Some must get through, or the property says little.
    expect(accepted).toBeGreaterThan(0);
  });
});
