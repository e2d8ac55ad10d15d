/** Reads e-mail addresses from the accounts of Firebase Authentication. */

import { applicationDefault, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";

import { once } from "@greenhouse/domain/once";

/** Returns the confirmed e-mail address of a person; undefined if there is none. */
export type FindAddress = (person: string) => Promise<string | undefined>;

const accounts = once(() => getAuth(initializeApp({ credential: applicationDefault() })));

export const findAddress: FindAddress = async (person) => {
  const { users } = await accounts().getUsers([{ uid: person }]);
  const [user] = users;
  return user?.emailVerified === true && !user.disabled ? user.email : undefined;
};
