/** Looks up people's accounts in Firebase Authentication, by address and by uid. */

import { MAX_PERSON_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { misused, unreachable } from "../core/failure";
import type { Target } from "../core/target";

/** The part of the SDK's `Auth` that is used. */
export interface Accounts {
  getUserByEmail(email: string): Promise<Account>;
  getUsers(ids: { uid: string }[]): Promise<{ readonly users: readonly Account[] }>;
}

interface Account {
  readonly uid: string;
  readonly email?: string | undefined;
  readonly emailVerified?: boolean;
  readonly disabled?: boolean;
}

export interface Address {
  readonly email: string;
  /**
   * Whether the jobs may send e-mail to this address: the account is active, and its owner has
   * confirmed the address.
   */
  readonly isConfirmed: boolean;
}

/** Maximum number of accounts in one request. */
const MAX_ACCOUNTS = 100;

/**
 * Returns the uid of the person with this address; undefined if nobody signs in with it.
 * @throws CommandError (usage) if it is not an address, (unreachable) if the accounts cannot be
 * asked
 */
export async function findPerson(
  accounts: Accounts,
  email: string,
  target: Target,
): Promise<string | undefined> {
  try {
    return (await accounts.getUserByEmail(email)).uid;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "auth/user-not-found") return undefined;
    if (code === "auth/invalid-email") throw misused(`${email} is not an email address.`);
    const place = target.kind === "emulators" ? target.authAddress : target.projectId;
    throw unreachable(
      `Firebase Authentication of ${place} cannot look up ${email}.`,
      target.kind === "emulators"
        ? "Start it with `npm start`, or give the uid instead of the address."
        : "Check that these credentials may read its users, or give the uid instead of the address.",
      error,
    );
  }
}

/**
 * Returns the addresses of people who have an address, by uid; undefined if the accounts cannot be asked.
 */
export async function findAddresses(
  accounts: Accounts,
  uids: readonly string[],
): Promise<ReadonlyMap<string, Address> | undefined> {
  // A uid that no account can have would make the SDK refuse the whole request.
  const ids = uids.filter(({ length }) => length <= MAX_PERSON_CHARACTERS).map((uid) => ({ uid }));
  const addresses = new Map<string, Address>();
  try {
    for (let from = 0; from < ids.length; from += MAX_ACCOUNTS) {
      const { users } = await accounts.getUsers(ids.slice(from, from + MAX_ACCOUNTS));
      for (const { uid, email, emailVerified, disabled } of users) {
        if (email === undefined) continue;
        addresses.set(uid, { email, isConfirmed: emailVerified === true && disabled !== true });
      }
    }
  } catch {
    return undefined;
  }
  return addresses;
}
