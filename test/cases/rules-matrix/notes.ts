/** Notes about a greenhouse. Members write, change and delete their own notes. Owners delete any note. */

import { allowed, denied, remove, set } from "./case";
import type { Case, Json } from "./case";
import { NEW_KEY, NOTE, NOTE_KEY, OWNER, VIEWER } from "./farms";

const NEW = `notes/north/${NEW_KEY}`;
const OWN = `notes/north/${NOTE_KEY}`;
/** The viewer's note, with these fields changed. */
function noting(fields: Readonly<Record<string, Json>>, path = NEW) {
  return [VIEWER, set(path, { ...NOTE, ...fields })] as const;
}

export const NOTE_CASES: readonly Case[] = [
  ...allowed(
    "A member adds, changes, moves and deletes their own note",
    noting({ at: 1 }),
    noting({ text: "x".repeat(200) }),
    [VIEWER, set(`${OWN}/text`, "Watered twice")],
    [VIEWER, remove(OWN)],
    // Repeated, because the answer was lost.
    [VIEWER, remove(NEW)],
  ),
  ...denied(
    "A uid with a slash writes a note, or a person deletes one of a farm that is gone",
    [OWNER, remove(`notes/attic/${NOTE_KEY}`)],
    [`${VIEWER}/`, set(NEW, { ...NOTE, by: `${VIEWER}/` })],
  ),
  ...denied(
    "A note in another person's name, or a malformed note",
    noting({ by: null }),
    noting({ at: null }),
    noting({ at: 1.5 }),
    noting({ text: null }),
    noting({ text: "x".repeat(201) }),
    noting({}, `notes/north/${NEW_KEY}0`),
  ),
  ...denied("A new greenhouse takes over old notes", [
    OWNER,
    set("greenhouses/cellar", { name: "Cellar", farmId: "oak" }),
  ]),
];
