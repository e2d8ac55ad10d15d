/** Whether the address of an account is confirmed: no other one gets e-mail. */

import { reload, sendEmailVerification } from "firebase/auth";
import type { Auth } from "firebase/auth";

export function isEmailVerified(auth: Auth): boolean {
  return auth.currentUser?.emailVerified ?? false;
}

/** Asks the server: people press the link in another window. */
export async function refreshVerified(auth: Auth): Promise<boolean> {
  if (auth.currentUser !== null) await reload(auth.currentUser);
  return isEmailVerified(auth);
}

export async function sendVerification(auth: Auth): Promise<void> {
  if (auth.currentUser !== null) await sendEmailVerification(auth.currentUser);
}
