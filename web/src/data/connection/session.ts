/** Who is signed in, and the ways to sign in and out, with Firebase's code of sign-ins. `loadSession` loads it. */

import { _getProvider } from "firebase/app";
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  onAuthStateChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut as signOutOf,
} from "firebase/auth";
import type { Auth, User } from "firebase/auth";
import type { Person } from "../../model/farm/person";
import { sdkLoaded } from "./sdk";
import type { Tokens } from "./session-loading";

let started: Promise<Auth> | undefined;

/** Started by the first caller. */
function startedAuth(): Promise<Auth> {
  started ??= start();
  return started;
}

async function start(): Promise<Auth> {
  const { app, authEmulator } = await sdkLoaded;
  // With IndexedDB, a full device may lose a write that it has confirmed to the SDK, which then signs out. Without
  // localStorage the SDK keeps the sign-in in memory.
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (authEmulator !== undefined) {
    connectAuthEmulator(auth, authEmulator, { disableWarnings: true });
  }
  return auth;
}

/** For the database, renewed before they expire. */
export async function sdkTokens(): Promise<Tokens> {
  const { app } = await startedAuth();
  return _getProvider(app, "auth-internal").getImmediate();
}

/** Calls back with null while nobody is signed in. */
export async function watchPerson(listener: (person: Person | null) => void): Promise<void> {
  onAuthStateChanged(await startedAuth(), (user) =>
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
  await signInWithEmailAndPassword(await startedAuth(), email.trim(), password);
}

export async function signUp(email: string, password: string): Promise<void> {
  await createUserWithEmailAndPassword(await startedAuth(), email.trim(), password);
}

export async function signInWithGoogle(): Promise<void> {
  await signInWithPopup(
    await startedAuth(),
    new GoogleAuthProvider(),
    browserPopupRedirectResolver,
  );
}

export async function resetPassword(email: string): Promise<void> {
  await sendPasswordResetEmail(await startedAuth(), email.trim());
}

export async function signOut(): Promise<void> {
  await signOutOf(await startedAuth());
}

export async function currentUser(): Promise<User | null> {
  const auth = await startedAuth();
  await auth.authStateReady();
  return auth.currentUser;
}

export async function sendVerificationMail(): Promise<void> {
  const user = await currentUser();
  if (user !== null) await sendEmailVerification(user);
}
