import { RangeStore } from "../../../../web/src/data/history/range-store";
import type { Row } from "../../../../web/src/data/history/range-store";
import { stepIn as stepOf } from "../../../../web/src/model/history/ranges";

interface Reading {
  readonly part: readonly [number, number];
  /** @param step the time between two samples */
  readonly end: (step?: number) => void;
  readonly fail: () => void;
}

/** Opens a store and records the parts that it reads. The test answers each read. */
function track() {
  let changes = 0;
  const reads: Reading[] = [];
  const store = new RangeStore<Row>(() => (changes += 1));
  const fill = (from: number, to: number, budget = 10): Promise<void> =>
    store.fill({ from, to }, budget, (part) => {
      return new Promise((resolve, reject) => {
        reads.push({
          part: [part.from, part.to],
          end: (step = 0) => resolve(step),
          fail: () => reject(new Error("lost")),
        });
      });
    });
  const parts = (): unknown => reads.map(({ part }) => part);
  const stepIn = (from: number, to: number): number | undefined =>
    stepOf(store.ranges, { from, to });
  return { store, fill, reads, parts, stepIn, changes: () => changes };
}

test("reads a part once, also while a read is running", async () => {
  const { store, fill, reads, parts, stepIn } = track();
  const first = fill(0, 10);
  const second = fill(5, 20);
  expect(parts()).toEqual([
    [0, 10],
    [10, 20],
  ]);
  expect(store.isReading).toBe(true);
  expect(stepIn(0, 10)).toBeUndefined();
  reads[0]!.end();
  await first;
  expect([stepIn(0, 10), stepIn(0, 11)]).toEqual([0, undefined]);
  reads[1]!.end();
  await second;
  await fill(0, 20);
  expect(parts()).toHaveLength(2);
  expect([store.isReading, stepIn(0, 20), stepIn(3, 4)]).toEqual([false, 0, 0]);
});

test("reads a sample again for a shorter range, and for a range with a larger budget", async () => {
  const { fill, reads, parts } = track();
  const first = fill(0, 10);
  reads[0]!.end(2);
  await first;
  await fill(0, 6);
  expect(parts()).toHaveLength(1);
  void fill(0, 4);
  void fill(4, 10, 20);
  expect(parts()).toEqual([
    [0, 10],
    [0, 4],
    [4, 10],
  ]);
});

test("does not use an older answer for a newer request", async () => {
  const { store, fill, reads, parts, stepIn } = track();
  const first = fill(0, 10);
  store.forget({ from: 4, to: 6 });
  const second = fill(0, 10);
  expect(parts()).toEqual([
    [0, 10],
    [4, 6],
  ]);
  reads[0]!.end(7);
  await first;
  expect([stepIn(4, 6), store.isReading]).toEqual([undefined, true]);
  reads[1]!.end();
  await second;
  expect([stepIn(4, 6), stepIn(0, 10), store.isReading]).toEqual([0, 7, false]);
});

test("reads a part with the next range if its read has failed", async () => {
  const { store, fill, reads, parts, stepIn } = track();
  const filled = fill(0, 10);
  reads[0]!.fail();
  await filled;
  expect(store.problem).toBe("unknown");
  expect([store.isReading, stepIn(0, 10)]).toEqual([false, undefined]);
  const again = fill(0, 10);
  expect(parts()).toHaveLength(2);
  reads[1]!.end();
  await again;
  expect(store.problem).toBeUndefined();
});

test("lists rows by sensor in chronological order without repetition, until removed", () => {
  const { store, changes } = track();
  const row = (uid: string, at: number) => ({ uid, at, key: String(at) });
  const times = (uid: string) => store.rows.get(uid)?.map(({ at }) => at);
  store.add([row("air", 3), row("soil", 2), row("air", 1)]);
  const soil = store.rows.get("soil");
  const before = changes();
  store.add([row("air", 3)]);
  expect(changes()).toBe(before);
  store.add([row("air", 2)]);
  expect([times("air"), times("soil")]).toEqual([[1, 2, 3], [2]]);
  // The array is the key of cached series.
  expect(store.rows.get("soil")).toBe(soil);
  store.remove({ from: 2, to: 3 });
  expect([times("air"), times("soil")]).toEqual([[1, 3], []]);
  store.add([row("air", 2)]);
  expect(times("air")).toEqual([1, 2, 3]);
});
