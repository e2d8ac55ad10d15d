/** Defines what a command works with. */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { Signature } from "@greenhouse/domain/identity/sensor-log";
import type { Confirmation } from "./confirmation";
import type { Connections, Database } from "./database";
import type { Environment } from "./environment";
import { failed } from "./failure";
import type { Output } from "./output";
import type { Progress } from "./progress";
import type { Target } from "./target";

export interface Session {
  readonly target: Target;
  readonly environment: Environment;
  readonly connections: Connections;
  readonly out: Output;
  readonly confirmation: Confirmation;
  /** Standard input. */
  readonly stdin: AsyncIterable<Buffer | string>;
  /** Resolves a path against the folder where the user typed it. */
  readonly resolvePath: (path: string) => string;
  /** From now on Ctrl-C, SIGTERM and SIGHUP abort this signal instead of ending the process. */
  readonly takeOverInterrupt: () => AbortSignal;
  /** In Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly uptime: () => number;
  /** Ends early when the signal aborts. */
  readonly sleep: (timeMs: number, signal: AbortSignal) => Promise<void>;
  readonly randomBytes: (length: number) => Buffer;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
  readonly startProgress: (title: string) => Promise<Progress>;
}

/** A session with the database open, as the administrator. */
export interface OpenSession extends Session {
  readonly database: Database;
}

/** Returns the database's time in Unix milliseconds. */
export async function serverTime({
  database,
  now,
}: Pick<OpenSession, "database" | "now">): Promise<number> {
  return now() + (await database.clockOffset());
}

/**
 * Writes in one update as a user. The rules authorize the update by the values stored at that time,
 * so earlier reads may be outdated.
 * @throws CommandError (failed) if the rules reject it
 */
export async function updateAs(
  session: Session,
  uid: string,
  values: Parameters<Database["update"]>[0],
): Promise<void> {
  const database = await session.connections.open(uid);
  if ((await database.update(values)) === "denied") throw deniedByRules();
}

const createKey = createPushKeys(Math.random);

/** Returns a new name for an entry in a sensor's log, and its author. @param by the uid of the owner who writes */
export function sign({ now }: Session, by: string): Signature {
  return { key: createKey(now()), by };
}

export function deniedByRules(): Error {
  return failed(
    "The database's rules rejected this change.",
    "Somebody may have changed the same data at the same moment: look again. If this goes on, `farm doctor` says whether the rules are deployed.",
  );
}

/**
 * Returns the uid of a person. Does not look up a uid, because its owner may not have signed in
 * yet.
 * @throws CommandError (failed) if nobody signs in with the address
 */
export async function findPerson(session: Session, emailOrUid: string): Promise<string> {
  if (!emailOrUid.includes("@")) return emailOrUid;
  const uid = await session.connections.findPerson(emailOrUid);
  if (uid !== undefined) return uid;
  throw failed(
    `No account has the address ${emailOrUid}.`,
    "The person must sign in once, or be added in the Firebase console.",
  );
}
