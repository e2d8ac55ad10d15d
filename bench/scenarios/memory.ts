/** The memory of an instance: while more sensors send than it remembers, and with large batches. */

import { atMost, format, table } from "../report.ts";
import type { Section } from "../report.ts";
import { withInstance } from "../processes/start-instance.ts";
import { summarize } from "../statistics.ts";
import type { Bench } from "../effort.ts";

/** The number of sensors that an instance remembers, and the step of the measurement. */
const REMEMBERED = 10_000;
const IN_FLIGHT = 10;
const MIB = 1024 * 1024;

export async function measureMemory({ databaseAddress, effort }: Bench): Promise<Section> {
  const { sensors } = effort;
  const [heaps, residents]: [number[], number[]] = [[], []];
  await withInstance(databaseAddress, async (instance) => {
    for (let from = 0; from < sensors; from += REMEMBERED) {
      const { heapBytes, residentBytes } = await instance.ask({
        ...{ advanceMs: 0, variant: "key", inFlight: 100 },
        sensors: [from, from + REMEMBERED],
      });
      heaps.push(heapBytes / MIB);
      residents.push(residentBytes / MIB);
    }
  });
  const [single = NaN, large = NaN] = await withInstance(databaseAddress, async (instance) => {
    const job = {
      advanceMs: 0,
      variant: "hmac",
      inFlight: IN_FLIGHT,
      sensors: [0, 100],
    } as const;
    const answers = [await instance.ask(job), await instance.ask({ ...job, batch: 500 })];
    return answers.map(({ residentBytes }) => residentBytes / MIB);
  });
  const [full = NaN] = heaps;
  const growth = (heaps.at(-1) ?? NaN) / full;
  return {
    title: "Memory",
    paragraphs: [
      "An instance in a process of its own, after one reading each of different sensors (the heap after a " +
        `collection). It remembers ${format(REMEMBERED)} sensors.`,
      table(
        ["sensors so far", "÷ when the cache is full", "heap MiB", "resident MiB"],
        heaps.map((heap, step) => [
          format((step + 1) * REMEMBERED),
          format(heap / full, 2),
          format(heap, 1),
          format(residents[step] ?? NaN),
        ]),
      ),
      `Another has ${format(single)} MiB resident after 100 single readings, and ${format(large)} MiB after as many ` +
        `batches of 500, ${IN_FLIGHT} in flight.`,
    ],
    targets: [
      atMost(
        1.1,
        `heap after ${format(sensors)} sensors, at most 1.1 of the heap after ${format(REMEMBERED)}`,
        summarize([growth]),
      ),
      atMost(
        256,
        `${IN_FLIGHT} batches of 500 in flight: MiB resident, at most 256`,
        summarize([large]),
      ),
    ],
  };
}
