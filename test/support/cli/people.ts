/** People with accounts in the emulator of Firebase Authentication. */

import { randomUUID } from "node:crypto";
import { postAccount } from "../../../tools/dev/demo/demo";
import { fromEnvironment } from "../backend/addresses";

export interface TestPerson {
  readonly uid: string;
  readonly email: string;
}

/** @param isConfirmed whether the person has confirmed the address */
export async function addPerson(isConfirmed = true): Promise<TestPerson> {
  const id = randomUUID();
  const person = { uid: `person-${id}`, email: `${id}@example.com` };
  const { uid, email } = person;
  const account = { localId: uid, email, password: randomUUID(), emailVerified: isConfirmed };
  await postAccount(fromEnvironment("FIREBASE_AUTH_EMULATOR_HOST"), account);
  return person;
}
