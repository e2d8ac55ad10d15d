import { timeOfKey } from "../../../../domain/src/push-key";
import { deriveKey } from "../../../../functions/src/sensor-data/derived-key";

const TIME = 1_700_000_000_000;

test("derived keys hold the time, and twelve characters of the alphabet", () => {
  const key = deriveKey(TIME, ["header", 1]);
  expect(timeOfKey(key)).toBe(TIME);
  expect(key).toMatch(/^[-0-9A-Z_a-z]{20}$/);
});

test("derived keys are the same for the same parts", () => {
  expect(deriveKey(TIME, ["header", 1])).toBe(deriveKey(TIME, ["header", 1]));
});

test("derived keys differ for parts that join to the same text", () => {
  const keys = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ['a","b', "c"], [["ab"], "c"]];
  expect(new Set(keys.map((parts) => deriveKey(TIME, parts))).size).toBe(keys.length);
});
