import { keyRangeOf, keysBetween, splitRange } from "@greenhouse/domain/identity/key-range";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import { firstKeyAt, lastKeyAt } from "@greenhouse/domain/identity/push-key";
import { fc } from "rtdb-emulator/testing/properties";

test("a range is wide enough for clocks that differ by ten minutes", () => {
  expect(keyRangeOf({ fromMs: 10_000_000, toMs: 20_000_000 })).toEqual({
    from: firstKeyAt(9_400_000),
    before: firstKeyAt(20_600_001),
  });
});

test("a range is split around the keys to leave out", () => {
  const range = { from: "-A", before: "-Z" };
  expect(splitRange(range, ["herbs", "-M", "-B", "-Z", "-A"])).toEqual([
    { from: "-A", before: "-A" },
    { after: "-A", before: "-B" },
    { after: "-B", before: "-M" },
    { after: "-M", before: "-Z" },
  ]);
  expect(splitRange(range, [])).toEqual([range]);
});

const FROM = 1_700_000_000_000;
const TO = FROM + 86_400_000;

test("uids that are integers sort before all push keys, and split nothing", () => {
  const range = keysBetween(0, TO);
  expect(splitRange(range, ["-1234567890", "0"])).toEqual([range]);
  expect(splitRange(range, ["-1234567890x"])).toHaveLength(2);
});

test("a range whose end is before its start has no parts", () => {
  expect(splitRange(keysBetween(TO, FROM), [])).toEqual([]);
});

test("every key of the range, except the keys left out, is in exactly one part", () => {
  const someKey = fc.integer({ min: FROM - 1000, max: TO + 1000 }).map((time) => lastKeyAt(time));
  const range = keysBetween(FROM, TO);
  fc.assert(
    fc.property(fc.array(someKey), fc.array(someKey), (keys, holes) => {
      const parts = splitRange(range, holes);
      for (const key of keys) {
        const isAsked = key >= range.from && key < range.before && !holes.includes(key);
        expect(parts.filter((part) => holds(part, key))).toHaveLength(isAsked ? 1 : 0);
      }
    }),
  );
});

function holds({ from = "", after = "", before = "~" }: KeyRange, key: string): boolean {
  return key >= from && key > after && key < before;
}
