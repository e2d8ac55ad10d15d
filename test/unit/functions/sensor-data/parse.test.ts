import { parseJsonObject } from "../../../../functions/src/request/json-object";
import { describeRefusal } from "../../../../functions/src/http/refusal";
import type { Result } from "../../../../functions/src/result";
import { parseSensorRequest } from "../../../../functions/src/sensor-data/parse";
import {
  type AcceptedVariants,
  type SensorRequest,
} from "../../../../functions/src/sensor-data/sensor-request";
import type { SignedBody } from "../../../../functions/src/request/signature";
import bodies from "../../../cases/bodies.json";

const NOW = 1_700_000_000_000;

function parse(
  text: string,
  accepted: AcceptedVariants = "both",
  signedBody?: SignedBody,
): Result<SensorRequest> {
  const body = parseJsonObject(text);
  if (!body.ok) return body;
  return parseSensorRequest({ body: body.value, text, isLarge: false, signedBody }, accepted, NOW);
}

/** Returns the credential and the measurements of a request with one reading. */
function reading(parsed: Result<SensorRequest>): object | undefined {
  if (!parsed.ok) return undefined;
  const { sender, credential, isBatch, readings } = parsed.value;
  expect({ isBatch, count: readings.length }).toEqual({ isBatch: false, count: 1 });
  const [only] = readings;
  if (only?.ok !== true) return undefined;
  const { uid, measurements } = only.value;
  expect(sender).toEqual({ uid });
  return { uid, ...credential, text: undefined, measurements };
}

test.each(bodies)("$name", ({ body, reading: expected, error }) => {
  const parsed = parse(JSON.stringify(body));
  expect(parsed.ok ? reading(parsed) : describeRefusal(parsed.refusal)).toMatchObject(
    expected ?? { status: 400, error },
  );
});

test.each<[string, object, number]>([
  ["the timestamp", { uid: "u", signature: "s", timestamp: NOW - 5 }, NOW - 5],
  ["without a timestamp, the time of arrival", { uid: "u" }, NOW],
  ["with the key in the body", { uid: "u", apiKey: "k", timestamp: NOW - 5 }, NOW],
])("the time of a reading is %s", (_name, body, timeMs) => {
  expect(parse(JSON.stringify(body))).toMatchObject({
    value: { readings: [{ ok: true, value: { timeMs } }] },
  });
});

test("refuses a measurement outside the range of numbers", () => {
  expect(parse('{"uid":"u","temperature":1e400}')).toEqual({
    ok: false,
    refusal: { code: "field-not-a-number", field: "temperature" },
  });
});

test("accepts names of Object.prototype", () => {
  const parsed = parse(
    '{"__proto__":{"temperature":1,"signature":"s"},"uid":"__proto__","apiKey":"k"}',
  );
  expect(reading(parsed)).toEqual({
    variant: "key-in-body",
    apiKey: "k",
    uid: "__proto__",
    measurements: {},
  });
});

describe("a deployment with one variant", () => {
  test("signed: treats a key without a signature as a missing signature", () => {
    expect(reading(parse('{"uid":"u","apiKey":"k","battery":5}', "signed"))).toEqual({
      variant: "md5",
      uid: "u",
      timeMs: NOW,
      measurements: { battery: 5 },
    });
  });
  test("key-in-body: treats a signature without a key as a missing key", () => {
    const text = '{"uid":"u","signature":"s","timestamp":"now","battery":"full"}';
    expect(reading(parse(text, "key-in-body"))).toEqual({
      variant: "key-in-body",
      uid: "u",
      measurements: {},
    });
  });
});

describe("choice of the variant", () => {
  const signedBody: SignedBody = { signature: "", bytes: Buffer.from("") };
  const body = '{"uid":"u","apiKey":"k","signature":"s","timestamp":1700000000000}';
  test.each<[AcceptedVariants, SignedBody | undefined, string]>([
    ["both", undefined, "md5"],
    ["both", signedBody, "hmac"],
    ["signed", undefined, "md5"],
    ["signed", signedBody, "hmac"],
    ["hmac", undefined, "hmac"],
    ["hmac", signedBody, "hmac"],
    ["key-in-body", undefined, "key-in-body"],
    ["key-in-body", signedBody, "key-in-body"],
  ])("%s, %j: %s", (accepted, sent, variant) => {
    expect(parse(body, accepted, sent)).toMatchObject({ value: { credential: { variant } } });
  });

  test.each<AcceptedVariants>(["both", "signed", "key-in-body"])(
    "%s: refuses a batch without a signature",
    (accepted) => {
      const batch = '{"uid":"u","apiKey":"k","readings":[{"light":1}]}';
      expect(parse(batch, accepted)).toEqual({
        ok: false,
        refusal: { code: "invalid-signature" },
      });
    },
  );
});

test("accepts only batches above 16 KiB", () => {
  const signedBody: SignedBody = { signature: "", bytes: Buffer.from("") };
  const sizeOf = (text: string) => {
    const body = parseJsonObject(text);
    if (!body.ok) throw new Error(text);
    return parseSensorRequest({ body: body.value, text, isLarge: true, signedBody }, "both", NOW);
  };
  expect(sizeOf(`{"uid":"u","timestamp":${NOW},"readings":[{}]}`)).toMatchObject({ ok: true });
  expect(sizeOf(`{"uid":"u","timestamp":${NOW}}`)).toEqual({
    ok: false,
    refusal: { code: "body-too-large" },
  });
});
