/** Fields and conditions that the records of open alerts, closed alerts and messages share. */

import { recipientIdPattern } from "@greenhouse/domain/alerts/recipient-ids";
import { ALERT_KINDS } from "@greenhouse/domain/alerts/model";
import { OUTPUT_NAME } from "@greenhouse/domain/outputs/limits";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { all, when } from "./condition.ts";
import type { Condition } from "./condition.ts";
import { form, matches, MEASURED, oneOf, PAST } from "./nodes.ts";
import { has, newValue } from "./predicates.ts";

/** The jobs copy names unchecked and clean them for display: a strange old name must not stop its farm's alerts. */
export const COPIED = form("text of at most 100 characters", "^.{1,100}$");
/** The fields of every record of an alert (Alert in domain/alerts/model.ts). */
export const ALERT = {
  kind: oneOf(ALERT_KINDS),
  uid: COPIED,
  sensorName: COPIED,
  greenhouse: COPIED,
  greenhouseName: COPIED,
  measurement: oneOf(QUANTITIES),
  output: form("name of an output", OUTPUT_NAME),
  outputName: COPIED,
  value: MEASURED,
  bound: MEASURED,
  extreme: MEASURED,
  since: PAST,
};

export const hasAlertFields = (...more: readonly string[]): Condition =>
  has("kind", "uid", "sensorName", "greenhouse", "greenhouseName", "since", ...more);

export const lacks = (...fields: readonly string[]): Condition =>
  all(...fields.map((field) => when`!newData.hasChild('${field}')`));

/** The parts of the alert's id, as alertIdOf in domain/alerts/ids.ts builds it. */
const OUTPUT_IF_ANY = when`newData.hasChild('output') ? ${newValue("output")} : ''`;
const QUANTITY_OR_OUTPUT = when`(newData.hasChild('measurement') ? ${newValue("measurement")} : ${OUTPUT_IF_ANY})`;
export const ALERT_ID = when`${newValue("kind")} + ',' + ${QUANTITY_OR_OUTPUT} + ',' + ${newValue("uid")}`;

export const isRecipientId = matches("$recipientId", recipientIdPattern());
