/** Says who may create farms. */

import type { Database } from "../core/database";
import { describePolicy, readCreationPolicy } from "../farm/creation-policy";
import { ok } from "./check";
import type { DoctorResult } from "./check";

export const CREATION = "creation";

export async function checkFarmCreation(database: Pick<Database, "read">): Promise<DoctorResult> {
  return ok(CREATION, describePolicy(await readCreationPolicy(database)));
}
