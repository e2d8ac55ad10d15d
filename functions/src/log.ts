/**
 * All log entries of the functions, one method per event. Events have stable names, for filters and alerts. An entry
 * never contains a key, a signature or a body. Clients' own names never appear either, except short names of fields.
 */

import { hash } from "node:crypto";
import { inspect } from "node:util";

import type { LogEntry } from "firebase-functions/logger";

import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { Unavailable } from "@greenhouse/database/client/database";
import { describeRefusal } from "./http/refusal";
import type { Refusal } from "./result";

const MAX_NAMED_FIELDS = 5;
/** Shorter than a key or a signature. */
const MAX_FIELD_CHARACTERS = 20;

/** Enough to tell known uids apart, and too few to guess a key. */
const FINGERPRINT_CHARACTERS = 8;

/**
 * Returns a name that identifies an unregistered uid: the beginning of its SHA-256 digest, and its length. The uid itself
 * is never logged, because a badly configured device may send a key or a signature as its uid.
 */
function fingerprint(text: string): string {
  const digest = hash("sha256", text).slice(0, FINGERPRINT_CHARACTERS);
  return `${digest} (${text.length} characters)`;
}

function listOf(fields: readonly string[]): string {
  return fields
    .slice(0, MAX_NAMED_FIELDS)
    .map((name) => (name.length <= MAX_FIELD_CHARACTERS ? name : fingerprint(name)))
    .join(", ");
}

function withoutNames(refusal: Refusal): Refusal {
  if (refusal.code === "sensor-not-found") return { ...refusal, uid: fingerprint(refusal.uid) };
  if (refusal.code !== "farm-not-found") return refusal;
  return { ...refusal, farmId: fingerprint(refusal.farmId) };
}

/** Describes an error in one line, because errors of libraries contain whole requests. */
function describe(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return String(cause) + code;
}

export class Log {
  /** @param write writes a structured entry, like `write` of firebase-functions/logger */
  constructor(private readonly write: (entry: LogEntry) => void) {}

  /** A request was answered with a status from 400 to 499. */
  requestRefused(endpoint: string, refusal: Refusal): void {
    const { status, error: message } = describeRefusal(withoutNames(refusal));
    this.write({ severity: "INFO", event: "request_refused", endpoint, status, message });
  }

  /** A request was answered with 503. A timeout is temporary. The operator must fix the other causes. */
  databaseUnavailable(endpoint: string, { reason, message, cause }: Unavailable): void {
    if (reason === "denied") {
      const advice =
        "Are the rules of this project deployed (firebase deploy --only database)? " +
        "Does the sensor's greenhouse exist, and does it belong to the sensor's farm? Or was the sensor renamed between a stored request and its retry?";
      const event = "database_denied";
      this.write({ severity: "ERROR", event, endpoint, message: `${message} ${advice}` });
    } else {
      const details = { reason, message, ...(cause !== undefined && { cause: describe(cause) }) };
      const severity = reason === "timeout" ? "WARNING" : "ERROR";
      this.write({ severity, event: "database_unavailable", endpoint, ...details });
    }
  }

  /** The rules deny the readings of one sensor of a batch, but accept the readings of the other sensors. */
  registrationDenied(uid: string): void {
    const message =
      `The database's rules deny the readings of the sensor ${uid}. Check that the names and the key in its registration ` +
      "are texts, and that its greenhouse exists and belongs to the same farm.";
    const event = "registration_denied";
    this.write({ severity: "ERROR", event, endpoint: "sensorData", message });
  }

  /** A board's orders could not be read, or its reports could not be stored. That does not affect its reading. */
  outputsFailed(uid: string, { reason, message, cause }: Unavailable): void {
    const details = { reason, message: `Outputs of ${uid}: ${message}` };
    const severity = reason === "timeout" ? "WARNING" : "ERROR";
    const event = "outputs_failed";
    const withCause = cause !== undefined && { cause: describe(cause) };
    this.write({ severity, event, endpoint: "sensorData", ...details, ...withCause });
  }

  /** The interval that a board asked for could not be read. That does not affect its reading. */
  intervalUnread(uid: string, { reason, message }: Unavailable): void {
    const severity = reason === "timeout" ? "WARNING" : "ERROR";
    const details = { reason, message: `Interval of ${uid}: ${message}` };
    this.write({ severity, event: "interval_unread", endpoint: "sensorData", ...details });
  }

  /**
   * A sender's readings have fields that are ignored. Most likely a measurement's name is misspelled, or the variant of
   * the request has fewer measurements.
   * @param sender a uid or farm id whose credential was valid
   * @param fields also allowed measurements whose text means "no value"
   * @param allowed the measurements that this variant of the request may contain
   */
  fieldsIgnored(sender: string, fields: readonly string[], allowed: readonly Measurement[]): void {
    const isAllowed = (name: string): boolean =>
      allowed.some((measurement) => measurement === name);
    const unread = fields.filter((name) => !isAllowed(name));
    const empty = fields.filter(isAllowed);
    const sentences = [
      unread.length > 0 &&
        `${sender} sends fields that are ignored: ${listOf(unread)}. ` +
          `The accepted measurements are ${allowed.join(", ")}.`,
      empty.length > 0 &&
        `${sender} sends texts that mean no value, such as "nan", which are ignored: ${empty.join(", ")}. ` +
          "Check the sensor and its wires.",
    ];
    const message = sentences.filter((sentence) => sentence !== false).join(" ");
    this.write({ severity: "INFO", event: "fields_ignored", endpoint: "sensorData", message });
  }

  /** The database treats the functions as an administrator, so the cache is not used. */
  overrideIgnored(): void {
    const message =
      "The database does not apply its rules to the functions: either they allow everything, or it ignores " +
      "auth_variable_override. Registrations are read again for each request.";
    this.write({ severity: "WARNING", event: "override_ignored", message });
  }

  /** A bug, or a wrong parameter. */
  unexpectedError(endpoint: string, error: unknown): void {
    // Error Reporting groups entries by the stack in the message.
    this.write({ severity: "ERROR", event: "unexpected_error", endpoint, message: inspect(error) });
  }
}
