/**
 * The person who was last signed in on this device. The page shows cached values of their farm until the sign-in is
 * confirmed.
 */

import { textOf } from "@greenhouse/domain/stored";
import { readLocalJson, writeLocal } from "./local";
import type { Person } from "../../model/farm/person";

const KEY = "person";

export function rememberedPerson(): Person | undefined {
  const stored = readLocalJson(KEY);
  const [uid, name] = [textOf(stored, "uid"), textOf(stored, "name")];
  if (uid === undefined || name === undefined) return undefined;
  return { uid, name, email: textOf(stored, "email") };
}

/** @param person null removes the stored person */
export function rememberPerson(person: Person | null): void {
  writeLocal(KEY, person && JSON.stringify(person));
}
