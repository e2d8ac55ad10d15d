import { Spans } from "../../../../web/src/data/history/spans";

interface Reading {
  readonly part: readonly [number, number];
  /** @param step the time between two samples */
  readonly end: (step?: number) => void;
  readonly fail: () => void;
}

/** Spans, and the parts that they read, which are answered one by one. */
function track() {
  let changes = 0;
  const asked: Reading[] = [];
  const spans = new Spans(() => (changes += 1));
  const fill = (from: number, to: number, budget = 10): Promise<void> =>
    spans.fill({ from, to }, budget, (part) => {
      return new Promise((resolve, reject) => {
        asked.push({
          part: [part.from, part.to],
          end: (step = 0) => resolve(step),
          fail: () => reject(new Error("lost")),
        });
      });
    });
  const parts = (): unknown => asked.map(({ part }) => part);
  const stepIn = (from: number, to: number): number | undefined => spans.stepIn({ from, to });
  return { spans, fill, asked, parts, stepIn, changes: () => changes };
}

test("a part is read once, also while it is being read", async () => {
  const { spans, fill, asked, parts, stepIn } = track();
  const first = fill(0, 10);
  const second = fill(5, 20);
  expect(parts()).toEqual([
    [0, 10],
    [10, 20],
  ]);
  expect(spans.isReading).toBe(true);
  expect(stepIn(0, 10)).toBeUndefined();
  asked[0]!.end();
  await first;
  expect([stepIn(0, 10), stepIn(0, 11)]).toEqual([0, undefined]);
  asked[1]!.end();
  await second;
  await fill(0, 20);
  expect(parts()).toHaveLength(2);
  expect([spans.isReading, stepIn(0, 20), stepIn(3, 4)]).toEqual([false, 0, 0]);
});

test("what is forgotten is missing again, and the rest is not", async () => {
  const { spans, fill, asked, parts, stepIn, changes } = track();
  spans.hold({ from: 0, to: 10 });
  const before = changes();
  spans.forget({ from: 4, to: 6 });
  expect(changes()).toBe(before + 1);
  expect([stepIn(0, 4), stepIn(0, 5), stepIn(6, 10)]).toEqual([0, undefined, 0]);
  const filled = fill(0, 10);
  expect(parts()).toEqual([[4, 6]]);
  asked[0]!.end();
  await filled;
  expect(stepIn(0, 10)).toBe(0);
});

test("what is forgotten while it is read remains missing", async () => {
  const { spans, fill, asked, parts, stepIn } = track();
  const filled = fill(0, 10);
  spans.forget({ from: 4, to: 6 });
  asked[0]!.end();
  await filled;
  expect([stepIn(0, 4), stepIn(4, 6), stepIn(6, 10)]).toEqual([0, undefined, 0]);
  void fill(0, 10);
  expect(parts()).toEqual([
    [0, 10],
    [4, 6],
  ]);
});

test("the older answer does not stand for what was asked for anew meanwhile", async () => {
  const { spans, fill, asked, parts, stepIn } = track();
  const first = fill(0, 10);
  spans.forget({ from: 4, to: 6 });
  const second = fill(0, 10);
  expect(parts()).toEqual([
    [0, 10],
    [4, 6],
  ]);
  asked[0]!.end(7);
  await first;
  expect([stepIn(4, 6), spans.isReading]).toEqual([undefined, true]);
  asked[1]!.end();
  await second;
  expect([stepIn(4, 6), stepIn(0, 10), spans.isReading]).toEqual([0, 7, false]);
});

test("what cannot be read is missing, and is read with the next range", async () => {
  const { spans, fill, asked, parts, stepIn } = track();
  const filled = fill(0, 10);
  asked[0]!.fail();
  await expect(filled).rejects.toThrow("lost");
  expect([spans.isReading, stepIn(0, 10)]).toEqual([false, undefined]);
  void fill(0, 10);
  expect(parts()).toHaveLength(2);
});

test("a sample is too coarse for a much shorter range, and for a larger budget", async () => {
  const { fill, asked, parts, stepIn } = track();
  const filled = fill(0, 100, 10);
  asked[0]!.end(7);
  await filled;
  expect([stepIn(0, 100), stepIn(20, 70), stepIn(20, 69)]).toEqual([7, 7, undefined]);
  await fill(20, 70, 10);
  expect(parts()).toHaveLength(1);
  void fill(20, 69, 10);
  void fill(0, 100, 11);
  expect(parts()).toEqual([
    [0, 100],
    [20, 69],
    [0, 20],
    [69, 100],
  ]);
});

test("a part that was read completely stays so within a sample", async () => {
  const { spans, fill, asked, parts, stepIn } = track();
  spans.hold({ from: 0, to: 50 });
  const filled = fill(0, 100);
  expect(parts()).toEqual([[50, 100]]);
  asked[0]!.end(3);
  await filled;
  expect([stepIn(0, 50), stepIn(0, 100), stepIn(10, 20)]).toEqual([0, 3, 0]);
});
