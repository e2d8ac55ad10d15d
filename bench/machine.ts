/** On what the bench ran. */

import { readFileSync } from "node:fs";
import os from "node:os";
import { fromRoot } from "../scripts/stack/project.ts";
import type { Effort } from "./effort.ts";

const PACKAGES = [
  ["functions", "firebase-functions"],
  ["functions", "firebase-admin"],
  [".", "@google-cloud/functions-framework"],
  [".", "autocannon"],
] as const;

/** @param seconds the duration of the run */
export function describeMachine(
  database: string,
  { rounds, coldStarts }: Effort,
  now: Date,
  seconds: number,
): readonly string[] {
  const cpus = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  const versions = PACKAGES.map(([folder, name]) => `${name} ${versionOf(folder, name)}`);
  const load = os.loadavg()[0] ?? 0;
  return [
    `Written by \`npm run bench\` on ${now.toISOString().slice(0, 10)}, in ${seconds} seconds. The method and the ` +
      "baselines: [bench/README.md](../bench/README.md).",
    `Machine: ${cpus.length} cores (${cpus[0]?.model ?? "unknown"}), ${memory} GiB, ${os.type()}; load ${load.toFixed(1)} at the end.`,
    `Versions: Node ${process.versions.node}, ${versions.join(", ")}. Database: ${database}.`,
    `Load, function and database share the cores, so ratios say more than figures. ${rounds} interleaved rounds of each ` +
      `(${coldStarts} of a cold start): the median (lowest–highest). A ratio is taken within each round.`,
  ];
}

function versionOf(folder: string, name: string): string {
  const file = fromRoot(folder, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
