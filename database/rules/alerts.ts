/** Alerts: a farm's settings, its open alerts and its log. Messages about alerts are in alert-messages.ts. */

import { alertIdPattern, lateFindingIdPattern } from "@greenhouse/domain/alerts/ids";
import { LATE_KINDS } from "@greenhouse/domain/alerts/model";
import { AFTER_MINUTES, MAX_PROBLEM_CHARACTERS } from "@greenhouse/domain/alerts/people";
import { LANGUAGES } from "@greenhouse/domain/words/languages";
import { MAX_SILENT_AFTER_MINUTES, MAX_SNOOZE_MS } from "@greenhouse/domain/alerts/settings";
import { MAX_PERSON_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { MAX_WEBHOOK_URL_LENGTH } from "@greenhouse/domain/alerts/webhook-url";
import { LOOPBACK_HOSTS } from "@greenhouse/domain/loopback";
import { ALERT, ALERT_ID, COPIED, hasAlertFields, isRecipientId, lacks } from "./alert-records.ts";
import { after, all, named, when } from "./condition.ts";
import * as node from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import {
  farmOfSensor,
  has,
  isJobs,
  isMember,
  isNextCheck,
  isNextVersion,
  isOwner,
  isPushKey,
  keeps,
  newValue,
} from "./predicates.ts";

const FARM = "$farmId";
const { oneOf, text, PAST, MEASURED } = node;
const WEBHOOK_URL = String.raw`^(https:\/\/|http:\/\/(${LOOPBACK_HOSTS})[:\/])[!-~]+$`;
const PERSON = node.form("uid", `^.{1,${MAX_PERSON_CHARACTERS}}$`);
/** Fields of a finding from late readings (LateFinding). */
const LATE_FINDING_FIELDS = ["kind", "uid", "greenhouse", "measurement", "value", "bound"];

const alert = named({
  hasMatchingId: when`$alertId === ${ALERT_ID}`,
  isSameAlert: keeps("raisedAt"),
  isNewAlert: all(
    when`${farmOfSensor(newValue("uid"))} === $farmId`,
    lacks("acknowledgedBy", "snoozedUntil"),
  ),
});

const keepsAnswer = keeps("acknowledgedBy", "snoozedUntil");

const farm = named({
  isWatchedAfterwards: when`${after`alertSettings/$farmId`}.exists()`,
  hasNoAlertsAfterwards: all(
    when`!${after`alerts/$farmId/open`}.exists()`,
    when`!${after`alerts/$farmId/pending`}.exists()`,
  ),
});
/** An owner removes the settings and the alerts together, because the jobs close no alerts of a farm without settings. */
const unwatches = when`!${farm.isWatchedAfterwards} && ${isOwner(FARM)}`;
const BY_MEMBERS = { ".write": isMember(FARM), ".remove": isMember(FARM) };
const BY_JOBS = { ".write": isJobs, ".remove": isJobs };
const IN_NEXT_CHECK = { ".write": isNextCheck, ".remove": isNextCheck };

export const ALERTS: Subtree = {
  alertSettings: {
    "//": "The jobs check each farm that has settings. Whoever removes the settings removes open alerts in the same update: later nobody would close them.",
    ".read": isJobs,
    $farmId: {
      ".read": isOwner(FARM),
      ".write": isOwner(FARM),
      ".remove": when`${isOwner(FARM)} && ${farm.hasNoAlertsAfterwards}`,
      ".complete": has("silentAfterMinutes", "lowBatteryPercent"),
      silentAfterMinutes: {
        ...node.integer(0, MAX_SILENT_AFTER_MINUTES),
        ".read": isMember(FARM),
      },
      lowBatteryPercent: { ...node.number(0, 100), ".read": isMember(FARM) },
      language: { ...oneOf(LANGUAGES), ".read": isMember(FARM) },
      webhook: {
        "//": "Plain HTTP is only allowed to this machine, for the emulators. Deployed jobs refuse it.",
        ".complete": has("url", "secret"),
        url: node.form("address", WEBHOOK_URL, MAX_WEBHOOK_URL_LENGTH),
        secret: node.form("secret", String.raw`^whsec_[A-Za-z0-9+\/]{32,88}={0,2}$`),
      },
    },
  },

  "alerts/$farmId": {
    "//": "Open alerts, and the log. Only the jobs can raise the version, by one in each update. So if two checks run at once, the rules reject one of them. After the settings are removed, the rules reject all.",
    ".read": when`${isJobs} || ${isMember(FARM)}`,
    version: {
      ...node.CHECKED_VALUE,
      ".complete": node.CHECKED_ELSEWHERE,
      ".write": when`${isJobs} && ${farm.isWatchedAfterwards} && ${isNextVersion("")}`,
    },
    pending: {
      "//": "Findings of one check, which are not alerts yet.",
      ".remove": unwatches,
      $alertId: {
        ".key": node.matches("$alertId", alertIdPattern()),
        ...IN_NEXT_CHECK,
        ".complete": has("since"),
        since: PAST,
      },
    },
    late: {
      "//": "Findings from late readings. A fold adds them in the update that removes the readings' marks. The next check removes them.",
      $lateId: {
        ".key": node.matches("$lateId", lateFindingIdPattern()),
        ".write": isJobs,
        ".remove": IN_NEXT_CHECK[".remove"],
        ".complete": has(...LATE_FINDING_FIELDS, "since", "until", "foundAt"),
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
      "//": "Open alerts, each for a sensor of the farm. A check does not change acknowledgement and snooze.",
      ".remove": unwatches,
      $alertId: {
        ".key": alert.hasMatchingId,
        ".write": when`${isNextCheck} && (${alert.isSameAlert} ? ${keepsAnswer} : ${alert.isNewAlert})`,
        ".remove": isNextCheck,
        ".complete": hasAlertFields("raisedAt", "remindedAt"),
        ...ALERT,
        uid: node.CHECKED_VALUE,
        raisedAt: PAST,
        remindedAt: PAST,
        clearingSince: PAST,
        acknowledgedBy: { ...node.unchangedOr(node.exactly("auth.uid")), ...BY_MEMBERS },
        announced: PERSON,
        snoozedUntil: { ...node.unchangedOr(node.timeUpTo(MAX_SNOOZE_MS)), ...BY_MEMBERS },
        unansweredSince: node.timeUpTo(MAX_SNOOZE_MS, "0"),
        notified: node.oneOfNumbers(AFTER_MINUTES),
      },
    },
    "log/$key": {
      "//": "Closed alerts. An entry never changes.",
      ".key": isPushKey("$key"),
      ".write": when`${isNextCheck} && !data.exists()`,
      ".complete": hasAlertFields("raisedAt", "clearedAt"),
      ...ALERT,
      raisedAt: PAST,
      clearedAt: PAST,
      reportedAt: PAST,
      acknowledgedBy: PERSON,
    },
    "undelivered/$recipientId": {
      "//": "Recipients whose messages cannot be delivered, and the reason.",
      ".key": isRecipientId,
      ...BY_JOBS,
      ".complete": has("at", "problem"),
      at: PAST,
      problem: text(MAX_PROBLEM_CHARACTERS),
    },
  },
};
