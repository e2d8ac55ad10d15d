/**
 * Who may create farms in a deployment: anyone who is signed in, or those listed under `farmCreators/<authUid>`. An
 * administrator decides; nobody else writes either path.
 */

import { entriesOf } from "../stored.ts";

export const FARM_CREATIONS = ["anyone", "listed"] as const;
export type FarmCreation = (typeof FARM_CREATIONS)[number];

/** Absent: "anyone". Everybody who is signed in reads it. */
export const FARM_CREATION_PATH = "settings/farmCreation";

/** The list, which only an administrator reads as a whole. */
export const FARM_CREATORS_PATH = "farmCreators";

/** Holds `true` for somebody who is listed. Each person reads their own. */
export function farmCreatorPath(uid: string): string {
  return `${FARM_CREATORS_PATH}/${uid}`;
}

/** Anything but absence and "anyone" closes it, as in the rules. @param stored `settings/farmCreation` */
export function parseFarmCreation(stored: unknown): FarmCreation {
  return stored === undefined || stored === null || stored === "anyone" ? "anyone" : "listed";
}

/** The uids of those who are listed, as in the rules: with `true`, and nothing else. @param stored `farmCreators` */
export function parseFarmCreators(stored: unknown): readonly string[] {
  return entriesOf(stored).flatMap(([uid, value]) => (value === true ? [uid] : []));
}
