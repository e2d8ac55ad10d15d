/**
 * Who may create farms in a deployment: anyone who is signed in, or only people under `farmCreators/<authUid>`. Only an
 * administrator writes these two paths.
 */

import { entriesOf } from "../stored.ts";

export const FARM_CREATIONS = ["anyone", "listed"] as const;
export type FarmCreation = (typeof FARM_CREATIONS)[number];

/** Absent: "anyone". Everybody who is signed in may read it. */
export const FARM_CREATION_PATH = "settings/farmCreation";

/** The list of people. Only an administrator reads it as a whole. */
export const FARM_CREATORS_PATH = "farmCreators";

/** Returns the path that holds `true` for a listed person. People may read only their own path. */
export function farmCreatorPath(uid: string): string {
  return `${FARM_CREATORS_PATH}/${uid}`;
}

/** Every stored value except "anyone" means "listed", as in the rules. @param stored `settings/farmCreation` */
export function parseFarmCreation(stored: unknown): FarmCreation {
  return stored === undefined || stored === null || stored === "anyone" ? "anyone" : "listed";
}

/** Returns the uids of listed people. As in the rules, the value must be `true`. @param stored `farmCreators` */
export function parseFarmCreators(stored: unknown): readonly string[] {
  return entriesOf(stored).flatMap(([uid, value]) => (value === true ? [uid] : []));
}
