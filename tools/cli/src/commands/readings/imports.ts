/** `farm readings imports|exclude-import`: what imports brought, and how to leave it out. Nothing is deleted. */

import type { Command } from "commander";
import {
  countingSensors,
  exclusionOfImport,
  stateOfImport,
} from "@greenhouse/domain/history/excluded-imports";
import type { ExclusionOfImport } from "@greenhouse/domain/history/excluded-imports";
import { importsPath, parseImport, parseImports } from "@greenhouse/domain/history/imports";
import type { Import } from "@greenhouse/domain/history/imports";
import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { sensorLogPath } from "@greenhouse/domain/identity/sensor-log";
import type { Database } from "../../core/database";
import { failed } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { count, formatTable, named } from "../../core/text";
import { formatMinute } from "../../core/time";
import { problemOfName, refuseProblems } from "../../core/validation";
import { readImportExclusions } from "../../corrections/excluded-imports";
import { storeExclusions, undoCorrections } from "../../corrections/store-exclusions";
import { readSensor, requireFarm } from "../../farm/stored-farms";
import type { Farm } from "../../farm/stored-farms";
import type { Runner } from "../command";

export function addImportCommands(readings: Command, { opened }: Runner): void {
  readings
    .command("imports")
    .description("list a farm's imports, the newest first")
    .argument("<farmId>")
    .action(opened(listImports));
  readings
    .command("exclude-import")
    .description("let all readings that an import brought not count; history keeps them")
    .argument("<farmId>")
    .argument("<importId>", "as `readings imports` lists it")
    .option("--note <text>", "why, up to 100 characters")
    .option("--undo", "let them count again")
    .action(opened(excludeImport));
}

async function listImports(session: OpenSession, farmId: string): Promise<void> {
  const { database } = session;
  await requireFarm(database, farmId);
  const [stored, exclusions] = await Promise.all([
    database.read(importsPath(farmId)),
    readImportExclusions(database, farmId),
  ]);
  const imports = parseImports(stored).map((found) => ({
    ...found,
    state: stateOfImport(found, exclusions),
  }));
  session.out.result(
    imports,
    formatTable(
      ["import", "at", "file", "readings", "from", "until", "sensors", "state"],
      imports.map(({ id, at, file, readings, from, until, sensors, state }) => [
        id,
        formatMinute(at),
        file,
        `${readings}`,
        formatMinute(from),
        formatMinute(until),
        named(sensors),
        state,
      ]),
      `${farmId} has no imports.`,
    ),
  );
}

async function excludeImport(
  session: OpenSession,
  farmId: string,
  importId: string,
  { note, undo }: { readonly note?: string; readonly undo?: true },
): Promise<void> {
  if (note !== undefined) refuseProblems(problemOfName("note", note));
  const farm = await requireFarm(session.database, farmId);
  const found = await requireImport(session.database, farmId, importId);
  const exclusions = await readImportExclusions(session.database, farmId);
  if (undo === true) {
    const own = exclusions.filter(({ change }) => change.import === importId);
    return includeImport(session, farm, importId, own);
  }
  const undoing = farmCommand("readings exclude-import", [farmId, importId], { options: "--undo" });
  const counting = countingSensors(found, exclusions);
  const { owned, foreign } = await splitSensors(session.database, farmId, counting);
  if (counting.length === 0) {
    throw failed(`The import ${importId} is excluded already.`, `Undo: ${undoing}`);
  }
  if (owned.length === 0) {
    throw failed(`The import ${importId} has only sensors that have left ${farmId}.`);
  }
  const exclusion = exclusionOfImport(found, note);
  const all = owned.map((uid) => ({ uid, exclusion }));
  await storeExclusions(session, farm, all, await serverTime(session));
  if (foreign.length > 0) {
    session.out.note(`No longer sensors of ${farmId}, so their readings stay: ${named(foreign)}.`);
  }
  session.out.result(
    { farmId, import: importId, sensors: owned, excluded: true },
    [
      `The readings that the import ${importId} brought do not count any more: those of ${named(owned)} from ${formatMinute(found.from)} to ${formatMinute(found.until)}.`,
      "History keeps them, and readings that were there before still count.",
      `Undo: ${undoing}`,
    ].join("\n"),
  );
}

async function includeImport(
  session: OpenSession,
  farm: Farm,
  importId: string,
  present: readonly ExclusionOfImport[],
): Promise<void> {
  if (present.length === 0) {
    throw failed(`The import ${importId} is not excluded: its readings count.`);
  }
  await undoCorrections(session, farm, present);
  const sensors = [...new Set(present.map(({ uid }) => uid))];
  session.out.result(
    { farmId: farm.farmId, import: importId, sensors, excluded: false },
    `The readings of the import ${importId} count again: ${count(sensors.length, "sensor")}.`,
  );
}

/** @throws CommandError (failed) */
async function requireImport(database: Database, farmId: string, id: string): Promise<Import> {
  const found = isDatabaseKey(id)
    ? parseImport(await database.read(`${importsPath(farmId)}/${id}`), id)
    : undefined;
  if (found !== undefined) return found;
  throw failed(
    `${farmId} has no import ${id}.`,
    `All imports: ${farmCommand("readings imports", [farmId])}`,
  );
}

/** Separates sensors that an owner of the farm may correct: those of the farm, and removed sensors that have a log. */
async function splitSensors(
  database: Database,
  farmId: string,
  uids: readonly string[],
): Promise<{ readonly owned: readonly string[]; readonly foreign: readonly string[] }> {
  const isOwned = await Promise.all(
    uids.map(async (uid) => {
      const stored = await database.read(`registeredSensors/${uid}`);
      if (readSensor(uid, stored)?.farmId === farmId) return true;
      return (await database.readPage(sensorLogPath({ farmId, uid }), {}, 1)).length > 0;
    }),
  );
  return {
    owned: uids.filter((_, index) => isOwned[index]),
    foreign: uids.filter((_, index) => !isOwned[index]),
  };
}
