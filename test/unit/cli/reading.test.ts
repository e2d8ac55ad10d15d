import { keyedBody, sign, signedBody } from "../../../cli/src/reading";
import { createKey } from "../../../cli/src/key";
import { firstKey } from "../../../cli/src/surroundings";
import VECTORS from "../../cases/signatures.json";

test.each(VECTORS)("signs: $name", ({ apiKey, timestamp, uid, signature }) => {
  expect(sign(apiKey, timestamp, uid)).toBe(signature);
});

test("bodies hold what their variant has", () => {
  const measurements = { temperature: 1, battery: 2 };
  expect(signedBody("sensor-1", "farm-key-1", "1700000000000", measurements)).toEqual({
    ...{ uid: "sensor-1", timestamp: "1700000000000", temperature: 1, battery: 2 },
    signature: "d53c5770fc997d77e5fe8abc525b5f29",
  });
  expect(JSON.stringify(keyedBody("s", "k", measurements))).toBe(
    '{"uid":"s","apiKey":"k","temperature":1}',
  );
});

test("a key is made of 24 random bytes", () => {
  expect(createKey((length) => Buffer.alloc(length, 0xff))).toBe("_".repeat(32));
});

test.each([
  ["one", "one"],
  ["new,old", "new"],
  [" new old ", "new"],
  ["", undefined],
])("of the secret %j the newer key is %s", (secret, key) => {
  expect(firstKey(secret)).toBe(key);
});
