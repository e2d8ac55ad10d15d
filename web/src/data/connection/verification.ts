/** Whether the address of an account is verified. E-mail is sent only to verified addresses. */

import { loadSession } from "./session-loading";

/** Returns the state at the sign-in, or at the last `refreshVerified`. */
export async function isEmailVerified(): Promise<boolean> {
  const { currentUser } = await loadSession();
  return (await currentUser())?.emailVerified ?? false;
}

/** Asks the server, because people open the link in another window. */
export async function refreshVerified(): Promise<boolean> {
  const { currentUser } = await loadSession();
  await (await currentUser())?.reload();
  return isEmailVerified();
}

export async function sendVerification(): Promise<void> {
  const { sendVerificationMail } = await loadSession();
  await sendVerificationMail();
}
