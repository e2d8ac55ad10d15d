import { createPushKeys } from "../../../../functions/src/database/push-key";
import { firstKeyAt, lastKeyAt, timeOfKey } from "../../../../web/src/model/push-key";
import { fc } from "../../../support/properties";

const someTime = fc.integer({ min: 0, max: 4e12 });

test("the bounds of a time enclose every key made then, and none made before or after", () => {
  const newKey = createPushKeys(Math.random);
  fc.assert(
    fc.property(someTime, (time) => {
      const [before, key, after] = [newKey(Math.max(0, time - 1)), newKey(time), newKey(time + 1)];
      expect(firstKeyAt(time) <= key && key <= lastKeyAt(time)).toBe(true);
      if (time > 0) expect(before < firstKeyAt(time)).toBe(true);
      expect(after > lastKeyAt(time)).toBe(true);
      expect(timeOfKey(key)).toBe(time);
    }),
  );
});

test.each([
  ["below the first time", -5, "--------"],
  ["with a fraction", 1.9, "-------0"],
  ["beyond all times", Infinity, "zzzzzzzz"],
])("a time %s", (_, time, key) => {
  expect(firstKeyAt(time)).toBe(key);
});

test.each(["", "short", "with spaces and more", "toma.es-air"])("%p is no push key", (text) => {
  expect(timeOfKey(text)).toBeUndefined();
});
