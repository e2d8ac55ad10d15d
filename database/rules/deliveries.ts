/** Counts that limit deliveries, and calls that wait for an answer. */

import { CHANNEL_IDS, channelRow } from "@greenhouse/domain/alerts/channels";
import { MAX_CODES_OF_ADDRESS } from "@greenhouse/domain/alerts/codes";
import { ADDRESS_HASH, COUNTED_DAY, MAX_CALL_MS } from "@greenhouse/domain/alerts/deliveries";
import { all, when } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import { has, isJobs, isMember, keeps, newValue } from "./predicates.ts";

/** A count that only rises, by one in each update. */
function count(max?: number): Node {
  const isNext = when`newData.val() === (data.exists() ? data.val() + 1 : 1)`;
  const { text } = all(isNext, max === undefined ? undefined : when`newData.val() <= ${max}`);
  const summary = `one more than before${max === undefined ? "" : `, up to ${max}`}`;
  return { ".value": { text, summary }, ".write": isJobs };
}

const counts = Object.fromEntries(
  CHANNEL_IDS.flatMap((channel): readonly (readonly [string, Node])[] => {
    const { maxPerDay } = channelRow(channel);
    if (maxPerDay === undefined) return [];
    const { person, farm } = maxPerDay;
    const ofChannel = {
      total: count(),
      "persons/$authUid": count(person),
      "farms/$farmId": count(farm),
    };
    return [[channel, ofChannel]];
  }),
);

export const DELIVERIES: Subtree = {
  deliveryCounts: {
    "//": "Deliveries in a UTC day, and codes sent to each address. The address is a hash. The jobs raise a count in the update that claims the delivery, and remove the counts after some days.",
    ".read": isJobs,
    $day: {
      ".key": node.matches("$day", COUNTED_DAY),
      ".remove": isJobs,
      ...counts,
      "addresses/$hash": {
        ...count(MAX_CODES_OF_ADDRESS),
        ".key": node.matches("$hash", ADDRESS_HASH),
      },
    },
  },

  alertCalls: {
    "//": "Calls that a person can answer by pressing a key. The answer removes the call in its own update, so it counts once. If a call is made again, it has the same key.",
    ".read": isJobs,
    $callId: {
      ".key": node.matches("$callId", "^[0-9A-Za-z_-]{20,100}$"),
      ".write": when`${isJobs} && (!data.exists() || ${keeps("person")}) && ${isMember(newValue("farmId"), newValue("person"))}`,
      ".remove": when`data.exists() && (${isJobs} || data.child('person').val() === auth.uid)`,
      ".complete": has("farmId", "person", "at", "until"),
      farmId: node.ID,
      person: node.ID,
      at: node.RECENT,
      until: node.timeUpTo(MAX_CALL_MS),
    },
  },
};
