/** `record` and `check`: ask an emulator all questions, then store or compare its answers. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ask } from "./ask.ts";
import { type Asked, type Recordings, report, type Report } from "./compare.ts";
import { freePort, isThere, Missing, type RunningEmulator, startGoogles } from "./google.ts";
import { hostedReport } from "./hosted.ts";
import { type Question, readQuestions } from "./question.ts";

const pathOf = (name: string): string => path.join(import.meta.dirname, name);

const OPTIONS = {
  host: { type: "string" },
  java: { type: "string", default: "java" },
  jar: { type: "string" },
  "functions-port": { type: "string" },
  hosted: { type: "boolean", default: false },
  recordings: { type: "string", default: pathOf("recordings.json") },
  differences: { type: "string", default: pathOf("intended-differences.json") },
} as const;

/** Reasons of intended differences, by the question's id. */
type Reasons = Readonly<Record<string, string>>;
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

async function record(options: Options): Promise<Report> {
  const { host, java, jar, recordings: file } = options;
  const emulator = host === undefined ? await startGoogles(java, jar) : running(options, host);
  const answered = await askAll(emulator, readQuestions());
  const answers = Object.fromEntries(
    answered.map(({ question, answers }) => [question.id, answers]),
  );
  const recordedAt = new Date().toISOString();
  const recordings: Recordings = { emulator: emulator.name, recordedAt, answers };
  writeFileSync(file, `${JSON.stringify(recordings, null, 2)}\n`);
  const line = `The answers of ${emulator.name} to ${answered.length} questions are in ${file}`;
  return { lines: [line], isPassed: true };
}

async function check(options: Options): Promise<Report> {
  const { host, recordings, differences } = options;
  const recorded = readJson(recordings) as Recordings;
  const intended = readJson(differences) as Readonly<Record<"hosted" | "emulator", Reasons>>;
  const questions = readQuestions().filter(({ source }) => !options.hosted || source !== undefined);
  const emulator = host === undefined ? await startOwn() : running(options, host);
  const answered = await askAll(emulator, questions);
  const hosted = hostedReport(answered, intended.hosted);
  if (options.hosted) return hosted;
  const googles = report(answered, recorded, intended.emulator);
  return {
    lines: [...hosted.lines, ...googles.lines],
    isPassed: hosted.isPassed && googles.isPassed,
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

async function askAll(
  { host, functionsPort, stop }: RunningEmulator,
  questions: readonly Question[],
): Promise<readonly Asked[]> {
  const requireAnswer = async (): Promise<void> => {
    if (!(await isThere(host))) throw new Missing(`No emulator answers at ${host}.`);
  };
  const answered: Asked[] = [];
  try {
    await requireAnswer();
    for (const question of questions) {
      if (question.scenario?.needsFunctions === true && functionsPort === undefined) continue;
      answered.push(await ask(question, host, functionsPort));
    }
    // If the emulator has stopped, its missing answers are not a result.
    await requireAnswer();
    return answered;
  } finally {
    await stop();
  }
}

function running({ "functions-port": port }: Options, host: string): RunningEmulator {
  const functionsPort = port === undefined ? undefined : Number(port);
  return { name: `the emulator at ${host}`, host, functionsPort, stop: () => Promise.resolve() };
}

/** The part of `src/index.ts` that this file needs. It cannot import the file: type stripping does not support it. */
interface Built {
  readonly start: (options: object) => Promise<RunningEmulator & { readonly port: number }>;
}

async function startOwn(): Promise<RunningEmulator> {
  const built = pathOf("../dist/index.js");
  if (!existsSync(built)) throw new Missing("This emulator is not built yet. Run npm run build.");
  const { start } = (await import(pathToFileURL(built).href)) as Built;
  const functionsPort = await freePort();
  const own = await start({
    port: 0,
    functionsEmulator: { host: "127.0.0.1", port: functionsPort },
  });
  const host = `${own.host}:${own.port}`;
  return { name: "this emulator", host, functionsPort, stop: () => own.stop() };
}
