/** People with accounts in the emulator of Firebase Authentication. */

import { randomUUID } from "node:crypto";

export interface TestPerson {
  readonly uid: string;
  readonly email: string;
}

export async function addPerson(): Promise<TestPerson> {
  const host = process.env["FIREBASE_AUTH_EMULATOR_HOST"];
  if (!host) throw new Error("FIREBASE_AUTH_EMULATOR_HOST is not set: run these with `npm test`.");
  const id = randomUUID();
  const person = { uid: `person-${id}`, email: `${id}@example.com` };
  const response = await fetch(
    `http://${host}/identitytoolkit.googleapis.com/v1/projects/demo-farm/accounts`,
    {
      method: "POST",
      headers: { Authorization: "Bearer owner", "Content-Type": "application/json" },
      body: JSON.stringify({ localId: person.uid, email: person.email, password: randomUUID() }),
    },
  );
  if (!response.ok) throw new Error(`The person was not added: ${await response.text()}`);
  return person;
}
