/** Says who may create farms, and looks for databases of the deployment that differ in it. */

import type { Database } from "../core/database";
import { describePolicy, isSamePolicy, readCreationPolicy } from "../farm/farm-creation";
import { farmCommand } from "../core/hint";
import { named } from "../core/text";
import { ok, skip, warn } from "./check";
import type { Finding } from "./check";

const NAME = "creation";

interface Part {
  /** What ids of this database begin with; nothing in the default one. */
  readonly prefix: string;
  /** Undefined where it cannot be reached. */
  readonly database: Pick<Database, "read"> | undefined;
}

/** @param parts the default database first */
export async function checkFarmCreation([first, ...others]: readonly Part[]): Promise<Finding> {
  if (first?.database === undefined) return skip(NAME, "The database cannot be reached.");
  const policy = await readCreationPolicy(first.database);
  const differing: string[] = [];
  for (const { prefix, database } of others) {
    if (database === undefined) continue;
    if (!isSamePolicy(await readCreationPolicy(database), policy)) differing.push(prefix);
  }
  if (differing.length === 0) return ok(NAME, describePolicy(policy));
  return warn(
    NAME,
    `Who may create farms is not the same as in the default database: ${named(differing)}.`,
    `Make them the same: ${farmCommand(`creation ${policy.farmCreation}`, [])}`,
  );
}
