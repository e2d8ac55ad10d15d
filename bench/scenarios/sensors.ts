/** What it costs that many sensors send: an instance remembers 10,000. */

import { compare, summarize } from "../statistics.ts";
import { table, withRange } from "../report.ts";
import type { Row, Section } from "../report.ts";
import { inRounds } from "../rounds.ts";
import type { Cast } from "../stack/cast.ts";
import { FLOOR, SIGNED, TUTORIAL } from "../stack/subjects.ts";
import type { Subject } from "../stack/subjects.ts";
import type { Effort } from "./effort.ts";

const SUBJECTS = [SIGNED, FLOOR, TUTORIAL];

export async function measureSensors(cast: Cast, effort: Effort): Promise<Section> {
  const rows: Row[] = [];
  for (const sensors of [1, 1_000, effort.manySensors]) {
    const job = { sensors, seconds: effort.seconds, pressure: { connections: 10 } };
    // Long enough for a thousand sensors to be remembered.
    await cast.load(SIGNED, { ...job, seconds: 4 * effort.seconds });
    const found = await inRounds(effort.rounds, SUBJECTS, (subject) => cast.load(subject, job));
    const rate = (subject: Subject): number[] =>
      (found.get(subject) ?? []).map(({ perSecond }) => perSecond);
    rows.push([
      sensors.toLocaleString("en-US"),
      withRange(compare(rate(SIGNED), rate(FLOOR))),
      withRange(compare(rate(SIGNED), rate(TUTORIAL))),
      ...SUBJECTS.map((subject) => withRange(summarize(rate(subject)), 0)),
    ]);
  }
  const text = [
    `Readings a second of ${effort.manySensors.toLocaleString("en-US")} registered sensors, of which so many send in turns, ` +
      "10 in flight. Where more send than an instance remembers, each reading finds its sensor forgotten and takes two " +
      "look-ups more.",
    table(
      [
        "sensors that send",
        "signed ÷ floor",
        "signed ÷ tutorial",
        ...SUBJECTS.map(({ name }) => name),
      ],
      rows,
    ),
  ];
  return { title: "Many sensors", text: text.join("\n\n"), verdicts: [] };
}
