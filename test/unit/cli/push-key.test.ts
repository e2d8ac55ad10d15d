import { createPushKeys } from "../../../functions/src/database/push-key";
import { keyPrefixAt, timeOfKey } from "../../../cli/src/push-key";
import { fc } from "../../support/properties";

const times = fc.integer({ min: 0, max: 64 ** 8 - 1 });

test("the keys that the functions make tell their time", () => {
  const createPushKey = createPushKeys(Math.random);
  fc.assert(
    fc.property(times, (time) => {
      expect(timeOfKey(createPushKey(time))).toBe(time);
    }),
  );
});

test("a prefix tells its time, and prefixes sort by it", () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      expect(timeOfKey(keyPrefixAt(one))).toBe(one);
      expect(keyPrefixAt(one) < keyPrefixAt(other)).toBe(one < other);
    }),
  );
});

test("times out of range are the first and the last", () => {
  expect([keyPrefixAt(-1), keyPrefixAt(1e30)]).toEqual(["--------", "zzzzzzzz"]);
});

test.each(["short", "", "with space in it"])("%j is no push key", (key) => {
  expect(timeOfKey(key)).toBeUndefined();
});
