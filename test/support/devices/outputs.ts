/** Plays steps to a board's outputs (outputs.py), with each Python client that runs here. */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Reported } from "@greenhouse/domain/outputs/model";
import type { Step } from "../outputs/model";
import type { DeviceClient } from "./clients";
import { FOLDER } from "./device";

export type OutputStep =
  | Step
  /** The raw body of an answer. */
  | { readonly op: "hear"; readonly sent: number; readonly text: string; readonly keeps?: boolean }
  /** Attributes of outputs.py's Board. */
  | { readonly op: "set"; readonly to: Readonly<Record<string, unknown>> }
  /** The files of its folder; null: an unreadable file. */
  | { readonly op: "file"; readonly files: Readonly<Record<string, string | null>> }
  /** The program ends. */
  | { readonly op: "stop" };

/** The visible state after a step. */
export interface Seen {
  readonly states: Readonly<Record<string, Reported>>;
  /** The last value of each switch. */
  readonly pins: Readonly<Record<string, number | null>>;
  /** Events of this step: `keep`, `cannot keep`, and calls of switches, such as `valve 1`. */
  readonly log: readonly string[];
  /** Since the start. */
  readonly reports: readonly string[];
  readonly file: string | null;
  readonly dueIn: number;
  readonly overIn: number;
}

interface Scenario {
  readonly names: readonly string[];
  readonly whole: boolean;
  readonly steps: readonly OutputStep[];
}

async function runScenarios(
  client: DeviceClient,
  scenarios: readonly Scenario[],
): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-outputs-"));
  try {
    const file = join(folder, "scenarios.json");
    writeFileSync(file, JSON.stringify(scenarios));
    const [command = "", ...args] = await client.driver();
    const script = [...args.slice(0, -1), join(FOLDER, "outputs.py")];
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...client.env, SCENARIOS: file };
    const options = { env, maxBuffer: 64 << 20 };
    const { stdout, stderr } = await promisify(execFile)(command, script, options);
    expect(stderr).toBe("");
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns for each scenario the report and the pin of the first output after each step */
export async function statesOf(
  client: DeviceClient,
  scenarios: readonly (readonly OutputStep[])[],
  name = "valve",
): Promise<(readonly (readonly [Reported, number])[])[]> {
  const played = scenarios.map((steps) => ({ names: [name], whole: false, steps }));
  return (await runScenarios(client, played)) as (readonly (readonly [Reported, number])[])[];
}

/** @returns the visible state after each step */
export async function play(
  client: DeviceClient,
  names: readonly string[],
  ...steps: readonly OutputStep[]
): Promise<readonly Seen[]> {
  const [seen] = await runScenarios(client, [{ names, whole: true, steps }]);
  return seen as readonly Seen[];
}
