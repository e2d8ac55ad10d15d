/**
 * Everything the functions log, one named function per event. Events have stable names, for filters and alerts. No
 * entry holds a key, a signature, a body, or a name that a client made up.
 */

import { hash } from "node:crypto";
import { inspect } from "node:util";

import type { LogEntry } from "firebase-functions/logger";

import type { Unavailable } from "./database/database";
import { describeRefusal, type Refusal } from "./http/refusal";

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

function withoutNames(refusal: Refusal): Refusal {
  switch (refusal.code) {
    case "unknown-sensor":
      return { ...refusal, uid: fingerprint(refusal.uid) };
    case "unknown-farm":
      return { ...refusal, farmId: fingerprint(refusal.farmId) };
    default:
      return refusal;
  }
}

export interface Log {
  /** A request was answered with a status from 400 to 499. */
  requestRefused(endpoint: string, refusal: Refusal): void;
  /** A request was answered with 503. A denial is for the operator to mend; anything else passes. */
  databaseUnavailable(endpoint: string, error: Unavailable): void;
  /** The rules deny the readings of one sensor of a batch, and not those of the others. */
  registrationDenied(endpoint: string, uid: string): void;
  /** A connection to the database did not answer in time, and is replaced. */
  connectionRenewed(): void;
  /** The database takes the functions for an administrator, so nothing is answered from the cache. */
  overrideIgnored(): void;
  /** The database SDK warns of something, such as a credential that is refused. */
  sdkWarning(message: string): void;
  /** A bug, or a parameter that is wrong. */
  unexpectedError(endpoint: string, error: unknown): void;
}

/** @param write takes a structured entry, as `write` of firebase-functions/logger does */
export function createLog(write: (entry: LogEntry) => void): Log {
  return {
    requestRefused(endpoint, refusal) {
      const { status, error: message } = describeRefusal(withoutNames(refusal));
      write({ severity: "INFO", event: "request_refused", endpoint, status, message });
    },

    databaseUnavailable(endpoint, error) {
      if (error.reason === "denied") {
        const message =
          `${error.message} Are the rules of this project deployed (firebase deploy --only database)? ` +
          "Or was the sensor renamed between a stored request and its retry?";
        write({ severity: "ERROR", event: "database_denied", endpoint, message });
      } else {
        const { reason, message, cause } = error;
        write({
          severity: "WARNING",
          event: "database_unavailable",
          endpoint,
          reason,
          message,
          ...(cause !== undefined && { cause: inspect(cause) }),
        });
      }
    },

    registrationDenied(endpoint, uid) {
      const message =
        `The database's rules deny the readings of the sensor ${uid}. Are the names and the key in its registration ` +
        "texts, and is there its greenhouse, of the same farm?";
      write({ severity: "ERROR", event: "registration_denied", endpoint, message });
    },

    connectionRenewed() {
      const message = "A connection to the database that did not answer in time is replaced.";
      write({ severity: "WARNING", event: "connection_renewed", message });
    },

    overrideIgnored() {
      const message =
        "The database does not apply its rules to the functions: either they allow everything, or it ignores " +
        "databaseAuthVariableOverride. Registrations are read anew for each request.";
      write({ severity: "WARNING", event: "override_ignored", message });
    },

    sdkWarning(message) {
      write({ severity: "WARNING", event: "sdk_warning", message });
    },

    unexpectedError(endpoint, error) {
      // The stack in the message is what Error Reporting groups by.
      write({ severity: "ERROR", event: "unexpected_error", endpoint, message: inspect(error) });
    },
  };
}
