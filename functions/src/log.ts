/**
 * Everything the functions log, one named function per event. Events have stable names, for filters and alerts. No
 * entry holds a key, a signature, a body, or a name that a client made up, but for short names of fields.
 */

import { hash } from "node:crypto";
import { inspect } from "node:util";

import type { LogEntry } from "firebase-functions/logger";

import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { Unavailable } from "@greenhouse/database/client/database";
import { describeRefusal } from "./http/refusal";
import type { Refusal } from "./result";

const MAX_NAMED_FIELDS = 5;
/** A key or a signature is longer. */
const MAX_FIELD_CHARACTERS = 20;

/** Enough to find one uid among those that are known, and too little to find a key with. */
const FINGERPRINT_CHARACTERS = 8;

/**
 * What a client calls its uid may be a key or a signature, from a device that was set up wrongly: a name that nobody
 * has registered is identified by the beginning of its SHA-256 digest and its length, never logged as it is.
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

/** In a line: the errors of libraries hold whole requests. */
function describe(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return String(cause) + code;
}

export class Log {
  /** @param write takes a structured entry, as `write` of firebase-functions/logger does */
  constructor(private readonly write: (entry: LogEntry) => void) {}

  /** A request was answered with a status from 400 to 499. */
  requestRefused(endpoint: string, refusal: Refusal): void {
    const { status, error: message } = describeRefusal(withoutNames(refusal));
    this.write({ severity: "INFO", event: "request_refused", endpoint, status, message });
  }

  /** A request was answered with 503. A timeout passes by itself; the other causes are the operator's to correct. */
  databaseUnavailable(endpoint: string, { reason, message, cause }: Unavailable): void {
    if (reason === "denied") {
      const advice =
        "Are the rules of this project deployed (firebase deploy --only database)? " +
        "Is the sensor's greenhouse missing, or another farm's? Or was the sensor renamed between a stored request and its retry?";
      const event = "database_denied";
      this.write({ severity: "ERROR", event, endpoint, message: `${message} ${advice}` });
    } else {
      const details = { reason, message, ...(cause !== undefined && { cause: describe(cause) }) };
      const severity = reason === "timeout" ? "WARNING" : "ERROR";
      this.write({ severity, event: "database_unavailable", endpoint, ...details });
    }
  }

  /** The rules deny the readings of one sensor of a batch, and not those of the others. */
  registrationDenied(uid: string): void {
    const message =
      `The database's rules deny the readings of the sensor ${uid}. Are the names and the key in its registration ` +
      "texts, and is there its greenhouse, of the same farm?";
    const event = "registration_denied";
    this.write({ severity: "ERROR", event, endpoint: "sensorData", message });
  }

  /** The orders of a board could not be read, or what it says of its outputs not be stored. Its reading is. */
  outputsFailed(uid: string, { reason, message, cause }: Unavailable): void {
    const details = { reason, message: `The outputs of ${uid}: ${message}` };
    const severity = reason === "timeout" ? "WARNING" : "ERROR";
    const event = "outputs_failed";
    const why = cause !== undefined && { cause: describe(cause) };
    this.write({ severity, event, endpoint: "sensorData", ...details, ...why });
  }

  /**
   * A sender's readings have fields that nothing reads: most likely a measurement's name is written wrongly, or its
   * requests have the key in the body. A measurement that such a request may have is ignored where it has no value.
   * @param sender a uid or farm id that has proven itself
   * @param allowed the measurements that such a request may have
   */
  fieldsIgnored(sender: string, fields: readonly string[], allowed: readonly Measurement[]): void {
    const isAllowed = (name: string): boolean =>
      allowed.some((measurement) => measurement === name);
    const unread = fields.filter((name) => !isAllowed(name));
    const empty = fields.filter(isAllowed);
    const sentences = [
      unread.length > 0 &&
        `${sender} sends fields that are ignored: ${listOf(unread)}. ` +
          `The measurements of such a request are ${allowed.join(", ")}.`,
      empty.length > 0 &&
        `${sender} sends texts that mean no value, such as "nan", which are ignored: ${empty.join(", ")}. ` +
          "Check the sensor and its wires.",
    ];
    const message = sentences.filter((sentence) => sentence !== false).join(" ");
    this.write({ severity: "INFO", event: "fields_ignored", endpoint: "sensorData", message });
  }

  /** The database takes the functions for an administrator, so nothing is answered from the cache. */
  overrideIgnored(): void {
    const message =
      "The database does not apply its rules to the functions: either they allow everything, or it ignores " +
      "auth_variable_override. Registrations are read anew for each request.";
    this.write({ severity: "WARNING", event: "override_ignored", message });
  }

  /** A bug, or a parameter that is wrong. */
  unexpectedError(endpoint: string, error: unknown): void {
    // The stack in the message is what Error Reporting groups by.
    this.write({ severity: "ERROR", event: "unexpected_error", endpoint, message: inspect(error) });
  }
}
