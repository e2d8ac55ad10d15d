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
import type { Person } from "../model/person";
import { sdkLoaded } from "./sdk";

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

export async function signIn(email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword((await sdkLoaded).auth, email.trim(), password);
}

export async function signUp(email: string, password: string): Promise<void> {
  await createUserWithEmailAndPassword((await sdkLoaded).auth, email.trim(), password);
}

export async function signInWithGoogle(): Promise<void> {
  await signInWithPopup(
    (await sdkLoaded).auth,
    new GoogleAuthProvider(),
    browserPopupRedirectResolver,
  );
}

export async function resetPassword(email: string): Promise<void> {
  await sendPasswordResetEmail((await sdkLoaded).auth, email.trim());
}

export async function signOut(): Promise<void> {
  await signOutOf((await sdkLoaded).auth);
}
