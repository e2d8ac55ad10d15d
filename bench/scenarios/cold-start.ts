/** How long the first reading of a new instance takes. */

import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { fromRoot } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import { run } from "../../scripts/stack/processes.ts";
import { requestOf } from "../load/readings.ts";
import { compare, summarize } from "../statistics.ts";
import { table, verdict, withRange } from "../report.ts";
import type { Section } from "../report.ts";
import { inRounds } from "../rounds.ts";
import { environmentOf, launch } from "../stack/server.ts";
import { folderOf } from "../stack/subjects.ts";
import type { Program } from "../stack/subjects.ts";
import type { Effort } from "./effort.ts";

const PROGRAMS: readonly Program[] = ["functions", "floor", "tutorial", "empty"];
const POLL_MS = 2;
const PATIENCE_MS = 30_000;
const IMPORT =
  "const t=performance.now();require(process.argv[1]);console.log(performance.now()-t)";

export async function measureColdStart(address: string, effort: Effort): Promise<Section> {
  const first = await inRounds(effort.coldStarts, PROGRAMS, (program) =>
    untilFirst(program, address),
  );
  const imports = await inRounds(effort.coldStarts, PROGRAMS, (program) =>
    importOf(program, address),
  );
  const firstOf = (program: Program): readonly number[] => first.get(program) ?? [];
  const importsOf = (program: Program): readonly number[] => imports.get(program) ?? [];
  const ratio = compare(firstOf("functions"), firstOf("floor"));
  const rows = PROGRAMS.map((program) => [
    program === "functions" ? "signed" : program,
    withRange(compare(firstOf(program), firstOf("floor"))),
    withRange(compare(importsOf(program), importsOf("floor"))),
    withRange(summarize(firstOf(program)), 0),
    withRange(summarize(importsOf(program)), 0),
  ]);
  const text = [
    "From the start of the process to its first 200, and of that, importing the program. All are bundled into one " +
      "file; floor imports only `firebase-functions/https` and the Admin SDK's database.",
    table(["", "÷ floor", "import ÷ floor's", "first 200 ms", "import ms"], rows),
  ];
  return {
    title: "Cold start",
    text: text.join("\n\n"),
    verdicts: [
      verdict("first 200 of a new process, at most 1.15 of floor", ratio, ratio.median <= 1.15),
    ],
  };
}

async function untilFirst(program: Program, address: string): Promise<number> {
  const { origin, process, startedMs } = await launch(program, address);
  try {
    for (;;) {
      const status = await post(origin);
      if (status === 200) return performance.now() - startedMs;
      const isLost = status !== undefined || performance.now() - startedMs > PATIENCE_MS;
      if (isLost) throw new StackError(`${program} did not start:\n${process.output()}`);
      await setTimeout(POLL_MS);
    }
  } finally {
    await process.stop();
  }
}

/** Resolves with the status; undefined while nothing listens. */
function post(origin: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const { method, path, body } = requestOf("signed", 0, Date.now());
    const headers = { "content-type": "application/json" };
    const sent = request(`${origin}${path}`, { method, headers, agent: new Agent() });
    sent.on("response", (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    sent.on("error", () => resolve(undefined));
    sent.end(body);
  });
}

/** Milliseconds of importing it into a fresh process. */
async function importOf(program: Program, address: string): Promise<number> {
  const running = run(process.execPath, ["-e", IMPORT, folderOf(program)], {
    cwd: fromRoot(),
    env: environmentOf(address),
  });
  await running.ended;
  const milliseconds = Number(running.output());
  if (milliseconds > 0) return milliseconds;
  throw new StackError(running.output());
}
