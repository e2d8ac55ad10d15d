/** How many readings a second one process takes: a number of requests is in flight all the time. */

import { compare, percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { format, table, verdict, withRange } from "../report.ts";
import type { Row, Section, Verdict } from "../report.ts";
import { inRounds } from "../rounds.ts";
import type { Outcome } from "../load/worker.ts";
import type { Cast } from "../stack/cast.ts";
import { DIRECT, EMPTY, FLOOR, KEY, PARALLEL, SIGNED, TUTORIAL } from "../stack/subjects.ts";
import type { Subject } from "../stack/subjects.ts";
import type { Effort } from "./effort.ts";

const CONNECTIONS = [1, 10, 80];
const SUBJECTS = [SIGNED, KEY, FLOOR, TUTORIAL, PARALLEL, DIRECT, EMPTY];
/** So few that each is remembered: what many cost is measured apart. */
const SENSORS = 100;

type Found = ReadonlyMap<Subject, readonly Outcome[]>;

export async function measureThroughput(cast: Cast, effort: Effort): Promise<Section> {
  const ratios: Row[] = [];
  const rates: Row[] = [];
  const verdicts: Verdict[] = [];
  for (const connections of CONNECTIONS) {
    const found: Found = await inRounds(effort.rounds, SUBJECTS, (subject) =>
      cast.load(subject, { sensors: SENSORS, seconds: effort.seconds, pressure: { connections } }),
    );
    // What the floor does is the most that anything which stores the reading could.
    for (const each of [SIGNED, KEY, FLOOR]) {
      ratios.push([
        `${each.name}, ${connections} in flight`,
        ...[FLOOR, TUTORIAL, PARALLEL].map((rival) => withRange(ratio(found, each, rival))),
      ]);
    }
    for (const own of [SIGNED, KEY]) {
      const against = (rival: Subject): Spread => ratio(found, own, rival);
      const where = `${own.name}, ${connections} in flight: readings a second`;
      verdicts.push(
        verdict(`${where}, at least 0.9 of floor`, against(FLOOR), against(FLOOR).median >= 0.9),
        verdict(
          `${where}, at least 3 × tutorial`,
          against(TUTORIAL),
          against(TUTORIAL).median >= 3,
        ),
      );
    }
    for (const subject of SUBJECTS) rates.push(describe(subject, connections, found));
  }
  const text = [
    "How many times the readings a second of each rival, round by round: the median (lowest–highest).",
    table(["", "÷ floor", "÷ tutorial", "÷ parallel tutorial"], ratios),
    `Readings a second, and the milliseconds of one. ${SENSORS} sensors take turns.`,
    table(["", "in flight", "a second", "p50 ms", "p99 ms"], rates),
  ];
  return { title: "Warm throughput", text: text.join("\n\n"), verdicts };
}

function ratio(found: Found, one: Subject, other: Subject): Spread {
  return compare(perSecond(found, one), perSecond(found, other));
}

function perSecond(found: Found, subject: Subject): number[] {
  return (found.get(subject) ?? []).map((outcome) => outcome.perSecond);
}

function describe(subject: Subject, connections: number, found: Found): Row {
  const outcomes = found.get(subject) ?? [];
  const at = (percent: number): string =>
    format(summarize(outcomes.map(({ latencies }) => percentile(latencies, percent))).median, 2);
  const rate = summarize(perSecond(found, subject));
  return [subject.name, connections, withRange(rate, 0), at(50), at(99)];
}
