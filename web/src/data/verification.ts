/** Whether the address of an account is verified: e-mail is sent only to verified addresses. */

import { reload, sendEmailVerification } from "firebase/auth";
import type { User } from "firebase/auth";
import { sdkLoaded } from "./sdk";

async function currentUser(): Promise<User | null> {
  const { auth } = await sdkLoaded;
  await auth.authStateReady();
  return auth.currentUser;
}

/** As of the sign-in, or of the last `refreshVerified`. */
export async function isEmailVerified(): Promise<boolean> {
  return (await currentUser())?.emailVerified ?? false;
}

/** Asks the server, because people open the link in another window. */
export async function refreshVerified(): Promise<boolean> {
  const user = await currentUser();
  if (user !== null) await reload(user);
  return isEmailVerified();
}

export async function sendVerification(): Promise<void> {
  const user = await currentUser();
  if (user !== null) await sendEmailVerification(user);
}
