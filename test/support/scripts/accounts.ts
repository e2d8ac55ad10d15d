/** Accounts as the page makes them, at an auth emulator. */

export interface SignedIn {
  readonly localId: string;
  readonly idToken: string;
}

/** "Create an account" */
export function signUp(auth: string, email: string, password: string): Promise<SignedIn> {
  return call(auth, "signUp", { email, password });
}

export function signIn(auth: string, email: string, password: string): Promise<SignedIn> {
  return call(auth, "signInWithPassword", { email, password });
}

/** What a page that was signed in asks first: whose token it has. */
export async function uidOf(auth: string, idToken: string): Promise<string | undefined> {
  const { users } = await call<{ users?: readonly { localId: string }[] }>(auth, "lookup", {
    idToken,
  });
  return users?.[0]?.localId;
}

async function call<T>(auth: string, verb: string, body: object): Promise<T> {
  const url = `http://${auth}/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=any`;
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  });
  if (response.ok) return (await response.json()) as T;
  throw new Error(`${verb} answered ${await response.text()}`);
}
