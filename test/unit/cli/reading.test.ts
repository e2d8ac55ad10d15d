import { signBody } from "@greenhouse/domain/identity/signing";
import { keyedBody, readingRequest, signedBody } from "../../../tools/cli/src/readings/reading";

test("each variant's body has its own fields", () => {
  const measurements = { temperature: 1, battery: 2 };
  expect(signedBody("sensor-1", "farm-key-1", "1700000000000", measurements)).toEqual({
    uid: "sensor-1",
    timestamp: "1700000000000",
    temperature: 1,
    battery: 2,
    signature: "d53c5770fc997d77e5fe8abc525b5f29",
  });
  expect(JSON.stringify(keyedBody("s", "k", measurements))).toBe(
    '{"uid":"s","apiKey":"k","temperature":1}',
  );
});

test("each variant is sent with its own credential", () => {
  const reading = { uid: "s", timestamp: "1700000000000", measurements: { light: 1 } };
  const signed = signedBody("s", "k", reading.timestamp, reading.measurements);
  expect(readingRequest("signed", "k", reading)).toEqual({
    body: JSON.stringify(signed),
    headers: {},
  });
  const body = '{"uid":"s","timestamp":"1700000000000","light":1}';
  expect(readingRequest("hmac", "k", reading)).toEqual({
    body,
    headers: { "X-Signature": signBody("k", body) },
  });
  expect(readingRequest("key-in-body", "k", reading)).toEqual({
    body: '{"uid":"s","apiKey":"k","light":1}',
    headers: {},
  });
});
