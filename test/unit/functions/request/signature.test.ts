import { MINUTE_MS } from "@greenhouse/domain/time";
import { signBody } from "@greenhouse/domain/identity/signing";
import { checkSignedBody, checkSignature } from "../../../../functions/src/request/signature";
import bodies from "../../../cases/hmac.json";
import signatures from "../../../cases/signatures.json";

const NOW = 1_700_000_000_000;

describe.each(bodies)("$name", ({ key, body, signature }) => {
  const check = (changes: { signature?: string; body?: string; key?: string } = {}) =>
    checkSignedBody(
      {
        signedBody: {
          signature: changes.signature ?? signature,
          bytes: Buffer.from(changes.body ?? body),
        },
        timeMs: NOW,
      },
      changes.key ?? key,
      NOW,
    );

  test("equals the test vector", () => {
    expect(signBody(key, body)).toBe(signature);
  });
  test("is valid, also in capitals", () => {
    expect(check()).toBeUndefined();
    expect(check({ signature: signature.toUpperCase() })).toBeUndefined();
  });
  test("is invalid with another key or another body", () => {
    expect(check({ key: `${key} ` })).toEqual({ code: "invalid-signature" });
    expect(check({ body: `${body} ` })).toEqual({ code: "invalid-signature" });
  });
});

type Signed = Parameters<typeof checkSignature>[0];

const vector = signatures[0]!;

const bodyWith = (timestamp: string): string => `{"timestamp":"${timestamp}"}`;

function reading(changes: Partial<Signed> = {}): Signed {
  return {
    uid: vector.uid,
    signature: vector.signature,
    text: bodyWith(vector.timestamp),
    timeMs: NOW,
    ...changes,
  };
}

describe.each(signatures)("$name", ({ apiKey, timestamp, uid, signature }) => {
  const signed = reading({ uid, signature, text: bodyWith(timestamp) });

  test("is valid", () => {
    expect(checkSignature(signed, apiKey, NOW)).toBeUndefined();
  });
  test("is valid in capitals", () => {
    const capitals = { ...signed, signature: signature.toUpperCase() };
    expect(checkSignature(capitals, apiKey, NOW)).toBeUndefined();
  });
  test("is invalid with another key", () => {
    expect(checkSignature(signed, `${apiKey} `, NOW)).toEqual({ code: "invalid-signature" });
  });
});

test.each([
  ["another uid", { uid: "sensor-2" }],
  ["another timestamp", { text: bodyWith("1700000000001") }],
  ["the same time, written otherwise", { text: bodyWith("1.7e12") }],
  ["no signature", { signature: undefined }],
  ["no timestamp", { text: "{}" }],
  ["half a signature", { signature: vector.signature.slice(0, 16) }],
  ["more than a signature", { signature: `${vector.signature}0` }],
])("is invalid with %s", (_name, changes) => {
  expect(checkSignature(reading(changes), vector.apiKey, NOW)).toEqual({
    code: "invalid-signature",
  });
});

test("is invalid without a farm key", () => {
  const signature = "b7a0dd1d2b21a4b0f8b8ff2c5f34b04e";
  expect(checkSignature(reading({ signature }), undefined, NOW)).toEqual({
    code: "invalid-signature",
  });
});

test.each([
  ["five minutes late", 5 * MINUTE_MS, undefined],
  ["five minutes early", -5 * MINUTE_MS, undefined],
  ["a millisecond more", 5 * MINUTE_MS + 1, { code: "timestamp-out-of-range" }],
  ["a millisecond more, early", -5 * MINUTE_MS - 1, { code: "timestamp-out-of-range" }],
])("%s", (_name, difference, refusal) => {
  expect(checkSignature(reading(), vector.apiKey, NOW + difference)).toEqual(refusal);
});

test("checks the signature before the time", () => {
  const stale = reading({ signature: "0" });
  expect(checkSignature(stale, vector.apiKey, 0)).toEqual({ code: "invalid-signature" });
});
