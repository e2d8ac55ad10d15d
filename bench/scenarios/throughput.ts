/** Readings per second of one process, with a constant number of requests in flight. */

import { compare, inRounds, median, percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { atLeast, format, table, withRange } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import type { Outcome } from "../load/fixed-rate.ts";
import { withPrograms } from "../processes/programs.ts";
import type { SendLoad } from "../processes/programs.ts";
import { KEY, LOWER_BOUND, SEALED, SIGNED, SUBJECTS, TUTORIAL } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench } from "../effort.ts";

const CONNECTIONS = [1, 10, 80];
/** Few enough to be remembered. */
const SENSORS = 100;

type Outcomes = ReadonlyMap<Subject, readonly Outcome[]>;

export function measureThroughput(bench: Bench): Promise<Section> {
  return withPrograms(bench.databaseAddress, (load) => measure(load, bench));
}

async function measure(load: SendLoad, { effort }: Bench): Promise<Section> {
  const ratios: Row[] = [];
  const rates: Row[] = [];
  const targets: Target[] = [];
  for (const connections of CONNECTIONS) {
    const job = { sensors: SENSORS, seconds: effort.seconds, pressure: { connections } };
    const outcomes: Outcomes = await inRounds(effort.rounds, SUBJECTS, (each) => load(each, job));
    for (const subject of [SIGNED, SEALED, KEY, LOWER_BOUND]) {
      ratios.push([
        `${subject.name}, ${connections} in flight`,
        withRange(ratio(outcomes, subject, LOWER_BOUND)),
        withRange(ratio(outcomes, subject, TUTORIAL)),
      ]);
    }
    for (const subject of [SIGNED, KEY]) {
      const text = `${subject.name}, ${connections} in flight: readings a second`;
      const toBound = ratio(outcomes, subject, LOWER_BOUND);
      const toTutorial = ratio(outcomes, subject, TUTORIAL);
      targets.push(
        atLeast(0.9, `${text}, at least 0.9 of the lower bound`, toBound),
        atLeast(3, `${text}, at least 3 × tutorial`, toTutorial),
      );
    }
    targets.push(
      atLeast(
        0.97,
        `${SEALED.name}, ${connections} in flight: readings a second, at least 0.97 of signed`,
        ratio(outcomes, SEALED, SIGNED),
      ),
    );
    for (const subject of SUBJECTS) rates.push(rowOf(subject, connections, outcomes));
  }
  return {
    title: "Warm throughput",
    paragraphs: [
      "Readings a second divided by those of each baseline, round by round: the median (lowest–highest).",
      table(["", "÷ lower bound", "÷ tutorial"], ratios),
      `Readings a second, and the milliseconds of one. ${SENSORS} sensors send in turns.`,
      table(["", "in flight", "a second", "p50 ms", "p99 ms"], rates),
    ],
    targets,
  };
}

function ratio(outcomes: Outcomes, one: Subject, other: Subject): Spread {
  return compare(rateOf(outcomes, one), rateOf(outcomes, other));
}

function rateOf(outcomes: Outcomes, subject: Subject): number[] {
  return (outcomes.get(subject) ?? []).map(({ perSecond }) => perSecond);
}

function rowOf(subject: Subject, connections: number, outcomes: Outcomes): Row {
  const at = (percent: number): string => {
    const values = outcomes.get(subject) ?? [];
    return format(median(values.map(({ latencies }) => percentile(latencies, percent))), 2);
  };
  const rate = withRange(summarize(rateOf(outcomes, subject)), 0);
  return [subject.name, connections, rate, at(50), at(99)];
}
