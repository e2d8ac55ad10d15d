/**
 * Any bytes get an answer below 500. Nothing is stored unless the answer is 200, and then only for the sensor and the
 * farm of the request. No key is logged, in whatever field it comes.
 */

import { Readable } from "node:stream";

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { answer, type Reply } from "../../../functions/src/http/dispatch";
import type { Endpoint } from "../../../functions/src/request/endpoint";
import { Log } from "../../../functions/src/log";
import { createReportIp } from "../../../functions/src/report-ip/handler";
import { createSensorData } from "../../../functions/src/sensor-data/handler";
import { CHARACTER } from "rtdb-emulator/testing/any-text";
import { connectionWith, MemoryDatabase } from "../../support/memory-database";
import { fc, timesUsual } from "rtdb-emulator/testing/properties";

/** Where a request of this sensor, or of this farm's gateway, may write. */
const OWN =
  /^(?:sensors\/g1|lastSeen\/f1|boards\/f1|farms\/f1\/ip|farms\/f1\/ipUpdatedAt|unregistered\/f1)(?:\/|$)/;
const logged: string[] = [];
const log = new Log((entry) => logged.push(JSON.stringify(entry)));
let database: MemoryDatabase;

beforeEach(() => {
  database = new MemoryDatabase({
    farms: { f1: { apiKey: "farm-key" } },
    registeredSensors: { u1: { sensorName: "A", sensorType: "B", farmId: "f1", greenhouse: "g1" } },
  });
});

const connection = connectionWith(() => database);
const endpoints: Endpoint[] = [
  createSensorData({
    acceptedVariants: "both",
    sensorKeys: ["k1"],
    maxAgeMs: 86_400_000,
    log,
    connection,
    limit: () => 0,
    now: Date.now,
    createPushKey: createPushKeys(Math.random),
  }),
  createReportIp({ connection, now: Date.now }),
];

/** Values that are almost right, and random values. */
const nearlyRight = fc.oneof(
  fc.constantFrom("u1", "k1", "f1", "farm-key", "10.0.0.1", "", null, 0, 21.5, {}, []),
  fc.constantFrom("1700000000", "0x10", "\ud800", "a/b", "__proto__", 1e308, -0, true),
  fc.jsonValue(),
);
const FIELDS = ["uid", "apiKey", "signature", "timestamp", "light", "farmId", "ip", "__proto__"];
const nearlyRightBody = fc.dictionary(
  fc.oneof(fc.constantFrom(...FIELDS), fc.string()),
  nearlyRight,
);
const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const anyText = fc
  .oneof(
    fc.string({ unit: CHARACTER }),
    fc.json({ stringUnit: CHARACTER }),
    fc
      .integer({ min: 1, max: 3_000 })
      .map((depth) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`),
    nearlyRightBody.map((body) => JSON.stringify(body)),
    nearlyRightBody.map((body) => JSON.stringify({ ...body, uid: "u1", apiKey: "k1" })),
  )
  .map((text) => Buffer.from(text));
const contentType = fc.constantFrom("application/json", "text/plain", undefined);

async function send(body: Buffer, type: string | undefined, endpoint: Endpoint): Promise<Reply> {
  const headers = type === undefined ? {} : { "content-type": type };
  const request = Object.assign(Readable.from([body]), { method: "POST", headers });
  return answer(request, "any", endpoint, log);
}

describe.each(
  endpoints.map((endpoint, index) => [["sensorData", "reportIp"][index], endpoint] as const),
)("%s", (_name, endpoint) => {
  /** @returns the status of the answer */
  async function expectSaneAnswer(body: Buffer, type: string | undefined): Promise<number> {
    const before = database.commits.length;
    const { status, body: answered } = await send(body, type, endpoint);
    expect(status).toBeLessThan(500);
    const commits = database.commits.slice(before);
    expect(commits).toHaveLength(status === 200 ? 1 : 0);
    const paths = commits.flatMap((update) => Object.keys(update));
    expect(paths.filter((path) => !OWN.test(path))).toEqual([]);
    expect(logged.splice(0).filter((line) => line.includes("farm-key"))).toEqual([]);
    if (status !== 200) expect(answered).toEqual({ error: expect.any(String) });
    return status;
  }

  test("refuses any bytes", () =>
    fc.assert(
      fc.asyncProperty(anyBytes, contentType, async (bytes, type) => {
        expect(await expectSaneAnswer(bytes, type)).toBe(400);
      }),
      timesUsual(2),
    ));

  test("answers any text, any JSON, and almost valid requests", () =>
    fc.assert(
      fc.asyncProperty(anyText, contentType, async (text, type) => {
        await expectSaneAnswer(text, type);
      }),
      timesUsual(4),
    ));
});
