/** People with accounts in the emulator of Firebase Authentication. */

import { randomUUID } from "node:crypto";

export interface TestPerson {
  readonly uid: string;
  readonly email: string;
}

/** @param isConfirmed whether the person has confirmed the address */
export async function addPerson(isConfirmed = true): Promise<TestPerson> {
  const host = process.env["FIREBASE_AUTH_EMULATOR_HOST"];
  if (!host) throw new Error("FIREBASE_AUTH_EMULATOR_HOST is not set: run these with `npm test`.");
  const id = randomUUID();
  const person = { uid: `person-${id}`, email: `${id}@example.com` };
  const response = await fetch(
    `http://${host}/identitytoolkit.googleapis.com/v1/projects/demo-farm/accounts`,
    {
      method: "POST",
      headers: { Authorization: "Bearer owner", "Content-Type": "application/json" },
      body: JSON.stringify({
        localId: person.uid,
        email: person.email,
        password: randomUUID(),
        emailVerified: isConfirmed,
      }),
    },
  );
  if (!response.ok) throw new Error(`The person was not added: ${await response.text()}`);
  return person;
}
