/** Notes about a greenhouse. Members write, change and delete their own notes. Owners delete any note. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case, Json } from "./case";
import {
  FUNCTIONS,
  INVITED,
  INVITED_OWNER,
  JOBS,
  NEW_KEY,
  NEWCOMER,
  NOTE,
  NOTE_KEY,
  NOW_MS,
  OTHER_NOTE_KEY,
  OUTSIDER,
  OWNER,
  SECOND_OWNER,
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
    ...[OWNER, SECOND_OWNER, VIEWER, INVITED, INVITED_OWNER].map(
      (actor) => [actor, set(NEW, { ...NOTE, by: actor })] as const,
    ),
    noting({ at: NOW_MS + 5 * MINUTE_MS }),
    noting({ at: 1 }),
    noting({ text: "x".repeat(200) }),
    noting({}, `notes/south/${NEW_KEY}`),
    [VIEWER, set(`${OWN}/text`, "Watered twice")],
    [VIEWER, remove(OWN)],
    // Repeated, because the answer was lost.
    [VIEWER, remove(NEW)],
    [VIEWER, update({ [OWN]: null, [NEW]: { ...NOTE, at: NOW_MS } })],
  ),
  ...allowed(
    "An owner deletes another member's note",
    [OWNER, remove(OWN)],
    [OWNER, remove(OTHERS)],
  ),
  ...denied(
    "A member changes another member's note, or a viewer deletes it",
    [OWNER, set(`${OWN}/text`, "Dry")],
    [OWNER, set(OWN, { ...NOTE, by: OWNER })],
    [VIEWER, set(`${OTHERS}/text`, "Dry")],
    [VIEWER, set(OTHERS, NOTE)],
    [VIEWER, remove(OTHERS)],
    [INVITED, remove(OWN)],
    [OWNER, remove("notes/north")],
    [OWNER, remove("notes")],
    [OWNER, update({ [OTHERS]: null, [`${OWN}/text`]: "Dry" })],
    [`${VIEWER}/`, set(NEW, { ...NOTE, by: `${VIEWER}/` })],
    [`${VIEWER}/`, remove(OWN), { [`${OWN}/by`]: `${VIEWER}/` }],
    [`${OWNER}/`, remove(OWN)],
  ),
  ...denied(
    "A note in another person's name, or a malformed note",
    noting({ by: OWNER }),
    noting({ by: OUTSIDER }),
    noting({ by: null }),
    noting({ by: { deep: VIEWER } }),
    noting({ at: null }),
    noting({ at: 0 }),
    noting({ at: -1 }),
    noting({ at: 1.5 }),
    noting({ at: "now" }),
    noting({ at: true }),
    noting({ at: NOW_MS + 20 * MINUTE_MS }),
    noting({ text: null }),
    noting({ text: "" }),
    noting({ text: "x".repeat(201) }),
    noting({ text: 7 }),
    noting({ picture: "x" }),
    [VIEWER, set(NEW, "Watered")],
    [VIEWER, remove(`${OWN}/text`)],
    [VIEWER, set(`${OWN}/by`, OWNER)],
    noting({}, "notes/north/watered"),
    noting({}, `notes/north/${NEW_KEY}0`),
    noting({}, "notes/north/1"),
    [VIEWER, set("notes/north", { [NEW_KEY]: NOTE })],
  ),
  ...denied(
    "A note by a person who is not a member, or about another farm's or an unknown greenhouse",
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, JOBS].map(
      (actor) => [actor, set(NEW, { ...NOTE, by: actor })] as const,
    ),
    [null, set(NEW, { ...NOTE, by: "null" })],
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, JOBS, null].map((actor) => [actor, remove(OWN)] as const),
    noting({}, `notes/east/${NEW_KEY}`),
    noting({}, `notes/gone/${NEW_KEY}`),
    noting({}, `notes/cellar/${NEW_KEY}`),
    [VIEWER, remove(`notes/cellar/${NOTE_KEY}`)],
    [OWNER, remove(`notes/attic/${NOTE_KEY}`)],
  ),
  ...allowed(
    "Members read notes",
    [OWNER, { read: "notes/north" }],
    [VIEWER, { read: "notes/north" }],
    [INVITED, { read: OTHERS }],
    [VIEWER, { read: "notes/north", query: { orderByChild: "$key", limitToLast: 1 } }],
  ),
  ...denied(
    "People without access read notes",
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, JOBS, null].flatMap((actor) => [
      [actor, { read: "notes/north" }] as const,
      [actor, { read: OWN }] as const,
    ]),
    [OWNER, { read: "notes" }],
    [OWNER, { read: "notes/cellar" }],
  ),
  ...nothing("A read of a greenhouse without notes", [VIEWER, { read: "notes/south" }]),
  ...denied("A new greenhouse takes over old notes", [
    OWNER,
    set("greenhouses/cellar", { name: "Cellar", farmId: "oak" }),
  ]),
];
