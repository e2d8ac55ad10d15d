/** `farm doctor`: checks a deployment from end to end, and recommends what to do. */

import { Option } from "commander";
import type { Command } from "commander";
import type { Connections, Database, Json } from "../core/database";
import { answersText } from "../doctor/answers-text";
import { checkBoards } from "../doctor/boards";
import { bad, skip } from "../doctor/check";
import type { DoctorResult, State } from "../doctor/check";
import { checkFarmCreation, CREATION } from "../doctor/creation";
import { checkClock, checkFunction, checkSecret, FUNCTIONS } from "../doctor/functions";
import { checkHttps, HTTPS } from "../doctor/https";
import { checkFolding, checkWatching, readJobs, WATCHING } from "../doctor/jobs";
import type { Jobs } from "../doctor/jobs";
import { checkOutbox } from "../doctor/outbox";
import { READING, tryReading, withProbe } from "../doctor/probe";
import { checkDelivery, checkReach } from "../doctor/recipients";
import { checkRules } from "../doctor/rules";
import { checkSensorKeys } from "../doctor/own-keys";
import { checkSensors, checkUnregistered } from "../doctor/sensors";
import { CommandError, EXIT } from "../core/failure";
import type { Session } from "../core/session";
import { count, printable } from "../core/text";
import type { Runner } from "./command";
import { findSensorKey, SENSOR_KEY_OPTION } from "./sensors/send";

const MARKS: Readonly<Record<State, string>> = {
  ok: "ok     ",
  warning: "warning",
  failed: "FAILED ",
  skipped: "skipped",
};

export function addDoctorCommand(program: Command, { bare }: Runner): void {
  program
    .command("doctor")
    .description("check a deployment from end to end, and say what to do")
    .option("--sensor-key <key>", SENSOR_KEY_OPTION)
    .addOption(new Option("--read-only", "send no reading and write nothing").default(false))
    .addOption(
      new Option(
        "--wait",
        "keep a connection idle for up to 90 s, and report when the server closes it",
      ).default(false),
    )
    .action(bare(examine));
}

interface DoctorOptions {
  readonly sensorKey?: string;
  readonly readOnly: boolean;
  readonly wait: boolean;
}

async function examine(session: Session, options: DoctorOptions): Promise<void> {
  const { target, out } = session;
  out.note(target.kind === "emulators" ? "The emulators:" : `The project ${target.projectId}:`);
  const results: DoctorResult[] = [];
  const report = (result: DoctorResult): void => {
    results.push(result);
    if (!out.isJson) out.result({}, resultText(result));
  };
  await examineAll(session, options, report);
  const failures = results.filter(({ state }) => state === "failed").length;
  if (out.isJson) out.result({ ok: failures === 0, checks: results as unknown as Json }, "");
  if (failures > 0) {
    throw new CommandError(EXIT.failed, `${count(failures, "check")} failed.`);
  }
}

async function examineAll(
  session: Session,
  options: DoctorOptions,
  report: (result: DoctorResult) => void,
): Promise<void> {
  const { target } = session;
  const database = await examineDatabase(session, report);
  const start =
    target.kind === "emulators"
      ? "Start them with `npm start`."
      : "Deploy them: npx firebase deploy --only functions";
  const reached = [];
  for (const name of FUNCTIONS) {
    const found = await checkFunction(target.functionsUrl, name, start);
    reached.push({ ...found, atMs: session.now() });
    report(found.result);
  }
  const [sensorData] = reached;
  const offsetMs = await database?.clockOffset();
  report(checkClock(sensorData?.answer, sensorData?.atMs ?? session.now(), offsetMs));
  const isReached = sensorData?.result.state === "ok";
  report(
    isReached
      ? await checkSecret(target.functionsUrl, findSensorKey(session, options.sensorKey))
      : skip("sensor key", UNREACHED),
  );
  await examineAnswers({ session, database, report }, isReached, options);
}

const UNREACHED = "sensorData cannot be reached.";

/** Sends a reading through the functions, and sends the database the functions' requests over HTTPS. */
async function examineAnswers(
  { session, database, report }: Examination,
  isReached: boolean,
  { readOnly, wait }: DoctorOptions,
): Promise<void> {
  if (database === undefined || readOnly) {
    const reason = readOnly ? "--read-only" : "The database cannot be reached.";
    report(skip(READING, isReached ? reason : UNREACHED));
    if (database === undefined) return;
    const { signal } = new AbortController();
    const parts = { probe: undefined, reading: undefined, wait, signal };
    report(await guarded(HTTPS, () => checkHttps(session, parts)));
    return;
  }
  const last = await guarded(READING, () =>
    withProbe(session, database, async (probe) => {
      const tried = isReached
        ? await tryReading(session, database, probe)
        : { result: skip(READING, UNREACHED) };
      probe.stopping.throwIfAborted();
      report(tried.result);
      const parts = { probe, reading: tried.row, wait, signal: probe.stopping };
      return guarded(HTTPS, () => checkHttps(session, parts));
    }),
  );
  report(last);
}

interface Examination {
  readonly session: Session;
  /** Undefined if the database cannot be reached. */
  readonly database: Database | undefined;
  readonly report: (result: DoctorResult) => void;
}

async function examineDatabase(
  session: Session,
  report: (result: DoctorResult) => void,
): Promise<Database | undefined> {
  const { connections, target, environment, now } = session;
  const database = await openDatabase(session, report);
  if (database === undefined) {
    report(skip(CREATION, "The database cannot be reached."));
    return undefined;
  }
  report(await guarded("rules", () => checkRules(database, connections, environment.rules)));
  report(await guarded("sensors", () => checkSensors(database)));
  report(await guarded("gateways", () => checkUnregistered(database)));
  report(await guarded("own keys", () => checkSensorKeys(database)));
  const boards = async () => checkBoards(database, now() + (await database.clockOffset()));
  report(await guarded("boards", boards));
  await examineJobs({ database, connections, kind: target.kind, now }, report);
  report(await guarded(CREATION, () => checkFarmCreation(database)));
  return database;
}

interface JobsParts {
  readonly database: Database;
  readonly connections: Connections;
  readonly kind: Jobs["kind"];
  readonly now: () => number;
}

async function examineJobs(
  parts: JobsParts,
  report: (result: DoctorResult) => void,
): Promise<void> {
  const { database, kind, now } = parts;
  let jobs: Jobs | undefined;
  const watching = await guarded(WATCHING, async () =>
    checkWatching((jobs = await readJobs(database, kind, now()))),
  );
  report(watching);
  if (jobs === undefined) return;
  const openJobs = jobs;
  report(checkFolding(openJobs));
  report(await guarded("outbox", () => checkOutbox(database, openJobs.nowMs)));
  if (openJobs.watched.length === 0) return;
  report(
    await guarded("recipients", async () => {
      for (const result of await checkDelivery(database, openJobs)) report(result);
      return checkReach(parts, openJobs);
    }),
  );
}

async function openDatabase(
  { connections, target }: Pick<Session, "connections" | "target">,
  report: (result: DoctorResult) => void,
): Promise<Database | undefined> {
  let database: Database | undefined;
  const result = await guarded("database", async () => {
    database = await connections.open();
    return { name: "database", state: "ok", detail: target.databaseUrl };
  });
  report(result);
  return database;
}

/** Turns an error of a check into a result. */
async function guarded(name: string, check: () => Promise<DoctorResult>): Promise<DoctorResult> {
  try {
    return await check();
  } catch (error) {
    const isReportable = error instanceof CommandError && error.exitCode !== EXIT.interrupted;
    if (isReportable) return bad(name, error.message, error.hint ?? "");
    throw error;
  }
}

function resultText({ name, state, detail, remedy, answers }: DoctorResult): string {
  const line = `${MARKS[state]}  ${name.padEnd(12)}  ${printable(detail)}`;
  const advice = remedy === undefined || remedy === "" ? [] : [`         → ${printable(remedy)}`];
  return [line, ...advice, ...(answers === undefined ? [] : [answersText(answers)])].join("\n");
}
