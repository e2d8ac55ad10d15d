/** What boards say about themselves. Only the functions write here. */

import { SIGNAL_BOUNDS, SIGNALS, VERSION_PATTERN } from "@greenhouse/domain/boards/board-status";
import { when } from "./condition.ts";
import { exactly, form, number } from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import { has, isFunctions, isLinkedInFarm, isMember, isOwner } from "./predicates.ts";

const signals = SIGNALS.map((signal): [string, Node] => {
  const { min, max } = SIGNAL_BOUNDS[signal];
  return [signal, number(min, max)];
});

export const BOARDS: Subtree = {
  "boards/$farmId": {
    "//": "The version and the signal of a board, as it sent them with its newest reading. Owners remove them together with the sensor.",
    ".read": isMember("$farmId"),
    $uid: {
      ".write": when`${isFunctions} && ${isLinkedInFarm}`,
      ".remove": isOwner("$farmId"),
      ".complete": has("heard"),
      version: form("version of a program", VERSION_PATTERN),
      ...Object.fromEntries(signals),
      heard: exactly("now"),
    },
  },
};
