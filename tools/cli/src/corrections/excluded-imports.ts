/** Reads the exclusions of imports. */

import { exclusionsOfImports } from "@greenhouse/domain/history/excluded-imports";
import type { ExclusionOfImport } from "@greenhouse/domain/history/excluded-imports";
import type { Database } from "../core/database";
import { readCorrections } from "./stored-corrections";

/** Returns the exclusions in force of all readings of the farm's imports. */
export async function readImportExclusions(
  database: Database,
  farmId: string,
): Promise<readonly ExclusionOfImport[]> {
  return exclusionsOfImports(await readCorrections(database, farmId));
}
