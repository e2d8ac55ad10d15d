/** Measures the time until a new instance answers its first reading. */

import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { StackError } from "../../dev/processes/stack-error.ts";
import { send } from "../load/fixed-rate.ts";
import { messageOf } from "../load/readings.ts";
import { compare, inRounds, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { atMost, table, withRange } from "../report.ts";
import type { Section } from "../report.ts";
import { launch } from "../processes/server.ts";
import { processorMs } from "../processes/usage.ts";
import { EMPTY, SDK_UPDATE, SIGNED, TUTORIAL } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench } from "../effort.ts";

type Start = Readonly<Record<"elapsedMs" | "usedMs", number>>;

const POLL_MS = 2;
const TIMEOUT_MS = 30_000;

export async function measureColdStart(bench: Bench): Promise<Section> {
  const { databaseAddress, effort, earlier } = bench;
  const subjects = [SIGNED, SDK_UPDATE, TUTORIAL, EMPTY, ...earlier];
  const starts = await inRounds(effort.coldStarts, subjects, (subject) =>
    timeOfFirstAnswer(subject, databaseAddress),
  );
  const valuesOf = (subject: Subject, figure: keyof Start = "elapsedMs"): number[] =>
    starts(subject).map((start) => start[figure]);
  const ratio = (subject: Subject): Spread => compare(valuesOf(subject), valuesOf(SDK_UPDATE));
  const rows = subjects.map((subject) => [
    subject.name,
    withRange(ratio(subject)),
    withRange(summarize(valuesOf(subject)), 0),
    withRange(summarize(valuesOf(subject, "usedMs")), 0),
  ]);
  return {
    title: "Cold start",
    paragraphs: [
      "From the start of the process to its first 200, and its processor time until then. Each program is one bundled file. The SDK update imports only " +
        "`firebase-functions/https` and the Admin SDK's database.",
      table(["", "÷ SDK update", "first 200 ms", "processor ms"], rows),
    ],
    targets: [
      atMost(0.8, "first 200 of a new process, at most 0.8 of the SDK update", ratio(SIGNED)),
    ],
  };
}

async function timeOfFirstAnswer({ name, program }: Subject, address: string): Promise<Start> {
  const { origin, process, startedMs } = await launch(program, address);
  try {
    for (;;) {
      const result = await send(new Agent(), origin, messageOf("signed", 0, Date.now()));
      const elapsedMs = performance.now() - startedMs;
      if (typeof result === "number") return { elapsedMs, usedMs: processorMs(process) };
      // An error means that the program is not listening yet.
      if (result.startsWith("status") || elapsedMs > TIMEOUT_MS) {
        throw new StackError(`${name} did not start (${result}):\n${process.output()}`);
      }
      await setTimeout(POLL_MS);
    }
  } finally {
    await process.stop();
  }
}
