/** Parsing a request. The tables of `test/cases/http` prove the rest. */

import { parseJsonObject } from "../../../../functions/src/request/json-object";
import type { SignedBody } from "../../../../functions/src/request/signature";
import type { Result } from "../../../../functions/src/result";
import { parseSensorRequest } from "../../../../functions/src/sensor-data/parse";
import type {
  AcceptedVariants,
  SensorRequest,
} from "../../../../functions/src/sensor-data/sensor-request";

const NOW_MS = 1_700_000_000_000;
const SIGNED_BODY: SignedBody = { signature: "", bytes: Buffer.from("") };

function parse(
  text: string,
  accepted: AcceptedVariants = "both",
  signedBody?: SignedBody,
  isLarge = false,
): Result<SensorRequest> {
  const body = parseJsonObject(text);
  if (!body.ok) return body;
  return parseSensorRequest({ body: body.value, text, isLarge, signedBody }, accepted, NOW_MS);
}

describe("choice of the variant", () => {
  const body = '{"uid":"u","apiKey":"k","signature":"s","timestamp":1700000000000}';
  test.each<[AcceptedVariants, SignedBody | undefined, string]>([
    ["both", undefined, "md5"],
    ["both", SIGNED_BODY, "hmac"],
    ["signed", undefined, "md5"],
    ["signed", SIGNED_BODY, "hmac"],
    ["hmac", undefined, "hmac"],
    ["key-in-body", undefined, "key-in-body"],
    ["key-in-body", SIGNED_BODY, "key-in-body"],
  ])("%s, %j: %s", (accepted, sent, variant) => {
    expect(parse(body, accepted, sent)).toMatchObject({ value: { credential: { variant } } });
  });

  test("treats a key without a signature as a missing signature if only signed is accepted", () => {
    expect(parse('{"uid":"u","apiKey":"k","battery":5}', "signed")).toMatchObject({
      value: { credential: { variant: "md5", timeMs: NOW_MS }, readings: [{ ok: true }] },
    });
  });

  test("treats a signature without a key as a missing key if only the key is accepted", () => {
    const text = '{"uid":"u","signature":"s","timestamp":"now","battery":"full"}';
    expect(parse(text, "key-in-body")).toMatchObject({
      value: {
        credential: { variant: "key-in-body" },
        readings: [{ value: { timeMs: NOW_MS, measurements: {} } }],
      },
    });
  });

  test.each<AcceptedVariants>(["both", "signed", "key-in-body"])(
    "%s: refuses a batch without a signature",
    (accepted) => {
      const batch = '{"uid":"u","apiKey":"k","readings":[{"light":1}]}';
      const refusal = { code: "invalid-signature" };
      expect(parse(batch, accepted)).toEqual({ ok: false, refusal });
    },
  );
});

test("treats a batch with uid and farmId as the sensor's", () => {
  const batch = `{"uid":"u","farmId":"f","timestamp":${NOW_MS},"readings":[{}]}`;
  expect(parse(batch, "both", SIGNED_BODY)).toMatchObject({ value: { sender: { uid: "u" } } });
});

test("accepts only batches above 16 KiB", () => {
  const large = (text: string) => parse(text, "both", SIGNED_BODY, true);
  expect(large(`{"uid":"u","timestamp":${NOW_MS},"readings":[{}]}`)).toMatchObject({ ok: true });
  expect(large(`{"uid":"u","timestamp":${NOW_MS}}`)).toEqual({
    ok: false,
    refusal: { code: "body-too-large" },
  });
});
