/** What a command works with, and how it begins and ends. */

import type { Connections, Database, Person } from "./database";
import type { Consent } from "./consent";
import { failed } from "./failure";
import type { Output } from "./output";
import type { Progress } from "./progress";
import type { Surroundings } from "./surroundings";
import type { Target } from "./target";

export interface Session {
  readonly target: Target;
  readonly surroundings: Surroundings;
  readonly connections: Connections;
  /** The same with another of the target's databases. */
  readonly at: (databaseUrl: string) => Session;
  readonly out: Output;
  readonly consent: Consent;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: NodeJS.WritableStream;
  /** A path that the user typed, from the folder where they stand. */
  readonly resolvePath: (path: string) => string;
  /** --yes */
  readonly isAgreed: boolean;
  /** From now on Ctrl-C, SIGTERM and SIGHUP abort this signal instead of ending the process, however often they come. */
  readonly takeOverInterrupt: () => AbortSignal;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Ends early when the signal comes. */
  readonly sleep: (timeMs: number, signal: AbortSignal) => Promise<void>;
  readonly randomBytes: (length: number) => Buffer;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  readonly startProgress: (title: string) => Promise<Progress>;
}

/** A session with the database open, as the administrator. */
export interface OpenSession extends Session {
  readonly database: Database;
}

/**
 * Writes in one update as somebody whom the rules judge, so that what was read before may have changed meanwhile
 * without harm.
 * @throws CommandError (failed) where the rules refuse it
 */
export async function updateAs(
  session: Session,
  uid: string,
  values: Parameters<Database["update"]>[0],
): Promise<void> {
  const database = await session.connections.open(uid);
  if ((await database.update(values)) === "denied") throw deniedByRules();
}

export function deniedByRules(): Error {
  return failed(
    "The database's rules refused this change.",
    "Somebody may have changed the same at this moment: look again. If it stays so, `farm doctor` says whether the rules are deployed.",
  );
}

/**
 * Whom an email address or a uid means. A uid is taken as it is: it may belong to somebody who has not signed in yet.
 * @throws CommandError (failed) where nobody signs in with the address
 */
export async function findPerson(session: Session, emailOrUid: string): Promise<Person> {
  if (!emailOrUid.includes("@")) return { uid: emailOrUid, email: undefined };
  const person = await session.connections.findPerson(emailOrUid);
  if (person !== undefined) return person;
  throw failed(
    `Nobody signs in as ${emailOrUid}.`,
    "They have to sign in once (or be added in the console) before they can be a member.",
  );
}
