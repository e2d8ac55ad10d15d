import { createPushKeys, deriveKey } from "../../../../functions/src/database/push-key";

const TIME = 1_700_000_000_000;
const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

function timeOf(key: string): number {
  return Array.from(key.slice(0, 8)).reduce((time, each) => time * 64 + ALPHABET.indexOf(each), 0);
}

/** Draws these digits of the key, one after the other, then zeros. */
function drawing(...digits: number[]): () => number {
  return () => (digits.shift() ?? 0) / 64;
}

describe("new keys", () => {
  test("hold the time and twelve random characters", () => {
    const key = createPushKeys(drawing(0, 1, 2, 61, 62, 63))(TIME);
    expect(timeOf(key)).toBe(TIME);
    expect(key.slice(8)).toBe("-01xyz------");
  });

  test("are drawn anew each millisecond", () => {
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

describe("derived keys", () => {
  test("hold the time, and twelve characters of the alphabet", () => {
    const key = deriveKey(TIME, ["header", 1]);
    expect(timeOf(key)).toBe(TIME);
    expect(key).toMatch(/^[-0-9A-Z_a-z]{20}$/);
  });

  test("are the same for the same parts", () => {
    expect(deriveKey(TIME, ["header", 1])).toBe(deriveKey(TIME, ["header", 1]));
  });

  test("tell parts apart that join to the same text", () => {
    const keys = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ['a","b', "c"], [["ab"], "c"]];
    expect(new Set(keys.map((parts) => deriveKey(TIME, parts))).size).toBe(keys.length);
  });
});
