import {
  createPushKeys,
  firstKeyAt,
  lastKeyAt,
  timeOfKey,
} from "@greenhouse/domain/identity/push-key";
import { fc } from "rtdb-emulator/testing/properties";

const TIME = 1_700_000_000_000;

/** Draws these digits of the key, one after the other, then zeros. */
function drawing(...digits: number[]): () => number {
  return () => (digits.shift() ?? 0) / 64;
}

describe("new keys", () => {
  test("hold the time and twelve random characters", () => {
    const key = createPushKeys(drawing(0, 1, 2, 61, 62, 63))(TIME);
    expect(key).toBe("-NjEtLV--01xyz------");
  });

  test("are drawn again each millisecond", () => {
    const createKey = createPushKeys(Math.random);
    expect(createKey(TIME).slice(8)).not.toBe(createKey(TIME + 1).slice(8));
  });

  test("count up within a millisecond", () => {
    const createKey = createPushKeys(drawing(5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 62, 62));
    const keys = [createKey(TIME), createKey(TIME), createKey(TIME)];
    expect(keys.map((key) => key.slice(-3))).toEqual(["4yy", "4yz", "4z-"]);
  });

  test("carry over several characters", () => {
    const createKey = createPushKeys(drawing(5, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63));
    createKey(TIME);
    expect(createKey(TIME).slice(8)).toBe("5-----------");
  });

  test("sort in the order they are made in", () => {
    const createKey = createPushKeys(Math.random);
    const keys = Array.from({ length: 1000 }, (_, index) =>
      createKey(TIME + Math.floor(index / 100)),
    );
    expect([...keys].sort()).toEqual(keys);
    expect(new Set(keys).size).toBe(1000);
  });
});

const someTime = fc.integer({ min: 0, max: 64 ** 8 - 2 });

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

test.each(["", "short", "with spaces and more", "toma.es-air"])("%j is not a push key", (text) => {
  expect(timeOfKey(text)).toBeUndefined();
});
