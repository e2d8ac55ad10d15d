/** Who is signed in, and the ways to sign in and out. */

import {
  browserPopupRedirectResolver,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut as signOutOf,
} from "firebase/auth";
import type { Auth } from "firebase/auth";

export interface Person {
  readonly uid: string;
  /** A name, an e-mail address, or the uid. */
  readonly name: string;
  /** Undefined if the account has none. */
  readonly email: string | undefined;
}

/** Calls back with null while nobody is signed in. */
export function watchPerson(auth: Auth, listener: (person: Person | null) => void): () => void {
  return onAuthStateChanged(auth, (user) =>
    listener(
      user && {
        uid: user.uid,
        name: user.displayName ?? user.email ?? user.uid,
        email: user.email ?? undefined,
      },
    ),
  );
}

export async function signIn(auth: Auth, email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword(auth, email.trim(), password);
}

export async function signUp(auth: Auth, email: string, password: string): Promise<void> {
  await createUserWithEmailAndPassword(auth, email.trim(), password);
}

export async function signInWithGoogle(auth: Auth): Promise<void> {
  await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver);
}

export async function resetPassword(auth: Auth, email: string): Promise<void> {
  await sendPasswordResetEmail(auth, email.trim());
}

export async function signOut(auth: Auth): Promise<void> {
  await signOutOf(auth);
}
