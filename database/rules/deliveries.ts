/** Counts that limit deliveries, and calls that wait for an answer. */

import { CHANNEL_IDS, channelRow } from "@greenhouse/domain/alerts/channels";
import { MAX_CODES_OF_ADDRESS } from "@greenhouse/domain/alerts/codes";
import { ADDRESS_HASH, COUNTED_DAY, MAX_CALL_MS } from "@greenhouse/domain/alerts/deliveries";
import { all, when } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Condition, Expression } from "./condition.ts";
import type { Node, Subtree } from "./nodes.ts";
import { has, isJobs, isMember, keeps, newValue } from "./predicates.ts";

const ONE_MORE = when`newData.val() === (data.exists() ? data.val() + 1 : 1)`;
const ONE_LESS = when`(newData.val() === data.val() - 1 && data.val() > 0)`;

/** A count that only rises, by one in each update. */
function count(max: number): Node {
  return limited(ONE_MORE, "one more than before", max);
}

/** A count of deliveries. One that was not sent is given back. */
function countSent(max: Expression): Node {
  return limited(when`(${ONE_MORE} || ${ONE_LESS})`, "one more or less than before", max);
}

function limited(isNext: Condition, change: string, max: Expression): Node {
  const { text } = all(isNext, when`newData.val() <= ${max}`);
  const summary = typeof max === "number" ? `${change}, up to ${max}` : `${change}, up to budget`;
  return { ".value": { text, summary }, ".write": isJobs };
}

const isHash = node.matches("$hash", ADDRESS_HASH);

const counts = Object.fromEntries(
  CHANNEL_IDS.flatMap((channel): readonly (readonly [string, Node])[] => {
    const { maxPerDay } = channelRow(channel);
    if (maxPerDay === undefined) return [];
    const { person, farm } = maxPerDay;
    const ofChannel = {
      budget: { ...node.integer(0, 1e9), ".write": isJobs },
      total: countSent(when`newData.parent().child('budget').val()`),
      "persons/$authUid": countSent(person),
      "addresses/$hash": { ...countSent(person), ".key": isHash },
      "farms/$farmId": countSent(farm),
    };
    return [[channel, ofChannel]];
  }),
);

export const DELIVERIES: Subtree = {
  deliveryCounts: {
    "//": "Deliveries in a UTC day, and codes sent to each address, whoever has confirmed it. The address is a hash. budget is the limit of the deployment. The jobs raise a count in the update that claims the delivery, lower it if nothing was sent, and remove the counts after some days.",
    ".read": isJobs,
    $day: {
      ".key": node.matches("$day", COUNTED_DAY),
      ".remove": isJobs,
      ...counts,
      "addresses/$hash": {
        ...count(MAX_CODES_OF_ADDRESS),
        ".key": isHash,
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
