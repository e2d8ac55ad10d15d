/** Codes that confirm the addresses of people (domain/alerts/codes.ts). */

import { ADDRESS_KINDS, ADDRESSES, channelsTo } from "@greenhouse/domain/alerts/channels";
import type { AddressKind } from "@greenhouse/domain/alerts/channels";
import {
  CODE_PATTERN,
  CODE_PERIOD_MS,
  CODE_VALID_MS,
  MAX_CODE_TRIES,
} from "@greenhouse/domain/alerts/codes";
import { MAX_PROBLEM_CHARACTERS } from "@greenhouse/domain/alerts/people";
import { lacks } from "./alert-records.ts";
import { all, before, named, when } from "./condition.ts";
import type { Condition } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Node, Subtree } from "./nodes.ts";
import { has, isJobs, isMember, isUidOfPath, keeps, newValue } from "./predicates.ts";

const CODE = node.form("six digits", CODE_PATTERN);
const asked = (field: string): Condition =>
  when`${before`addressCodes/$authUid/$kind`}.child('${field}').val()`;
const secret = (field: string): Condition =>
  when`${before`addressSecrets/$authUid/$kind`}.child('${field}').val()`;

/** A value that depends on the kind of the address. */
function byKind(summary: string, conditionOf: (kind: AddressKind) => Condition): Node {
  const [first = when`false`, ...others] = ADDRESS_KINDS.map(
    (kind) => when`($kind === '${kind}' && ${conditionOf(kind)})`,
  );
  const { text } = others.reduce((any, next) => when`${any} || ${next}`, first);
  return { ".value": { text, summary } };
}

const QUESTION = ["farmId", "address", "via", "askedAt", "askedBefore", "askedEarlier"] as const;
const code = named({
  isQuestion: all(
    when`${newValue("askedAt")} === now`,
    when`${newValue("askedBefore")} === data.child('askedAt').val()`,
    when`${newValue("askedEarlier")} === data.child('askedBefore').val()`,
    lacks("sentAt", "problem", "typed", "tries"),
  ),
  /** At most three questions in any hour. */
  isInLimit: when`(!data.hasChild('askedEarlier') || data.child('askedEarlier').val() < now - ${CODE_PERIOD_MS})`,
  isOfWatchedFarm: all(
    isMember(newValue("farmId"), "$authUid"),
    when`${before`alertSettings/${newValue("farmId")}`}.exists()`,
  ),
  isTry: all(
    keeps(...QUESTION, "sentAt", "problem"),
    when`${newValue("tries")} === (data.hasChild('tries') ? data.child('tries').val() + 1 : 1)`,
  ),
  isAnswer: keeps(...QUESTION, "typed", "tries"),
});
const mayAsk = all(code.isQuestion, code.isInLimit, code.isOfWatchedFarm);

/** Looks at the stored code, so a person cannot type a code and use it in the same update, which would not be counted. */
export const { isConfirmedAddress } = named({
  isConfirmedAddress: all(
    when`newData.val() === ${secret("address")}`,
    when`${secret("code")} === ${asked("typed")}`,
    when`${secret("askedAt")} === ${asked("askedAt")}`,
    when`${secret("askedAt")} > now - ${CODE_VALID_MS}`,
  ),
});

export const ADDRESS_CODES: Subtree = {
  addressCodes: {
    "//": "A person requests a code that confirms an address, at most three times an hour. The jobs send the code. The person types the code, at most five times. The person cannot remove the record, which holds the times of earlier requests. The jobs remove it after an hour.",
    ".read": isJobs,
    $authUid: {
      ".read": isUidOfPath,
      $kind: {
        ".write": when`${isJobs} ? ${code.isAnswer} : ${isUidOfPath} && (${mayAsk} || (${code.isTry}))`,
        ".remove": when`${isJobs} && data.child('askedAt').val() < now - ${CODE_PERIOD_MS}`,
        ".complete": has("farmId", "address", "via", "askedAt"),
        farmId: node.ID,
        address: byKind("address of this kind", (kind) =>
          node.matches("newData.val()", ADDRESSES[kind].pattern),
        ),
        via: byKind("channel to this kind of address", (kind) =>
          node.matches("newData.val()", channelsTo(kind)),
        ),
        askedAt: node.CHECKED_VALUE,
        askedBefore: node.CHECKED_VALUE,
        askedEarlier: node.CHECKED_VALUE,
        sentAt: node.RECENT,
        problem: node.text(MAX_PROBLEM_CHARACTERS),
        typed: CODE,
        tries: { ".value": when`newData.val() <= ${MAX_CODE_TRIES}` },
      },
    },
  },

  "addressSecrets/$authUid/$kind": {
    "//": "The code of the newest request. The jobs store it before they send it, once for each request.",
    ".read": isJobs,
    ".write": all(
      isJobs,
      when`${newValue("address")} === ${asked("address")}`,
      when`${newValue("askedAt")} === ${asked("askedAt")}`,
      when`${newValue("askedAt")} !== data.child('askedAt').val()`,
    ),
    ".remove": isJobs,
    ".complete": has("code", "address", "askedAt"),
    code: CODE,
    address: node.CHECKED_VALUE,
    askedAt: node.CHECKED_VALUE,
  },
};
