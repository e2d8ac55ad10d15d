import { createCache } from "../../../../functions/src/database/cache";

let nowMs = 0;
const now = (): number => nowMs;
beforeEach(() => (nowMs = 1000));

test("what was set is found until it is too old", () => {
  const cache = createCache<string>({ maxEntries: 2, maxAgeMs: 60 }, now);
  cache.set("a", "A", 990);
  nowMs = 1049;
  expect(cache.get("a")).toBe("A");
  nowMs = 1050;
  expect(cache.get("a")).toBeUndefined();
});

test("being used does not make an entry younger", () => {
  const cache = createCache<string>({ maxEntries: 2, maxAgeMs: 60 }, now);
  cache.set("a", "A", 1000);
  nowMs = 1059;
  cache.get("a");
  nowMs = 1060;
  expect(cache.get("a")).toBeUndefined();
});

test("the entry used longest ago makes room", () => {
  const cache = createCache<string>({ maxEntries: 2, maxAgeMs: 60 }, now);
  cache.set("a", "A", 1000);
  cache.set("b", "B", 1000);
  cache.get("a");
  cache.set("c", "C", 1000);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["A", undefined, "C"]);
});

test("an entry that is set again replaces itself alone", () => {
  const cache = createCache<string>({ maxEntries: 2, maxAgeMs: 60 }, now);
  cache.set("a", "A", 1000);
  cache.set("b", "B", 1000);
  cache.set("a", "A2", 1000);
  expect(["a", "b"].map((key) => cache.get(key))).toEqual(["A2", "B"]);
});

test("what is deleted is gone", () => {
  const cache = createCache<string>({ maxEntries: 2, maxAgeMs: 60 }, now);
  cache.set("a", "A", 1000);
  cache.delete("a");
  expect(cache.get("a")).toBeUndefined();
});

test.each([
  { maxEntries: 0, maxAgeMs: 60 },
  { maxEntries: 2, maxAgeMs: 0 },
])("%j keeps nothing", (limits) => {
  const cache = createCache<string>(limits, now);
  cache.set("a", "A", 1000);
  expect(cache.get("a")).toBeUndefined();
});
