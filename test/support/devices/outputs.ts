/** Plays steps to a board's outputs: with outputs.py on Python and MicroPython, with outputs.cpp on Arduino. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OutputAnswer } from "@greenhouse/domain/outputs/answer";
import type { Reported } from "@greenhouse/domain/outputs/model";
import type { Step } from "../outputs/model";
import { PYTHON_CLIENTS, type DeviceClient } from "./clients";
import { NO_COMPILER } from "./commands";
import { compile } from "./compile";
import { FOLDER } from "./device";
import { startLineProcess } from "./line-process";
import type { LineProcess } from "./line-process";

export type OutputStep =
  | Step
  /** The program is blocked meanwhile. Timers ring. */
  | { readonly op: "wait"; readonly ms: number; readonly isBlocked: true }
  /** The raw body of an answer. */
  | { readonly op: "fallBack"; readonly value: number; readonly keeps: false }
  /** A heater that is on below 4, and off from 6. */
  | { readonly op: "fallBackAt"; readonly reading: number }
  | { readonly op: "hear"; readonly sent: number; readonly text: string; readonly keeps?: boolean }
  /** How long each write takes. */
  | { readonly op: "slow"; readonly ms: number }
  /** Only Python: attributes of outputs.py's Board. */
  | { readonly op: "set"; readonly to: Readonly<Record<string, unknown>> }
  /** Only Python: the files of its folder; null: an unreadable file. */
  | { readonly op: "file"; readonly files: Readonly<Record<string, string | null>> }
  /** Only Python: the program ends. */
  | { readonly op: "stop" }
  /** Only Arduino: changes the flash. */
  | { readonly op: "damage"; readonly how: "cut" | "flip" | "unreadable" }
  /** Only Arduino: the power fails in this part of the next step's work. */
  | { readonly op: "cut"; readonly number: number };

/** The visible state after a step. */
export interface Seen {
  /** As a request reports them. */
  readonly states: Readonly<Record<string, Reported>>;
  /** The real state of the pins. */
  readonly pins: Readonly<Record<string, number>>;
  /** Events of this step, such as "kept" (the record is stored) and "valve is 1". */
  readonly log: readonly string[];
  /** Only Python: its messages since the start, and its record. */
  readonly reports?: readonly string[];
  readonly file?: string | null;
  /** Only Arduino: how long each pin was on, across restarts. */
  readonly onMs?: Readonly<Record<string, number>>;
}

/** The outputs' names, a level with `=100` behind it, and what happens. */
interface Scenario {
  readonly names: readonly string[];
  readonly steps: readonly OutputStep[];
}

export interface OutputClient {
  readonly name: string;
  readonly missing: string | undefined;
  /** Returns the states after each step of each scenario. */
  readonly run: (scenarios: readonly Scenario[]) => Promise<readonly (readonly Seen[])[]>;
}

const processes = new Map<string, LineProcess>();

/** Returns the process that plays all scenarios of a client. */
async function processOf(
  name: string,
  command: () => Promise<readonly string[]>,
  env?: Readonly<Record<string, string>>,
): Promise<LineProcess> {
  const started = processes.get(name) ?? startLineProcess(await command(), env);
  processes.set(name, started);
  return started;
}

/** For `afterAll`. */
export async function stopOutputs(): Promise<void> {
  await Promise.all(Array.from(processes.values(), (started) => started.stop()));
}

export const PYTHON_OUTPUTS = PYTHON_CLIENTS.map((client): OutputClient => ({
  ...client,
  run: (scenarios) => runPython(client, scenarios),
}));

/** With a timer, and without a timer while millis() wraps around, 30 seconds after the start. */
export const [ARDUINO, OLD_ARDUINO] = [
  arduino("Arduino", "yes", 0),
  arduino("Arduino without a timer", "no", 2 ** 32 - 30_000),
] as const;

export const OUTPUT_CLIENTS = [...PYTHON_OUTPUTS, ARDUINO, OLD_ARDUINO];

/** @returns the state after each step */
export async function play(
  client: OutputClient,
  names: readonly string[],
  ...steps: readonly OutputStep[]
): Promise<readonly Seen[]> {
  return (await client.run([{ names, steps }]))[0]!;
}

/** @returns for each scenario of a valve the states after each step */
export function playAll(
  client: OutputClient,
  scenarios: readonly (readonly OutputStep[])[],
): Promise<readonly (readonly Seen[])[]> {
  return client.run(scenarios.map((steps) => ({ names: ["valve"], steps })));
}

async function runPython(
  { name, driver, env }: DeviceClient,
  scenarios: readonly Scenario[],
): Promise<readonly (readonly Seen[])[]> {
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-outputs-"));
  try {
    const file = join(folder, "scenarios.json");
    writeFileSync(file, JSON.stringify(scenarios));
    const command = async (): Promise<readonly string[]> => [
      ...(await driver()).slice(0, -1),
      join(FOLDER, "outputs.py"),
    ];
    await (await processOf(name, command, env)).ask(file);
    const lines = readFileSync(`${file}.seen`, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as readonly Seen[]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function arduino(name: string, timer: "yes" | "no", millis: number): OutputClient {
  return {
    name,
    missing: NO_COMPILER,
    run: async (scenarios) => {
      const board = await processOf(name, async () => [await compile("outputs.cpp")]);
      const ask = (...words: readonly (string | number)[]): Promise<unknown> =>
        board.ask(words.join("\t"));
      const played = scenarios.map(({ names, steps }) => {
        void ask("board", names.join(","), timer, millis);
        return Promise.all(steps.map((step) => ask(...lineOf(step)) as Promise<Seen>));
      });
      return Promise.all(played);
    },
  };
}

/** Returns a line of outputs.cpp. */
function lineOf(step: OutputStep): readonly (string | number)[] {
  switch (step.op) {
    case "send":
      return ["wait", 0];
    case "wait":
      if ("isBlocked" in step) return ["block", step.ms];
      return [step.isLate === true ? "late" : "wait", step.ms];
    case "press":
      return ["press", "valve", step.value, step.ms];
    case "fallBack":
      return ["fallBack", "valve", step.value ?? "failed", "keeps" in step ? "no" : "yes"];
    case "fallBackAt":
      return ["fallBackAt", "valve", step.reading];
    case "hear":
      return ["hear", step.sent, step.keeps === false ? "no" : "yes", bodyOf(step)];
    case "slow":
      return [step.op, step.ms];
    case "damage":
      return [step.op, step.how];
    case "cut":
      return [step.op, step.number];
    default:
      return [step.op];
  }
}

function bodyOf(
  step: { readonly text: string } | { readonly answer: OutputAnswer | null | "unreadable" },
): string {
  if ("text" in step) return step.text;
  if (step.answer === "unreadable") return "<html>";
  const outputs = step.answer === null ? {} : { valve: step.answer };
  return JSON.stringify({ success: true, outputs });
}
