/** Reads who may create farms. */

import {
  FARM_CREATION_PATH,
  FARM_CREATORS_PATH,
  parseFarmCreation,
  parseFarmCreators,
} from "@greenhouse/domain/identity/farm-creation";
import type { FarmCreation } from "@greenhouse/domain/identity/farm-creation";
import type { Database } from "../core/database";
import { failed } from "../core/failure";
import { farmCommand } from "../core/hint";
import { count } from "../core/text";

export interface CreationPolicy {
  readonly farmCreation: FarmCreation;
  /** Listed people, in the order of their uids. */
  readonly uids: readonly string[];
}

export async function readCreationPolicy(
  database: Pick<Database, "read">,
): Promise<CreationPolicy> {
  const [farmCreation, creators] = await Promise.all([
    database.read(FARM_CREATION_PATH),
    database.read(FARM_CREATORS_PATH),
  ]);
  return {
    farmCreation: parseFarmCreation(farmCreation),
    uids: parseFarmCreators(creators).toSorted(),
  };
}

export function describePolicy({ farmCreation, uids }: CreationPolicy): string {
  const listed = count(uids.length, "listed person", "listed people");
  if (farmCreation === "anyone") {
    const openText = "Anyone who is signed in may create farms";
    return uids.length === 0 ? `${openText}.` : `${openText}, not only the ${listed}.`;
  }
  return uids.length === 0
    ? "Only listed people may create farms, and nobody is listed."
    : `Only ${listed} may create farms.`;
}

/** @throws CommandError (failed) if the person may not create farms */
export function requireCreator(policy: CreationPolicy, uid: string, emailOrUid: string): void {
  if (policy.farmCreation === "anyone" || policy.uids.includes(uid)) return;
  throw failed(
    `Only listed people may create farms here, and ${emailOrUid} is not listed.`,
    `Put them on the list: ${farmCommand("creation allow", [emailOrUid])}`,
  );
}
