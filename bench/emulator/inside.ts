/** The embedded database without sockets, in processes of their own: what it costs in a larger one, or for more listeners. */

import { run } from "../../scripts/stack/processes.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import { format, table, verdict, withRange } from "../report.ts";
import type { Part } from "../report.ts";
import type { Effort } from "../scenarios/effort.ts";
import type { Comparison } from "./compare.ts";
import { bundle, FOLDER } from "./programs.ts";

const SCRIPTS = ["writes", "reads", "listeners"];

export async function measureInside({ histories }: Effort): Promise<Part> {
  const found: Comparison[] = [];
  for (const name of SCRIPTS) {
    const script = await bundle(name);
    const running = run(process.execPath, [script, String(histories.at(-1))], { cwd: FOLDER });
    running.onLine((line) => found.push(JSON.parse(line) as Comparison));
    if ((await running.ended) !== 0) throw new StackError(running.output());
  }
  const cell = ([name, microseconds]: Comparison["base"]): string =>
    `${name}: ${format(microseconds, 1)}`;
  const rows = found.map(({ title, ratio, base, other }) => [
    title,
    withRange(ratio),
    cell(base),
    cell(other),
  ]);
  return {
    paragraphs: [
      "Within the database, where no socket hides what it costs: how many times the microseconds.",
      table(["", "ratio", "µs", "against"], rows),
    ],
    verdicts: found.flatMap(({ title, ratio, atMost }) =>
      atMost === undefined
        ? []
        : [verdict(`database: ${title}, at most ${atMost}`, ratio, ratio.median <= atMost)],
    ),
  };
}
