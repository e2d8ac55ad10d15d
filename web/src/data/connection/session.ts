/** Knows who is signed in, and signs people in and out with Firebase's code. `loadSession` loads this module. */

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

/** Returns Firebase's authentication. The first caller starts it. */
function startedAuth(): Promise<Auth> {
  started ??= start();
  return started;
}

async function start(): Promise<Auth> {
  const { app, authEmulator } = await sdkLoaded;
  // A full device may lose a write to IndexedDB after confirming it, and the SDK would then sign out. Without
  // localStorage the SDK keeps the sign-in in memory.
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (authEmulator !== undefined) {
    connectAuthEmulator(auth, authEmulator, { disableWarnings: true });
  }
  return auth;
}

/** Returns tokens for the database. The SDK renews them before they expire. */
export async function sdkTokens(): Promise<Tokens> {
  const { app } = await startedAuth();
  return _getProvider(app, "auth-internal").getImmediate();
}

/** Calls the listener with the person, or with null while nobody is signed in. */
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
