/** Measures readings per second of one process, with a constant number of requests in flight. */

import { compare, inRounds, median, percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { atLeast, atMost, format, table, withRange } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import { SENSORS } from "../load/readings.ts";
import { withPrograms } from "../processes/programs.ts";
import type { SendLoad } from "../processes/programs.ts";
import { BATCHES, EMPTY, SDK_UPDATE, SIGNED, SUBJECTS, TUTORIAL } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench } from "../effort.ts";

/** Requests in flight, and the share of the SDK update's rate that signed readings should reach. */
const MIN_RATES = [
  [1, 0.85],
  [10, 0.95],
  [80, 0.95],
] as const;

type Figure = "readingsPerSecond" | "processorMs";

export function measureThroughput(bench: Bench): Promise<Section> {
  const subjects = [...SUBJECTS, ...bench.earlier];
  return withPrograms(bench.databaseAddress, subjects, (load) => measure(load, bench));
}

async function measure(load: SendLoad, { effort, earlier }: Bench): Promise<Section> {
  const baselines = [SDK_UPDATE, TUTORIAL, ...earlier];
  const head = ["", ...baselines.map(({ name }) => `÷ ${name}`)];
  const [rates, times, figures]: [Row[], Row[], Row[]] = [[], [], []];
  const targets: Target[] = [];
  for (const [connections, minRate] of MIN_RATES) {
    const job = { sensors: SENSORS, seconds: effort.seconds, pressure: { connections } };
    const subjects = [...SUBJECTS, ...(connections === 10 ? [BATCHES] : []), ...earlier];
    const results = await inRounds(effort.rounds, subjects, (subject) => load(subject, job));
    const valuesOf = (subject: Subject, figure: Figure): number[] =>
      results(subject).map((result) => result[figure]);
    const ratio = (figure: Figure, subject: Subject, baseline: Subject): Spread =>
      compare(valuesOf(subject, figure), valuesOf(baseline, figure));
    const name = (subject: Subject): string => `${subject.name}, ${connections} in flight`;
    for (const subject of subjects) {
      const latencyAt = (percent: number): string =>
        format(median(results(subject).map((result) => percentile(result.latencies, percent))), 2);
      figures.push([
        subject.name,
        connections,
        withRange(summarize(valuesOf(subject, "readingsPerSecond")), 0),
        withRange(summarize(valuesOf(subject, "processorMs"))),
        latencyAt(50),
        latencyAt(99),
      ]);
      if (subject === EMPTY) continue;
      const row = (figure: Figure): Row => [
        name(subject),
        ...baselines.map((baseline) => withRange(ratio(figure, subject, baseline))),
      ];
      rates.push(row("readingsPerSecond"));
      times.push(row("processorMs"));
    }
    const rate = `${name(SIGNED)}: readings a second, at least ${minRate} of the SDK update`;
    const time = `${name(SIGNED)}: processor time of a reading, at most 0.8 of the SDK update`;
    targets.push(
      atLeast(minRate, rate, ratio("readingsPerSecond", SIGNED, SDK_UPDATE)),
      atMost(0.8, time, ratio("processorMs", SIGNED, SDK_UPDATE)),
    );
  }
  return {
    title: "Warm throughput",
    paragraphs: [
      "Readings a second divided by those of each baseline, round by round: the median (lowest–highest).",
      table(head, rates),
      "Processor time of the function's process for each reading, divided in the same way.",
      table(head, times),
      `Readings a second, the processor time of a reading, and the milliseconds of a request. ${SENSORS} sensors send in ` +
        "turns. The readings of a batch all differ, and are a minute apart; the database limits batches.",
      table(["", "in flight", "a second", "processor ms", "p50 ms", "p99 ms"], figures),
    ],
    targets,
  };
}
