/**
 * Changes of invitations and names. The promise of a change resolves once it is stored, and rejects if it is refused.
 */

import {
  INVITATION_TOKEN_BYTES,
  invitationTokenOf,
} from "@greenhouse/domain/identity/invitation-link";
import { inviting, joining } from "@greenhouse/domain/identity/invitations";
import type { ListedInvitation, NewInvitation } from "@greenhouse/domain/identity/invitations";
import type { Role } from "@greenhouse/domain/identity/members";
import type { Writes } from "./writes";

export class InvitationChanges {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** Creates an invitation. @param now the server's time @returns the token of the link */
  async invite(
    invitation: NewInvitation,
    earlier: readonly ListedInvitation[],
    now: number,
  ): Promise<string> {
    const bytes = crypto.getRandomValues(new Uint8Array(INVITATION_TOKEN_BYTES));
    const token = invitationTokenOf(bytes);
    await this.#writes.store(inviting(token, invitation, earlier, now));
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
