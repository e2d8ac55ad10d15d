/** The time until the first reading of a new instance is answered. */

import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { fromRoot } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import { run } from "../../scripts/stack/processes.ts";
import { send } from "../load/fixed-rate.ts";
import { messageOf } from "../load/readings.ts";
import { compare, inRounds, summarize } from "../statistics.ts";
import { atMost, table, withRange } from "../report.ts";
import type { Section } from "../report.ts";
import { environmentOf, launch } from "../processes/server.ts";
import { folderOf } from "../subjects.ts";
import type { Program } from "../subjects.ts";
import type { Bench } from "../effort.ts";

const PROGRAMS: readonly Program[] = ["functions", "lower-bound", "tutorial", "empty"];
const POLL_MS = 2;
const TIMEOUT_MS = 30_000;
const IMPORT =
  "const t=performance.now();require(process.argv[1]);console.log(performance.now()-t)";

export async function measureColdStart({ databaseAddress, effort }: Bench): Promise<Section> {
  const inTurns = async (
    measure: (program: Program, address: string) => Promise<number>,
  ): Promise<(program: Program) => readonly number[]> => {
    const found = await inRounds(effort.coldStarts, PROGRAMS, (program) =>
      measure(program, databaseAddress),
    );
    return (program) => found.get(program) ?? [];
  };
  const answers = await inTurns(timeOfFirstAnswer);
  const imports = await inTurns(timeOfImport);
  const rows = PROGRAMS.map((program) => [
    program === "functions" ? "signed" : program.replace("-", " "),
    withRange(compare(answers(program), answers("lower-bound"))),
    withRange(compare(imports(program), imports("lower-bound"))),
    withRange(summarize(answers(program)), 0),
    withRange(summarize(imports(program)), 0),
  ]);
  return {
    title: "Cold start",
    paragraphs: [
      "From the start of the process to its first 200, and the part of it that imports the program. Each program is " +
        "one bundled file. The lower bound imports only `firebase-functions/https` and the Admin SDK's database.",
      table(["", "÷ lower bound", "import ÷ its import", "first 200 ms", "import ms"], rows),
    ],
    targets: [
      atMost(
        1.15,
        "first 200 of a new process, at most 1.15 of the lower bound",
        compare(answers("functions"), answers("lower-bound")),
      ),
    ],
  };
}

async function timeOfFirstAnswer(program: Program, address: string): Promise<number> {
  const { origin, process, startedMs } = await launch(program, address);
  try {
    for (;;) {
      const result = await send(new Agent(), origin, messageOf("signed", 0, Date.now()));
      const elapsedMs = performance.now() - startedMs;
      if (typeof result === "number") return elapsedMs;
      // An error means that nothing listens yet.
      if (result.startsWith("status") || elapsedMs > TIMEOUT_MS) {
        throw new StackError(`${program} did not start (${result}):\n${process.output()}`);
      }
      await setTimeout(POLL_MS);
    }
  } finally {
    await process.stop();
  }
}

/** Milliseconds of importing the program in a new process. */
async function timeOfImport(program: Program, address: string): Promise<number> {
  const running = run(process.execPath, ["-e", IMPORT, folderOf(program)], {
    cwd: fromRoot(),
    env: environmentOf(address),
  });
  await running.ended;
  const milliseconds = Number(running.output());
  if (milliseconds > 0) return milliseconds;
  throw new StackError(running.output());
}
