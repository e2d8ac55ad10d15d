/**
 * Everything the functions log, one named function per event. Events have stable names, for filters and alerts. No
 * entry holds a key, a signature or a whole body.
 */

import { inspect } from "node:util";

import type { LogEntry } from "firebase-functions/logger";

import type { Unavailable } from "./database/database";

/** A refusal quotes what the client sent: so much of it is enough to find the device. */
const MAX_QUOTED_CHARACTERS = 200;

/** What a client calls its uid may be a key or a signature, from a device that was set up wrongly. */
const POSSIBLE_SECRET = /\S{20,}/g;
/** Keys are made of many different characters. */
const MIN_DIFFERENT_CHARACTERS = 6;
const SHOWN_OF_SECRET = 8;

function hideSecrets(text: string): string {
  return text.replaceAll(POSSIBLE_SECRET, (word) =>
    new Set(word).size < MIN_DIFFERENT_CHARACTERS ? word : `${word.slice(0, SHOWN_OF_SECRET)}…`,
  );
}

/** The events. */
export interface Log {
  /** A request was answered with a status from 400 to 499. */
  requestRefused(endpoint: string, status: number, error: string): void;
  /** A request was answered with 503. A denial is for the operator to mend; anything else passes. */
  databaseUnavailable(endpoint: string, error: Unavailable): void;
  /** A connection that had failed a request is replaced by a new one. */
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
    requestRefused(endpoint, status, error) {
      const message = hideSecrets(error.slice(0, MAX_QUOTED_CHARACTERS));
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

    connectionRenewed() {
      const message =
        "A new connection to the database is opened in place of one that was given up.";
      write({ severity: "WARNING", event: "connection_renewed", message });
    },

    overrideIgnored() {
      const message =
        "The database does not judge the functions by its rules: either they allow everything, or it ignores " +
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
