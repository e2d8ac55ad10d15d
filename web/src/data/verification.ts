/** Whether the address of an account is confirmed: others get no e-mail. */

import { reload, sendEmailVerification } from "firebase/auth";
import type { User } from "firebase/auth";
import { sdkLoaded } from "./sdk";

async function currentUser(): Promise<User | null> {
  const { auth } = await sdkLoaded;
  await auth.authStateReady();
  return auth.currentUser;
}

/** As it was when the person signed in, or was last asked for. */
export async function isEmailVerified(): Promise<boolean> {
  return (await currentUser())?.emailVerified ?? false;
}

/** Asks the server: people press the link in another window. */
export async function refreshVerified(): Promise<boolean> {
  const user = await currentUser();
  if (user !== null) await reload(user);
  return isEmailVerified();
}

export async function sendVerification(): Promise<void> {
  const user = await currentUser();
  if (user !== null) await sendEmailVerification(user);
}
