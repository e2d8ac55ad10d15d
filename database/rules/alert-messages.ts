/** Messages about alerts: the outbox, tests of channels, and the services that the jobs offer. */

import { LATE_PREFIX } from "@greenhouse/domain/alerts/ids";
import { ALERT_KINDS } from "@greenhouse/domain/alerts/model";
import { TRANSITION_KINDS, MINUTES_BEFORE } from "@greenhouse/domain/alerts/outbox";
import { CHANNEL_IDS, channelRow, channelsOf } from "@greenhouse/domain/alerts/channels";
import { OFFERED_CHANNELS } from "@greenhouse/domain/alerts/service";
import { MAX_PROBLEM_CHARACTERS } from "@greenhouse/domain/alerts/people";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { DAY_MS } from "@greenhouse/domain/time";
import { ALERT, ALERT_ID, COPIED, hasAlertFields, isRecipientId, lacks } from "./alert-records.ts";
import { all, named, when } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import {
  has,
  isJobs,
  isMember,
  isNextCheck,
  isOwner,
  isSignedIn,
  isUidOfPath,
  keeps,
  newValue,
} from "./predicates.ts";

const { oneOf, text, PAST, MEASURED } = node;
const COUNT = node.integer(1, 1e6);

/**
 * A message can contain an alert that was reported late and the same alert that is open now. The late alert's id has a
 * prefix.
 */
const LATE_PREFIX_IF_LATE = when`(${newValue("state")} === 'late' ? '${LATE_PREFIX}' : '')`;
const message = named({
  hasMatchingIdInMessage: when`$alertId === ${LATE_PREFIX_IF_LATE} + ${ALERT_ID}`,
});

const ASKED_FARM = newValue("farmId");
const test = named({
  isAnswer: when`${keeps("farmId", "askedAt")} && newData.hasChild('doneAt')`,
  isQuestion: all(when`${newValue("askedAt")} === now`, lacks("doneAt", "problem")),
});
/** Only owners test a channel of the farm, such as its webhook. */
const isOfFarm = node.matches("$channel", channelsOf("farm"));
const isOwnerOfFarm = isOwner(ASKED_FARM, "$authUid");
const isMemberOfFarm = isMember(ASKED_FARM, "$authUid");
const mayTest = when`(${isOfFarm} ? ${isOwnerOfFarm} : ${isMemberOfFarm})`;

/** What the jobs tell the page about each channel. */
const offers = Object.fromEntries(
  OFFERED_CHANNELS.map((channel) => {
    const { offer } = channelRow(channel);
    return [channel, offer === undefined ? node.TRUE : node.form("offer", offer.pattern)];
  }),
);

export const ALERT_MESSAGES: Subtree = {
  alertOutbox: {
    "//": "Messages that wait for delivery. A check adds a message in its own update. Each attempt is counted before it is made.",
    ".read": isJobs,
    "$farmId/$messageId": {
      ".key": node.matches("$messageId", "^[0-9A-Z_a-z-]{1,100}$"),
      ".write": when`!data.exists() && ${isNextCheck}`,
      ".remove": isJobs,
      ".complete": has("at", "to"),
      at: PAST,
      since: PAST,
      unanswered: node.integer(0, 1e6),
      "to/$recipientId": {
        ".key": isRecipientId,
        ".write": when`${isJobs} && ${newValue("attempts")} === data.child('attempts').val() + 1`,
        ".remove": isJobs,
        ".complete": has("attempts", "nextAt"),
        attempts: node.number(0, 1000),
        nextAt: node.timeUpTo(2 * DAY_MS, "0"),
      },
      "alerts/$alertId": {
        ".key": message.hasMatchingIdInMessage,
        ".complete": hasAlertFields("state"),
        ...ALERT,
        uid: node.CHECKED_VALUE,
        state: oneOf(TRANSITION_KINDS),
        escalation: COUNT,
        acknowledgedBy: text(),
        silentSince: PAST,
        clearedAt: PAST,
        "hour/$minutes": { ...MEASURED, ".key": node.matches("$minutes", MINUTES_BEFORE) },
      },
      "others/$shared": {
        "//": "Alerts that the message only counts and does not list.",
        ".key": node.matches("$shared", "^[a-z]+,[a-z]+,[A-Za-z]*,.{0,100}$"),
        ".complete": has("state", "kind", "count"),
        state: oneOf(TRANSITION_KINDS),
        kind: oneOf(ALERT_KINDS),
        measurement: oneOf(QUANTITIES),
        greenhouse: COPIED,
        greenhouseName: COPIED,
        escalation: COUNT,
        count: COUNT,
      },
    },
  },

  alertTests: {
    "//": "A person requests a test message of one of their farms, one at a time for each channel. The next run of the jobs sends the message and stores the result. A later run removes the result.",
    ".read": isJobs,
    $authUid: {
      ".read": isUidOfPath,
      $channel: {
        ".key": node.matches("$channel", CHANNEL_IDS),
        ".write": when`${isJobs} ? ${test.isAnswer} : ${isUidOfPath} && ${test.isQuestion} && ${mayTest}`,
        ".remove": isJobs,
        ".complete": has("farmId", "askedAt"),
        farmId: node.ID,
        askedAt: node.CHECKED_VALUE,
        doneAt: node.RECENT,
        problem: text(MAX_PROBLEM_CHARACTERS),
      },
    },
  },

  alertService: {
    "//": "The channels that the deployed jobs offer, and when the jobs last ran.",
    ".read": isSignedIn,
    ".write": isJobs,
    lookedAt: node.RECENT,
    foldedAt: node.RECENT,
    ...offers,
  },
};
