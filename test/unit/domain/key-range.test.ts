import { keyRangeOf, splitRange } from "../../../domain/src/key-range";
import { firstKeyAt } from "../../../domain/src/push-key";

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
