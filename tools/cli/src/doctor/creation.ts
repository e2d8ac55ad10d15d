/** Says who may create farms. */

import type { Database } from "../core/database";
import { describePolicy, readCreationPolicy } from "../farm/creation-policy";
import { ok } from "./check";
import type { Finding } from "./check";

export const CREATION = "creation";

export async function checkFarmCreation(database: Pick<Database, "read">): Promise<Finding> {
  return ok(CREATION, describePolicy(await readCreationPolicy(database)));
}
