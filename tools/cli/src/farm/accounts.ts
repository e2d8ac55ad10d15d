/** Who people are: accounts of Firebase Authentication, by address and by uid. */

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
  /** Whether the jobs send anything there: the account is in use, and its owner has confirmed the address. */
  readonly isConfirmed: boolean;
}

/** How many accounts one request may ask for. */
const MAX_ACCOUNTS = 100;

/**
 * The uid of the person with this address; undefined where nobody signs in with it.
 * @throws CommandError (usage) where it is no address, (unreachable) where the accounts cannot be asked
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
    if (code === "auth/invalid-email") throw misused(`${email} is no email address.`);
    const where = target.kind === "emulators" ? target.authAddress : target.projectId;
    throw unreachable(
      `Firebase Authentication of ${where} cannot be asked who ${email} is.`,
      target.kind === "emulators"
        ? "Start it with `npm start`, or give the uid in place of the address."
        : "Check that these credentials may read its users, or give the uid in place of the address.",
      error,
    );
  }
}

/** The addresses by uid, of those who have one; undefined where the accounts cannot be asked. */
export async function findAddresses(
  accounts: Accounts,
  uids: readonly string[],
): Promise<ReadonlyMap<string, Address> | undefined> {
  // One that no account can have would make the SDK refuse the whole request.
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
