/** `farm doctor`: looks at a deployment from end to end, and says what to do. */

import { Option } from "commander";
import type { Command } from "commander";
import type { Database, Json } from "../database";
import { bad, skip } from "../doctor/check";
import type { Finding, State } from "../doctor/check";
import { checkClock, checkFunction, checkSecret, FUNCTIONS } from "../doctor/functions";
import { checkReading } from "../doctor/probe";
import { checkRules } from "../doctor/rules";
import { CommandError, EXIT } from "../failure";
import type { Session } from "../session";
import { count, printable } from "../text";
import type { Runner } from "./command";
import { findSensorKey, SENSOR_KEY_OPTION } from "./send";

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
    .addOption(new Option("--read-only", "send no reading, and write nothing").default(false))
    .action(bare(examine));
}

interface DoctorOptions {
  readonly sensorKey?: string;
  readonly readOnly: boolean;
}

async function examine(session: Session, options: DoctorOptions): Promise<void> {
  const { target, out } = session;
  out.note(target.kind === "emulators" ? "The emulators:" : `The project ${target.projectId}:`);
  const findings: Finding[] = [];
  const tell = (finding: Finding): void => {
    findings.push(finding);
    if (!out.isJson) session.stdout.write(`${findingText(finding)}\n`);
  };
  await examineAll(session, options, tell);
  const failures = findings.filter(({ state }) => state === "failed").length;
  if (out.isJson) out.result({ ok: failures === 0, checks: findings as unknown as Json }, "");
  if (failures > 0) {
    throw new CommandError(EXIT.failed, `${count(failures, "check")} failed.`);
  }
}

async function examineAll(
  session: Session,
  options: DoctorOptions,
  tell: (finding: Finding) => void,
): Promise<void> {
  const { target } = session;
  const parts = await examineDatabases(session, tell);
  const start =
    target.kind === "emulators"
      ? "Start them with `npm start`."
      : "Deploy them: npx firebase deploy --only functions";
  const reached = [];
  for (const name of FUNCTIONS) {
    reached.push(await checkFunction(target.functionsUrl, name, start));
    tell(reached.at(-1)?.finding ?? skip(name, ""));
  }
  const [sensorData] = reached;
  const offsetMs = await parts[0]?.database?.clockOffset();
  tell(checkClock(sensorData?.answer, session.now(), offsetMs));
  if (sensorData?.finding.state !== "ok") {
    tell(skip("sensor key", "sensorData is not there to ask."));
    tell(skip("a reading", "sensorData is not there to take one."));
    return;
  }
  tell(await checkSecret(target.functionsUrl, findSensorKey(session, options.sensorKey)));
  for (const { prefix, database, tellPart } of parts) {
    if (options.readOnly) tellPart(skip("a reading", "--read-only"));
    else if (database === undefined) tellPart(skip("a reading", "The database is out of reach."));
    else tellPart(await guarded("a reading", () => checkReading(session, database, prefix)));
  }
}

/** One of the databases; its findings say whose they are. */
interface Part {
  /** What its ids begin with; nothing in the default one. */
  readonly prefix: string;
  readonly database: Database | undefined;
  readonly tellPart: (finding: Finding) => void;
}

async function examineDatabases(
  session: Session,
  tell: (finding: Finding) => void,
): Promise<readonly Part[]> {
  const { databaseUrl, instances } = session.target;
  const parts: Part[] = [];
  for (const { prefix, url } of [{ prefix: "", url: databaseUrl }, ...instances]) {
    const tellPart = (finding: Finding): void =>
      tell(prefix === "" ? finding : { ...finding, name: `${prefix} ${finding.name}` });
    const { connections, target, environment } = session.at(url);
    const database = await openDatabase({ connections, target }, tellPart);
    if (database !== undefined) {
      tellPart(await guarded("rules", () => checkRules(database, connections, environment.rules)));
    }
    parts.push({ prefix, database, tellPart });
  }
  return parts;
}

async function openDatabase(
  { connections, target }: Pick<Session, "connections" | "target">,
  tell: (finding: Finding) => void,
): Promise<Database | undefined> {
  let database: Database | undefined;
  const finding = await guarded("database", async () => {
    database = await connections.open();
    return { name: "database", state: "ok", detail: target.databaseUrl };
  });
  tell(finding);
  return database;
}

/** What cannot be looked at is a finding too. */
async function guarded(name: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    const isTold = error instanceof CommandError && error.exitCode !== EXIT.interrupted;
    if (isTold) return bad(name, error.message, error.hint ?? "");
    throw error;
  }
}

function findingText({ name, state, detail, remedy }: Finding): string {
  const line = `${MARKS[state]}  ${name.padEnd(10)}  ${printable(detail)}`;
  return remedy === undefined || remedy === "" ? line : `${line}\n         → ${printable(remedy)}`;
}
