/** Readings per second of one process, with a constant number of requests in flight. */

import { compare, inRounds, median, percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { atLeast, format, table, withRange } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import type { Outcome } from "../load/fixed-rate.ts";
import { withPrograms } from "../processes/programs.ts";
import type { SendLoad } from "../processes/programs.ts";
import { BATCHES, EMPTY, KEY, SDK_UPDATE, HMAC, SIGNED, SUBJECTS, TUTORIAL } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench } from "../effort.ts";

const CONNECTIONS = [1, 10, 80];
/** Few enough to be remembered. */
const SENSORS = 100;

type Outcomes = ReadonlyMap<Subject, readonly Outcome[]>;

export function measureThroughput(bench: Bench): Promise<Section> {
  const subjects = [...SUBJECTS, ...bench.earlier];
  return withPrograms(bench.databaseAddress, subjects, (load) => measure(load, bench));
}

async function measure(load: SendLoad, { effort, earlier }: Bench): Promise<Section> {
  const baselines = [SDK_UPDATE, TUTORIAL, ...earlier];
  const ratios: Row[] = [];
  const rates: Row[] = [];
  const targets: Target[] = [];
  for (const connections of CONNECTIONS) {
    const job = { sensors: SENSORS, seconds: effort.seconds, pressure: { connections } };
    const subjects = [...SUBJECTS, ...(connections === 10 ? [BATCHES] : []), ...earlier];
    const outcomes: Outcomes = await inRounds(effort.rounds, subjects, (each) => load(each, job));
    const ratio = (one: Subject, other: Subject): Spread =>
      compare(ratesOf(outcomes, one), ratesOf(outcomes, other));
    const name = (subject: Subject): string => `${subject.name}, ${connections} in flight`;
    for (const subject of subjects) {
      rates.push(rowOf(subject, connections, outcomes));
      const columns = baselines.map((baseline) => withRange(ratio(subject, baseline)));
      if (![TUTORIAL, EMPTY].includes(subject)) ratios.push([name(subject), ...columns]);
    }
    for (const subject of [SIGNED, KEY]) {
      const text = `${name(subject)}: readings a second`;
      targets.push(
        atLeast(0.9, `${text}, at least 0.9 of the SDK update`, ratio(subject, SDK_UPDATE)),
        atLeast(3, `${text}, at least 3 × tutorial`, ratio(subject, TUTORIAL)),
      );
    }
    const text = `${name(HMAC)}: readings a second, at least 0.97 of signed`;
    targets.push(atLeast(0.97, text, ratio(HMAC, SIGNED)));
    if (!subjects.includes(BATCHES)) continue;
    const batches = `${name(BATCHES)}: readings a second, at least`;
    targets.push(
      atLeast(15, `${batches} 15 × signed`, ratio(BATCHES, SIGNED)),
      atLeast(20_000, `${batches} 20,000`, summarize(ratesOf(outcomes, BATCHES))),
    );
  }
  return {
    title: "Warm throughput",
    paragraphs: [
      "Readings a second divided by those of each baseline, round by round: the median (lowest–highest).",
      table(["", ...baselines.map(({ name }) => `÷ ${name}`)], ratios),
      `Readings a second, and the milliseconds of a request. ${SENSORS} sensors send in turns. Readings of a batch are ` +
        "all different, each of the minute before the one before it.",
      table(["", "in flight", "a second", "p50 ms", "p99 ms"], rates),
    ],
    targets,
  };
}

function ratesOf(outcomes: Outcomes, subject: Subject): number[] {
  const readings = subject.batch ?? 1;
  return (outcomes.get(subject) ?? []).map(({ perSecond }) => perSecond * readings);
}

function rowOf(subject: Subject, connections: number, outcomes: Outcomes): Row {
  const at = (percent: number): string => {
    const values = outcomes.get(subject) ?? [];
    return format(median(values.map(({ latencies }) => percentile(latencies, percent))), 2);
  };
  const rate = withRange(summarize(ratesOf(outcomes, subject)), 0);
  return [subject.name, connections, rate, at(50), at(99)];
}
