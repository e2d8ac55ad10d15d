/** Greenhouses, and what members note of them. */

import { LIGHT_SOURCES } from "@greenhouse/domain/rollups/daily";
import { MAX_ON_CARD } from "@greenhouse/domain/identity/farm-records";
import { BOUNDS, QUANTITIES, QUANTITY, SHOWN } from "@greenhouse/domain/quantities/measurements";
import { MAX_NOTE_CHARACTERS } from "@greenhouse/domain/identity/notes";
import { all, before, named, when } from "./condition.ts";
import { exactly, ID, INTEGER, matches, number, oneOf, PAST, text, TRUE } from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import {
  farmOfGreenhouse,
  farmOfRecord,
  has,
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
    "//": "The list, of one farm of the reader's at a time; the jobs read all of them to fold what they measured, a part at a time. A query further down may pass this rule as well: the indexes there make it find nothing. Without one a listener would get everything.",
    ".read": when`(${isJobs} && query.orderByKey && query.limitToFirst <= 1000) || ${isListOfOneFarm}`,
    ".indexOn": "farmId",
    $greenhouseId: {
      "//": "The farm's owners. It always stays with its farm. None is created over readings, notes or rollups that exist already.",
      ".key": isOldOrValidId("$greenhouseId"),
      ".read": isMember(farmOfRecord),
      ".write": when`${isOwner(newFarmOfRecord)} && (data.exists() ? ${keeps("farmId")} : ${greenhouse.inheritsNothing})`,
      ".complete": staysComplete("name"),
      name: text(),
      farmId: ID,
      thresholds: Object.fromEntries(thresholds),
      card: {
        "//": "What stands on its card.",
        ".complete": when`newData.hasChildren() && ${onCard} <= ${MAX_ON_CARD}`,
        $quantity: { ...TRUE, ".key": matches("$quantity", SHOWN) },
      },
      lightSource: { "//": "For daily light.", ...oneOf(Object.keys(LIGHT_SOURCES)) },
      degreeDayBase: { "//": "For growing degree days, in °C.", ...number(-10, 40) },
    },
  },

  "notes/$greenhouseId": {
    "//": 'What members note of a greenhouse ("watered", "vents open"), each under a push key of the time that it is about: their own notes; owners delete any.',
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
