import { HOUR_MS } from "@greenhouse/domain/time";
import { historySources } from "@greenhouse/domain/history/history-sources";
import { keysBetween } from "@greenhouse/domain/identity/key-range";
import { within } from "../../../../web/src/data/history/history-source";

const NOON = Date.UTC(2026, 5, 1, 12);

test("combines the bounds of a source and its part", () => {
  const [source] = historySources("north", [], keysBetween(NOON, NOON + 4 * HOUR_MS));
  const { from, before } = source!.range;
  const part = (fromHour: number, toHour: number) =>
    within(source!, NOON + fromHour * HOUR_MS, NOON + toHour * HOUR_MS)?.range;
  const inner = keysBetween(NOON + HOUR_MS, NOON + 2 * HOUR_MS);
  expect(part(1, 2)).toEqual(inner);
  expect(part(-2, 2)).toEqual({ from, before: inner.before });
  expect(part(1, 9)).toEqual({ from: inner.from, before });
  expect(part(-2, 9)).toEqual({ from, before });
  expect(part(8, 9)).toBeUndefined();
  expect(part(-2, -1)).toBeUndefined();
});
