/** Alerts: how a farm is watched, what was found, and the messages of it. */

import { DAY_MS } from "@greenhouse/domain/time";
import {
  alertIdPattern,
  LATE_PREFIX,
  lateFindingIdPattern,
  recipientIdPattern,
} from "@greenhouse/domain/alerts/ids";
import { ALERT_KINDS, LATE_KINDS } from "@greenhouse/domain/alerts/model";
import { ALERT_STATES, MINUTES_BEFORE } from "@greenhouse/domain/alerts/outbox";
import {
  AFTER_MINUTES,
  CHANNELS,
  LANGUAGES,
  MAX_PROBLEM_CHARACTERS,
} from "@greenhouse/domain/alerts/people";
import { MAX_SILENT_AFTER_MINUTES } from "@greenhouse/domain/alerts/settings";
import { MAX_PERSON_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { OUTPUT_NAME } from "@greenhouse/domain/outputs/limits";
import { MAX_WEBHOOK_URL_LENGTH, THIS_MACHINE } from "@greenhouse/domain/alerts/webhook-url";
import { after, all, named, when } from "./condition.ts";
import type { Condition } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import { is, newValue } from "./predicates.ts";

const FARM = "$farmId";
const { oneOf, text, PAST, MEASURED } = node;
const WEBHOOK_URL = String.raw`^(https:\/\/|http:\/\/(${THIS_MACHINE})[:\/])[!-~]+$`;
const RECIPIENT_ID = recipientIdPattern();
/** Copied by the jobs, which show names cleaned: an odd one of earlier days must not stop the alerts of its farm. */
const COPIED = node.form("text of at most 100 characters", "^.{1,100}$");
const PERSON = node.form("uid", `^.{1,${MAX_PERSON_CHARACTERS}}$`);
const COUNT = node.integer(1, 1e6);
/** What every record of an alert holds (AlertFact in domain/alerts/model.ts). */
const ALERT = {
  kind: oneOf(ALERT_KINDS),
  uid: COPIED,
  sensorName: COPIED,
  greenhouse: COPIED,
  greenhouseName: COPIED,
  measurement: oneOf(QUANTITIES),
  output: node.form("name of an output", OUTPUT_NAME),
  outputName: COPIED,
  value: MEASURED,
  bound: MEASURED,
  extreme: MEASURED,
  since: PAST,
};
/** What late readings showed (LateFinding). */
const LATE_FACT = ["kind", "uid", "greenhouse", "measurement", "value", "bound"];
const hasAlert = (...more: readonly string[]): Condition =>
  is.has("kind", "uid", "sensorName", "greenhouse", "greenhouseName", "since", ...more);

const lacks = (...fields: readonly string[]): Condition =>
  all(...fields.map((field) => when`!newData.hasChild('${field}')`));

/** The alert's id, as alertIdOf in domain/alerts/ids.ts gives it. */
const OUTPUT_OR_NOTHING = when`newData.hasChild('output') ? ${newValue("output")} : ''`;
const QUANTITY_OR_OUTPUT = when`(newData.hasChild('measurement') ? ${newValue("measurement")} : ${OUTPUT_OR_NOTHING})`;
const ID = when`${newValue("kind")} + ',' + ${QUANTITY_OR_OUTPUT} + ',' + ${newValue("uid")}`;
/** In a message, an alert that was reported late stands beside the same alert that is open now. */
const LATE_OR_NOTHING = when`(${newValue("state")} === 'late' ? '${LATE_PREFIX}' : '')`;

const alert = named({
  hasItsId: when`$alertId === ${ID}`,
  hasItsIdInMessage: when`$alertId === ${LATE_OR_NOTHING} + ${ID}`,
  isSameAlert: is.keeps("raisedAt"),
  isNewAlert: all(
    when`${is.farmOfSensor(newValue("uid"))} === $farmId`,
    lacks("acknowledgedBy", "snoozedUntil"),
  ),
});

const KEEPS_ANSWER = is.keeps("acknowledgedBy", "snoozedUntil");

const ASKED_FARM = newValue("farmId");
const test = named({
  isAnswer: when`${is.keeps("farmId", "askedAt")} && newData.hasChild('doneAt')`,
  isQuestion: all(when`${newValue("askedAt")} === now`, lacks("doneAt", "problem")),
});
/** Only owners test the farm's webhook. */
const isOwnerOrMember = when`($channel === 'webhook' ? ${is.isOwner(ASKED_FARM, "$authUid")} : ${is.isMember(ASKED_FARM, "$authUid")})`;

const farm = named({
  isWatchedAfterwards: when`${after`alertSettings/$farmId`}.exists()`,
  hasNoAlertsAfterwards: all(
    when`!${after`alerts/$farmId/open`}.exists()`,
    when`!${after`alerts/$farmId/pending`}.exists()`,
  ),
});
/** An owner removes alerts with the settings: nobody would close them later. */
const unwatches = when`!${farm.isWatchedAfterwards} && ${is.isOwner(FARM)}`;
const BY_MEMBERS = { ".write": is.isMember(FARM), ".remove": is.isMember(FARM) };
const BY_JOBS = { ".write": is.isJobs, ".remove": is.isJobs };
const IN_NEXT_LOOK = { ".write": is.isNextLook, ".remove": is.isNextLook };

export const ALERTS: Subtree = {
  alertSettings: {
    "//": "A farm with these is watched, by the jobs. Open alerts are removed in the same update: later nobody would close them.",
    ".read": is.isJobs,
    $farmId: {
      ".read": is.isOwner(FARM),
      ".write": is.isOwner(FARM),
      ".remove": when`${is.isOwner(FARM)} && ${farm.hasNoAlertsAfterwards}`,
      ".whole": is.has("silentAfterMinutes", "lowBatteryPercent"),
      silentAfterMinutes: {
        ...node.integer(0, MAX_SILENT_AFTER_MINUTES),
        ".read": is.isMember(FARM),
      },
      lowBatteryPercent: { ...node.number(0, 100), ".read": is.isMember(FARM) },
      language: { ...oneOf(LANGUAGES), ".read": is.isMember(FARM) },
      webhook: {
        "//": "Over plain HTTP to this machine alone, for the emulators; the jobs refuse it where they are deployed.",
        ".whole": is.has("url", "secret"),
        url: node.form("address", WEBHOOK_URL, MAX_WEBHOOK_URL_LENGTH),
        secret: node.form("secret", String.raw`^whsec_[A-Za-z0-9+\/]{32,88}={0,2}$`),
      },
    },
  },

  "alerts/$farmId": {
    "//": "Alerts that are open, and the log. Each update of the jobs raises the version by one, and nobody else can: of two checks at once, one is refused, and all are once the settings are removed.",
    ".read": when`${is.isJobs} || ${is.isMember(FARM)}`,
    version: {
      ...node.HELD,
      ".whole": node.HELD_ELSEWHERE,
      ".write": when`${is.isJobs} && ${farm.isWatchedAfterwards} && ${is.isNextVersion("")}`,
    },
    pending: {
      "//": "Found by one look.",
      ".remove": unwatches,
      $alertId: {
        ".key": node.matches("$alertId", alertIdPattern()),
        ...IN_NEXT_LOOK,
        ".whole": is.has("since"),
        since: PAST,
      },
    },
    late: {
      "//": "What late readings showed. A fold adds it as it removes their marks, and the next look removes it.",
      $lateId: {
        ".key": node.matches("$lateId", lateFindingIdPattern()),
        ".write": is.isJobs,
        ".remove": IN_NEXT_LOOK[".remove"],
        ".whole": is.has(...LATE_FACT, "since", "until", "foundAt"),
        kind: oneOf(LATE_KINDS),
        uid: COPIED,
        greenhouse: COPIED,
        measurement: ALERT.measurement,
        value: MEASURED,
        bound: MEASURED,
        since: PAST,
        until: PAST,
        foundAt: PAST,
      },
    },
    open: {
      "//": "Raised for a sensor of the farm. A look does not change acknowledgement and snooze.",
      ".remove": unwatches,
      $alertId: {
        ".key": alert.hasItsId,
        ".write": when`${is.isNextLook} && (${alert.isSameAlert} ? ${KEEPS_ANSWER} : ${alert.isNewAlert})`,
        ".remove": is.isNextLook,
        ".whole": hasAlert("raisedAt", "remindedAt"),
        ...ALERT,
        uid: node.HELD,
        raisedAt: PAST,
        remindedAt: PAST,
        clearingSince: PAST,
        acknowledgedBy: { ...node.unchangedOr(node.exactly("auth.uid")), ...BY_MEMBERS },
        announced: PERSON,
        snoozedUntil: { ...node.unchangedOr(node.ahead(7 * DAY_MS)), ...BY_MEMBERS },
        unansweredSince: node.ahead(7 * DAY_MS, "0"),
        notified: node.oneOfNumbers(AFTER_MINUTES),
      },
    },
    "log/$key": {
      "//": "Alerts that are over; never changed.",
      ".key": is.isPushKey("$key"),
      ".write": when`${is.isNextLook} && !data.exists()`,
      ".whole": hasAlert("raisedAt", "clearedAt"),
      ...ALERT,
      raisedAt: PAST,
      clearedAt: PAST,
      reportedAt: PAST,
      acknowledgedBy: PERSON,
    },
    "undelivered/$recipientId": {
      "//": "Recipients that messages do not reach, and why.",
      ".key": node.matches("$recipientId", RECIPIENT_ID),
      ...BY_JOBS,
      ".whole": is.has("at", "problem"),
      at: PAST,
      problem: text(MAX_PROBLEM_CHARACTERS),
    },
  },

  alertOutbox: {
    "//": "Messages on their way. One is added with the look that decides it. Each attempt is counted before it is made.",
    ".read": is.isJobs,
    "$farmId/$messageId": {
      ".key": node.matches("$messageId", "^[0-9A-Z_a-z-]{1,100}$"),
      ".write": when`!data.exists() && ${is.isNextLook}`,
      ".remove": is.isJobs,
      ".whole": is.has("at", "to"),
      at: PAST,
      since: PAST,
      unanswered: node.integer(0, 1e6),
      "to/$recipientId": {
        ".key": node.matches("$recipientId", RECIPIENT_ID),
        ".write": when`${is.isJobs} && ${newValue("attempts")} === data.child('attempts').val() + 1`,
        ".remove": is.isJobs,
        ".whole": is.has("attempts", "nextAt"),
        attempts: node.number(0, 1000),
        nextAt: node.ahead(2 * DAY_MS, "0"),
      },
      "alerts/$alertId": {
        ".key": alert.hasItsIdInMessage,
        ".whole": hasAlert("state"),
        ...ALERT,
        uid: node.HELD,
        state: oneOf(ALERT_STATES),
        escalation: COUNT,
        acknowledgedBy: text(),
        silentSince: PAST,
        clearedAt: PAST,
        "hour/$minutes": { ...MEASURED, ".key": node.matches("$minutes", MINUTES_BEFORE) },
      },
      "others/$shared": {
        "//": "Alerts that the message only counts.",
        ".key": node.matches("$shared", "^[a-z]+,[a-z]+,[A-Za-z]*,.{0,100}$"),
        ".whole": is.has("state", "kind", "count"),
        state: oneOf(ALERT_STATES),
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
    "//": "A person asks for a test message of one of their farms: of each channel, one at a time. The next run of the jobs sends it, stores the result, and removes that later.",
    ".read": is.isJobs,
    $authUid: {
      ".read": is.isNamed,
      $channel: {
        ".key": node.matches("$channel", CHANNELS),
        ".write": when`${is.isJobs} ? ${test.isAnswer} : ${is.isNamed} && ${test.isQuestion} && ${isOwnerOrMember}`,
        ".remove": is.isJobs,
        ".whole": is.has("farmId", "askedAt"),
        farmId: node.ID_OF,
        askedAt: node.HELD,
        doneAt: node.RECENT,
        problem: text(MAX_PROBLEM_CHARACTERS),
      },
    },
  },

  alertService: {
    "//": "What the deployed jobs offer, and when they last ran.",
    ".read": is.isSignedIn,
    ".write": is.isJobs,
    lookedAt: node.RECENT,
    foldedAt: node.RECENT,
    email: node.TRUE,
    push: node.form("public key", "^[0-9A-Za-z_-]{87}$"),
  },
};
