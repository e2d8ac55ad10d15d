/** What people change about invitations and names. Each resolves once stored, and rejects if the database refuses it. */

import { ref, set, update } from "firebase/database";
import type { Database } from "firebase/database";
import {
  INVITATION_TOKEN_BYTES,
  invitationTokenOf,
  joining,
  newInvitation,
} from "../../../domain/src/invitations";
import type { Role } from "../../../domain/src/invitations";

export interface Inviter {
  readonly uid: string;
  /** As the members see them; undefined without a name. */
  readonly name: string | undefined;
}

export class InvitationChanges {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param now the server's time @returns the token of the link */
  async invite(
    farm: { readonly id: string; readonly name: string },
    role: Role,
    by: Inviter,
    now: number,
  ): Promise<string> {
    const bytes = crypto.getRandomValues(new Uint8Array(INVITATION_TOKEN_BYTES));
    const token = invitationTokenOf(bytes);
    const invitation = newInvitation(role, by, farm.name, now);
    await set(ref(this.#database, `invitations/${farm.id}/${token}`), invitation);
    return token;
  }

  withdraw(farmId: string, token: string): Promise<void> {
    return set(ref(this.#database, `invitations/${farmId}/${token}`), null);
  }

  join(
    farmId: string,
    token: string,
    role: Role,
    person: { readonly uid: string; readonly name: string },
  ): Promise<void> {
    return update(ref(this.#database), joining(farmId, token, role, person));
  }

  nameOneself(farmId: string, authUid: string, name: string): Promise<void> {
    return set(ref(this.#database, `farms/${farmId}/names/${authUid}`), name);
  }
}
