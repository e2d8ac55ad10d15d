import { createRateLimit, type RateLimit } from "../../../../functions/src/http/rate-limit";
import { fc } from "rtdb-emulator/testing/properties";

let nowMs = 0;
const now = (): number => nowMs;
beforeEach(() => (nowMs = 5_000));

function create(perMinute: number, maxClients = 10): RateLimit {
  return createRateLimit(perMinute, now, maxClients);
}

const send = (limit: RateLimit, key: string, count: number): number[] =>
  Array.from({ length: count }, () => limit(key));

test("has no limit with 0 requests per minute", () => {
  expect(send(create(0), "a", 1_000)).toEqual(Array<number>(1_000).fill(0));
});

test("accepts a minute's requests at once, then one request per share of a minute", () => {
  const limit = create(4);
  expect(send(limit, "a", 5)).toEqual([0, 0, 0, 0, 15]);
  nowMs += 14_000;
  expect(limit("a")).toBe(1);
  nowMs += 1_000;
  expect(send(limit, "a", 2)).toEqual([0, 15]);
});

test("does not count refused requests", () => {
  const limit = create(1);
  expect(send(limit, "a", 100).slice(1)).toEqual(Array<number>(99).fill(60));
  nowMs += 60_000;
  expect(limit("a")).toBe(0);
});

test("counts each key separately", () => {
  const limit = create(2);
  expect(send(limit, "a", 100).at(-1)).toBe(30);
  expect(send(limit, "b", 2)).toEqual([0, 0]);
});

test("resets the budget of the least recently served key if there are too many keys", () => {
  const limit = create(1, 2);
  expect(["a", "b", "c"].map((key) => limit(key))).toEqual([0, 0, 0]);
  expect(["b", "c", "a"].map((key) => limit(key))).toEqual([60, 60, 0]);
});

test("never refuses even requests, and never serves more than twice the limit in a minute", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(fc.nat({ max: 90_000 }), { minLength: 1, maxLength: 50 }),
      (perMinute, pauses) => {
        const limit = create(perMinute);
        for (let sent = 0; sent < perMinute; sent += 1) {
          expect(limit("even")).toBe(0);
          nowMs += 60_000 / perMinute;
        }
        for (const pause of pauses) {
          nowMs += pause;
          const served = send(limit, "greedy", 3 * perMinute).filter((wait) => wait === 0);
          expect(served.length).toBeLessThanOrEqual(perMinute);
          const wait = limit("greedy");
          expect(wait).toBeGreaterThan(0);
          nowMs += wait * 1000;
          expect(limit("greedy")).toBe(0);
        }
      },
    ),
    { numRuns: 20 },
  );
});
