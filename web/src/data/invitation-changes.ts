/** What people change about invitations and names. Each resolves once stored, and rejects if it is refused. */

import {
  INVITATION_TOKEN_BYTES,
  invitationTokenOf,
  joining,
  newInvitation,
} from "../../../domain/src/invitations";
import type { Role } from "../../../domain/src/invitations";
import type { Writes } from "./writes";

export interface Inviter {
  readonly uid: string;
  /** As the members see them; undefined without a name. */
  readonly name: string | undefined;
}

export class InvitationChanges {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
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
    await this.#writes.store({ [`invitations/${farm.id}/${token}`]: invitation });
    return token;
  }

  withdraw(farmId: string, token: string): Promise<void> {
    return this.#writes.store({ [`invitations/${farmId}/${token}`]: null });
  }

  join(
    farmId: string,
    token: string,
    role: Role,
    person: { readonly uid: string; readonly name: string },
  ): Promise<void> {
    return this.#writes.store(joining(farmId, token, role, person));
  }

  nameOneself(farmId: string, authUid: string, name: string): Promise<void> {
    return this.#writes.store({ [`farms/${farmId}/names/${authUid}`]: name });
  }
}
