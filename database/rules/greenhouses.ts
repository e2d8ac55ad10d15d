/** Greenhouses, and the members' notes about them. */

import { INTERVAL_SECONDS } from "@greenhouse/domain/boards/intervals";
import { LIGHT_SOURCES } from "@greenhouse/domain/rollups/daily";
import { MAX_ON_CARD } from "@greenhouse/domain/identity/farm-records";
import { BOUNDS, QUANTITIES, QUANTITY, SHOWN } from "@greenhouse/domain/quantities/measurements";
import { MAX_NOTE_CHARACTERS } from "@greenhouse/domain/identity/notes";
import { all, before, named, when } from "./condition.ts";
import {
  exactly,
  ID,
  integer,
  INTEGER,
  matches,
  number,
  oneOf,
  PAST,
  text,
  TRUE,
} from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import {
  farmOfGreenhouse,
  farmOfRecord,
  has,
  isFunctions,
  isJobs,
  isListOfOneFarm,
  isMember,
  isOldOrValidId,
  isOwner,
  isPushKey,
  keeps,
  newFarmOfRecord,
  staysComplete,
} from "./predicates.ts";

const thresholds = QUANTITIES.map((quantity): [string, Node] => {
  const { min, max } = QUANTITY[quantity];
  return [quantity, { $bound: { ...number(min, max), ".key": matches("$bound", BOUNDS) } }];
});
const [first = when`0`, ...others] = SHOWN.map((name) => when`(${has(name)} ? 1 : 0)`);
const onCard = others.reduce((sum, next) => when`${sum} + ${next}`, first);
const isMemberHere = isMember(farmOfGreenhouse);
const note = named({
  isNewOrOwn: when`!data.exists() || data.child('by').val() === auth.uid`,
});
const greenhouse = named({
  inheritsNothing: all(
    when`!${before`sensors/$greenhouseId`}.exists()`,
    when`!${before`notes/$greenhouseId`}.exists()`,
    when`!${before`rollupCoverage/$greenhouseId`}.exists()`,
  ),
});

export const GREENHOUSES: Subtree = {
  greenhouses: {
    "//": "Members list the greenhouses of one of their farms at a time. The jobs read all greenhouses page by page, to fold their readings. A query of a path further down may also pass this rule. The indexes further down make such a query find nothing; without an index, a listener would get everything.",
    ".read": when`(${isJobs} && query.orderByKey && query.limitToFirst <= 1000) || ${isListOfOneFarm}`,
    ".indexOn": "farmId",
    $greenhouseId: {
      "//": "Written by the farm's owners. A greenhouse never moves to another farm. An id that already has readings, notes or rollups cannot be used for a new greenhouse.",
      ".key": isOldOrValidId("$greenhouseId"),
      ".read": isMember(farmOfRecord),
      ".write": when`${isOwner(newFarmOfRecord)} && (data.exists() ? ${keeps("farmId")} : ${greenhouse.inheritsNothing})`,
      ".complete": staysComplete("name"),
      name: text(),
      farmId: ID,
      thresholds: Object.fromEntries(thresholds),
      card: {
        "//": "The quantities on the greenhouse's card.",
        ".complete": when`newData.hasChildren() && ${onCard} <= ${MAX_ON_CARD}`,
        $quantity: { ...TRUE, ".key": matches("$quantity", SHOWN) },
      },
      lightSource: { "//": "The source of the daily light.", ...oneOf(Object.keys(LIGHT_SOURCES)) },
      degreeDayBase: {
        "//": "The base temperature of growing degree days, in °C.",
        ...number(-10, 40),
      },
      intervalSeconds: {
        "//": "The interval that its boards are asked for. A sensor's own interval comes first.",
        ".read": isFunctions,
        ...integer(INTERVAL_SECONDS.min, INTERVAL_SECONDS.max),
      },
    },
  },

  "notes/$greenhouseId": {
    "//": 'Notes of members about a greenhouse ("watered", "vents open"). The push key of a note has the time that the note is about. Members write and delete their own notes. Owners may delete any note.',
    ".read": isMemberHere,
    $key: {
      ".key": isPushKey("$key"),
      ".write": when`${isMemberHere} && ${note.isNewOrOwn}`,
      ".remove": when`${isOwner(farmOfGreenhouse)} || (${isMemberHere} && ${note.isNewOrOwn})`,
      ".complete": has("at", "text", "by"),
      at: { ...PAST, ...INTEGER },
      text: text(MAX_NOTE_CHARACTERS),
      by: exactly("auth.uid"),
    },
  },
};
