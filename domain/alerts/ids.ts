/** Ids of alerts, late findings and recipients. Each id stands beside its pattern, which the rules use. */

import { MAX_ID_CHARACTERS, MAX_PERSON_CHARACTERS } from "../identity/keys.ts";
import { OUTPUT_FINDINGS } from "../outputs/findings.ts";
import { OUTPUT_NAME } from "../outputs/limits.ts";
import { QUANTITIES } from "../quantities/measurements.ts";
import { LATE_KINDS, SENSOR_FINDINGS } from "./model.ts";
import type { Alert } from "./model.ts";

type IdFields = Pick<Alert, "kind" | "uid" | "measurement" | "output">;

const ANY_UID = `.{1,${MAX_ID_CHARACTERS}}`;

/** Returns the key of an open alert: at most one for each sensor, quantity or output, and kind. */
export function alertIdOf(alert: IdFields): string {
  return `${alert.kind},${alert.measurement ?? alert.output ?? ""},${alert.uid}`;
}

export function alertIdPattern(): string {
  const ofSensor = `(${SENSOR_FINDINGS.join("|")}),(${QUANTITIES.join("|")})?`;
  const ofOutput = `(${OUTPUT_FINDINGS.join("|")}),${OUTPUT_NAME.slice(1, -1)}`;
  return `^(${ofSensor}|${ofOutput}),${ANY_UID}$`;
}

/** Prefix of the id of an alert that a notification reports late. The same alert may also be open now. */
export const LATE_PREFIX = "late,";

/** Returns the key of a late alert in a notification. */
export function lateIdOf(alert: IdFields): string {
  return LATE_PREFIX + alertIdOf(alert);
}

/** Returns the key of a late finding in `alerts/<farmId>/late`. */
export function lateFindingIdOf(finding: IdFields & Pick<Alert, "since">): string {
  return `${alertIdOf(finding)},${finding.since}`;
}

export function lateFindingIdPattern(): string {
  return `^(${LATE_KINDS.join("|")}),(${QUANTITIES.join("|")}),${ANY_UID},[0-9]{1,16}$`;
}

/**
 * The recipient of a notification. Its id is a key in `alertOutbox/<farmId>/<messageId>/to` and in
 * `alerts/<farmId>/undelivered`.
 */
export type Recipient =
  | { readonly channel: "email"; readonly person: string }
  | { readonly channel: "push"; readonly person: string; readonly device: string }
  | { readonly channel: "webhook" };

/** The id of a device has no comma. */
const DEVICE = `[^,]{1,${MAX_ID_CHARACTERS}}`;
const PERSON = `.{1,${MAX_PERSON_CHARACTERS}}`;

export function recipientIdOf(recipient: Recipient): string {
  switch (recipient.channel) {
    case "email":
      return `email,${recipient.person}`;
    case "push":
      return `push,${recipient.device},${recipient.person}`;
    case "webhook":
      return "webhook";
  }
}

/** Returns undefined if the text is not a recipient's id. */
export function parseRecipientId(id: string): Recipient | undefined {
  if (id === "webhook") return { channel: "webhook" };
  const pattern = new RegExp(`^(?:email,(${PERSON})|push,(${DEVICE}),(${PERSON}))$`, "su");
  const [, email, device = "", push] = pattern.exec(id) ?? [];
  if (email !== undefined) return { channel: "email", person: email };
  return push === undefined ? undefined : { channel: "push", device, person: push };
}

export function recipientIdPattern(): string {
  return `^(webhook|email,${PERSON}|push,${DEVICE},${PERSON})$`;
}
