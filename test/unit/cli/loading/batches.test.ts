import { planBatches } from "../../../../tools/cli/src/loading/batches";
import type { NumberedReading, Sender } from "../../../../tools/cli/src/loading/batches";

const farm: Sender = { id: { farmId: "acres" }, key: "farm key" };
const own: Sender = { id: { uid: "own" }, key: "own key" };
const senderOf = (uid: string): Sender => (uid === "own" ? own : farm);

function row(line: number, uid: string, timestamp: number): NumberedReading {
  return { line, reading: { uid, timestamp, measurements: { light: line } } };
}

test("each sender has its own batches, in the order of time", () => {
  const rows = [row(1, "a", 30), row(2, "own", 25), row(3, "b", 20), row(4, "own", 10)];
  expect(planBatches(rows, senderOf)).toEqual([
    {
      sender: own,
      readings: [
        { timestamp: 10, light: 4 },
        { timestamp: 25, light: 2 },
      ],
      lines: [4, 2],
    },
    {
      sender: farm,
      readings: [
        { uid: "b", timestamp: 20, light: 3 },
        { uid: "a", timestamp: 30, light: 1 },
      ],
      lines: [3, 1],
    },
  ]);
  expect(planBatches([], senderOf)).toEqual([]);
});

test("a batch has at most 500 readings, and fits into a body", () => {
  const rows = Array.from({ length: 1001 }, (_, line) => row(line, "a", line));
  expect(planBatches(rows, senderOf).map(({ lines }) => lines.length)).toEqual([500, 500, 1]);
  const long = Array.from({ length: 1001 }, (_, line) => row(line, "\u{20ac}".repeat(300), line));
  const batches = planBatches(long, senderOf);
  const bodies = batches.map(({ readings }) => Buffer.byteLength(JSON.stringify({ readings })));
  expect(Math.max(...bodies)).toBeLessThan(250_000);
  expect(batches.flatMap(({ lines }) => lines)).toEqual(long.map(({ line }) => line));
});
