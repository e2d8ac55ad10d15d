/** Stores and undoes corrections of several sensors at once, as an owner of their farm. */

import { exclusionUpdate, undoUpdate } from "@greenhouse/domain/quantities/correction-updates";
import type { NewExclusion } from "@greenhouse/domain/quantities/correction-updates";
import { exclusionsPath } from "@greenhouse/domain/quantities/corrections-model";
import type { Exclusion } from "@greenhouse/domain/quantities/corrections-model";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Json } from "../core/database";
import { sign, updateAs } from "../core/session";
import type { OpenSession } from "../core/session";
import { ownerOf } from "../farm/stored-farms";
import type { Farm } from "../farm/stored-farms";
import type { Correction } from "./correction-text";
import { requireFreeKey } from "./stored-corrections";

export interface ExclusionOf {
  readonly uid: string;
  readonly exclusion: NewExclusion;
}

/**
 * Stores all of these exclusions or none.
 * @param nowMs the server's time in Unix milliseconds
 * @throws CommandError (failed) if a sensor has too many, or the rules reject one
 */
export async function storeExclusions(
  session: OpenSession,
  farm: Farm,
  all: readonly ExclusionOf[],
  nowMs: number,
): Promise<readonly Exclusion[]> {
  const { farmId } = farm;
  const owner = ownerOf(farm);
  const lists = new Map<string, Record<string, unknown>>();
  await Promise.all(
    [...new Set(all.map(({ uid }) => uid))].map(async (uid) => {
      const stored = await session.database.read(exclusionsPath(farmId, uid));
      lists.set(uid, Object.fromEntries(entriesOf(stored)));
    }),
  );
  const values: Record<string, Json> = {};
  const added = all.map(({ uid, exclusion }) => {
    const list = lists.get(uid) ?? {};
    const key = requireFreeKey(list, uid, "exclusions", nowMs);
    list[key] = exclusion;
    const signature = sign(session, owner);
    Object.assign(values, exclusionUpdate({ farmId, uid }, key, exclusion, signature));
    return { ...exclusion, key, by: owner, at: nowMs };
  });
  await updateAs(session, owner, values);
  return added;
}

/** Undoes all of these corrections or none. They must be in force. */
export async function undoCorrections(
  session: OpenSession,
  farm: Farm,
  all: readonly { readonly uid: string; readonly change: Correction }[],
): Promise<void> {
  const owner = ownerOf(farm);
  const updates = all.map(({ uid, change }) =>
    undoUpdate({ farmId: farm.farmId, uid }, change, sign(session, owner)),
  );
  await updateAs(session, owner, Object.assign({}, ...updates) as Record<string, Json>);
}
