/** Notes an import at its farm, so that people can exclude what it brought. */

import { basename } from "node:path";
import { stateOfImport } from "@greenhouse/domain/history/excluded-imports";
import { importRecord, importsPath, parseImport } from "@greenhouse/domain/history/imports";
import type { Import } from "@greenhouse/domain/history/imports";
import { MAX_NAME_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { shorten } from "@greenhouse/domain/words/text";
import { serverTime } from "../core/session";
import type { OpenSession } from "../core/session";
import { farmCommand } from "../core/hint";
import { readImportExclusions } from "../corrections/excluded-imports";
import type { Json } from "../core/database";
import type { Brought } from "./brought";

interface Noted extends Brought {
  readonly file: string;
  /** How many readings of the file are stored, also by earlier runs. */
  readonly stored: number;
}

/** Writes as the administrator, because the rules let nobody do so. What earlier runs of the import have noted stays. */
export async function noteImport(
  session: Pick<OpenSession, "database" | "now">,
  farmId: string,
  id: string,
  { from, until, sensors, file, stored }: Noted,
): Promise<Import> {
  const path = `${importsPath(farmId)}/${id}`;
  const before = parseImport(await session.database.read(path), id);
  const noted = {
    id,
    from: Math.min(from, before?.from ?? from),
    until: Math.max(until, before?.until ?? until),
    at: await serverTime(session),
    file: shorten(basename(file), MAX_NAME_CHARACTERS),
    readings: Math.max(stored, before?.readings ?? 0),
    sensors: [...new Set([...(before?.sensors ?? []), ...sensors])],
  };
  await session.database.update({ [path]: importRecord(noted) as Json });
  return noted;
}

/** Says how to exclude the readings, or that they are excluded. */
export async function describeImport(
  { database }: Pick<OpenSession, "database">,
  farmId: string,
  found: Import,
): Promise<string> {
  const exclude = (options: string): string =>
    farmCommand("readings exclude-import", [farmId, found.id], { options });
  return stateOfImport(found, await readImportExclusions(database, farmId)) === "excluded"
    ? `It is the import ${found.id}, whose readings do not count: it was excluded. To undo that: ${exclude("--undo")}`
    : `It is the import ${found.id}. If it was the wrong file: ${exclude("")}`;
}
