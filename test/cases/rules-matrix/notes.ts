/** Notes about a greenhouse. Members write, change and delete their own notes. Owners delete any note. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { allowed, denied, nothing, remove, set } from "./case";
import type { Case, Json } from "./case";
import {
  FUNCTIONS,
  JOBS,
  NEW_KEY,
  NEWCOMER,
  NOTE,
  NOTE_KEY,
  NOW_MS,
  OTHER_NOTE_KEY,
  OUTSIDER,
  OWNER,
  VIEWER,
} from "./farms";

const NEW = `notes/north/${NEW_KEY}`;
const OWN = `notes/north/${NOTE_KEY}`;
const OTHERS = `notes/north/${OTHER_NOTE_KEY}`;

/** The viewer's note, with these fields changed. */
function noting(fields: Readonly<Record<string, Json>>, path = NEW) {
  return [VIEWER, set(path, { ...NOTE, ...fields })] as const;
}

export const NOTE_CASES: readonly Case[] = [
  ...allowed(
    "A member adds, changes, moves and deletes their own note",
    noting({ at: NOW_MS + 5 * MINUTE_MS }),
    noting({ at: 1 }),
    noting({ text: "x".repeat(200) }),
    [VIEWER, set(`${OWN}/text`, "Watered twice")],
    [VIEWER, remove(OWN)],
    // Repeated, because the answer was lost.
    [VIEWER, remove(NEW)],
  ),
  ...allowed("An owner deletes another member's note", [OWNER, remove(OWN)]),
  ...denied(
    "A member changes another member's note, or a viewer deletes it",
    [OWNER, set(`${OWN}/text`, "Dry")],
    [OWNER, set(OWN, { ...NOTE, by: OWNER })],
    [VIEWER, set(`${OTHERS}/text`, "Dry")],
    [`${VIEWER}/`, set(NEW, { ...NOTE, by: `${VIEWER}/` })],
  ),
  ...denied(
    "A note in another person's name, or a malformed note",
    noting({ by: null }),
    noting({ at: null }),
    noting({ at: 0 }),
    noting({ at: 1.5 }),
    noting({ text: null }),
    noting({ text: "x".repeat(201) }),
    noting({}, `notes/north/${NEW_KEY}0`),
  ),
  ...denied(
    "A note by a person who is not a member, or about another farm's or an unknown greenhouse",
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, JOBS].map(
      (actor) => [actor, set(NEW, { ...NOTE, by: actor })] as const,
    ),
    [NEWCOMER, remove(OWN)],
    [OWNER, remove(`notes/attic/${NOTE_KEY}`)],
  ),
  ...allowed(
    "Members read notes",
    [OWNER, { read: "notes/north" }],
    [VIEWER, { read: "notes/north" }],
  ),
  ...denied(
    "People without access read notes",
    [NEWCOMER, { read: OWN }],
    [OWNER, { read: "notes" }],
  ),
  ...nothing("A read of a greenhouse without notes", [VIEWER, { read: "notes/south" }]),
  ...denied("A new greenhouse takes over old notes", [
    OWNER,
    set("greenhouses/cellar", { name: "Cellar", farmId: "oak" }),
  ]),
];
