/** `record` and `check`: ask an emulator all questions, then store or compare its answers. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ask } from "./ask.ts";
import { type Asked, type Recordings, report, type Report } from "./compare.ts";
import { isThere, Missing, type RunningEmulator, startGoogles } from "./google.ts";
import { readQuestions } from "./question.ts";

const pathOf = (name: string): string => path.join(import.meta.dirname, name);

const OPTIONS = {
  host: { type: "string" },
  java: { type: "string", default: "java" },
  jar: { type: "string" },
  recordings: { type: "string", default: pathOf("recordings.json") },
  differences: { type: "string", default: pathOf("intended-differences.json") },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

export async function runCommand([name, ...args]: readonly string[]): Promise<Report> {
  const { values } = parseArgs({ args, options: OPTIONS });
  try {
    if (name === "record") return await record(values);
    if (name === "check") return await check(values);
    throw new Missing(`Unknown command ${name}: use record or check.`);
  } catch (error) {
    if (error instanceof Missing) return { lines: [error.message], isPassed: false };
    throw error;
  }
}

async function record({ host, java, jar, recordings: file }: Options): Promise<Report> {
  const emulator = host === undefined ? await startGoogles(java, jar) : running(host);
  const answered = await askAll(emulator);
  const answers = Object.fromEntries(
    answered.map(({ question, answers }) => [question.id, answers]),
  );
  const recordedAt = new Date().toISOString();
  const recordings: Recordings = { emulator: emulator.name, recordedAt, answers };
  writeFileSync(file, `${JSON.stringify(recordings, null, 2)}\n`);
  const line = `The answers of ${emulator.name} to ${answered.length} questions are in ${file}`;
  return { lines: [line], isPassed: true };
}

async function check({ host, recordings, differences }: Options): Promise<Report> {
  const recorded = readJson(recordings) as Recordings;
  const intended = readJson(differences) as Readonly<Record<string, string>>;
  const answered = await askAll(host === undefined ? await startOwn() : running(host));
  return report(answered, recorded, intended);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

async function askAll({ host, stop }: RunningEmulator): Promise<readonly Asked[]> {
  const answered: Asked[] = [];
  try {
    for (const question of readQuestions()) answered.push(await ask(question, host));
    // If the emulator has stopped, its missing answers are not a result.
    if (!(await isThere(host))) throw new Missing(`No emulator answers at ${host}.`);
    return answered;
  } finally {
    await stop();
  }
}

function running(host: string): RunningEmulator {
  return { name: `the emulator at ${host}`, host, stop: () => Promise.resolve() };
}

/** The part of `src/index.ts` that this file needs. It cannot import the file: type stripping does not support it. */
interface Built {
  readonly start: (options: object) => Promise<RunningEmulator & { readonly port: number }>;
}

async function startOwn(): Promise<RunningEmulator> {
  const built = pathOf("../dist/index.js");
  if (!existsSync(built)) throw new Missing("This emulator is not built yet. Run npm run build.");
  const { start } = (await import(pathToFileURL(built).href)) as Built;
  const own = await start({ port: 0 });
  return { name: "this emulator", host: `${own.host}:${own.port}`, stop: () => own.stop() };
}
