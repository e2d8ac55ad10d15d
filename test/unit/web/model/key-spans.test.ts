import { keySpans } from "../../../../web/src/model/key-spans";
import type { KeySpan } from "../../../../web/src/model/key-spans";
import { firstKeyAt, lastKeyAt } from "../../../../domain/src/push-key";
import { fc } from "../../../../emulator/test/support/properties";

const FROM = 1_700_000_000_000;
const TO = FROM + 86_400_000;
const whole = {
  from: firstKeyAt(FROM),
  isFromIncluded: true,
  to: lastKeyAt(TO),
  isToIncluded: true,
};

test.each([
  ["no containers", []],
  ["containers that sort elsewhere", ["tomatoes-air", "Zebra", "12", "-A"]],
  ["uids that are integers sort first", ["-123", "0"]],
])("one span with %s", (_, containers) => {
  expect(keySpans(FROM, TO, containers)).toEqual([whole]);
});

test("a container within is left out", () => {
  const uid = lastKeyAt(FROM + 1000);
  expect(keySpans(FROM, TO, [uid])).toEqual([
    { ...whole, to: uid, isToIncluded: false },
    { ...whole, from: uid, isFromIncluded: false },
  ]);
});

test("nothing is asked for where the end is before the beginning", () => {
  expect(keySpans(TO, FROM, [])).toEqual([]);
});

test("every key of the range but those of containers is in exactly one span", () => {
  const someKey = fc.integer({ min: FROM - 1000, max: TO + 1000 }).map((time) => lastKeyAt(time));
  fc.assert(
    fc.property(fc.array(someKey), fc.array(someKey), (keys, containers) => {
      const spans = keySpans(FROM, TO, containers);
      for (const key of keys) {
        const isAsked = key >= whole.from && key <= whole.to && !containers.includes(key);
        expect(spans.filter((span) => holds(span, key))).toHaveLength(isAsked ? 1 : 0);
      }
    }),
  );
});

function holds(span: KeySpan, key: string): boolean {
  const isAfter = span.isFromIncluded ? key >= span.from : key > span.from;
  return isAfter && (span.isToIncluded ? key <= span.to : key < span.to);
}
