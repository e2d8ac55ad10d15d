/** How long the built emulator takes to listen, and how much memory it holds then, beside an empty Node process. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { print } from "./compare";

const emulator = process.argv[2] ?? "emulator/dist/cli.js";
const ROUNDS = 9;

interface Started {
  readonly milliseconds: number;
  /** Undefined where the system does not tell. */
  readonly megabytes: number | undefined;
}

async function startOnce(args: readonly string[]): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const milliseconds = performance.now() - began;
  const megabytes = residentMegabytes(child.pid);
  child.kill();
  await once(child, "close");
  return { milliseconds, megabytes };
}

function residentMegabytes(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}

const EMPTY = ["-e", "console.log('up'); setInterval(() => {}, 1000)"];
const runs: [Started, Started][] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  runs.push([await startOnce(EMPTY), await startOnce([emulator, "--port", "0"])]);
}
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const [empty, ours] = [0, 1].map((which) => ({
  milliseconds: median(runs.map((run) => run[which]?.milliseconds ?? NaN)),
  megabytes: median(runs.map((run) => run[which]?.megabytes ?? NaN)),
}));

print("\nStart");
if (empty !== undefined && ours !== undefined) {
  print(
    `until it listens against an empty Node: ${(ours.milliseconds / empty.milliseconds).toFixed(2)}`,
  );
  print(
    `    empty: ${empty.milliseconds.toFixed(0)} ms, emulator: ${ours.milliseconds.toFixed(0)} ms  (under 500)`,
  );
  print(`memory against an empty Node: ${(ours.megabytes / empty.megabytes).toFixed(2)}`);
  print(
    `    empty: ${empty.megabytes.toFixed(0)} MB, emulator: ${ours.megabytes.toFixed(0)} MB  (under 80)`,
  );
}
