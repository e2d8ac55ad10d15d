/** Finds out who is notified of a farm's alerts, and whether messages can reach them. */

import { isAccepted, parsePersonal } from "@greenhouse/domain/alerts/records";
import type { AlertService } from "@greenhouse/domain/alerts/service";
import type { Personal } from "@greenhouse/domain/alerts/people";
import type { Member } from "@greenhouse/domain/identity/members";
import type { Farm } from "../farm/stored-farms";
import type { OpenSession } from "../core/session";

/** Whether e-mail reaches a person, or the reason why not. */
export type EmailState = "on" | "off" | "address not confirmed" | "not sent by the jobs";

export interface Notified extends Member, Pick<Personal, "afterMinutes"> {
  /** Whether the farm is on the person's list of farms. */
  readonly hasAccepted: boolean;
  readonly email: EmailState;
  /** Number of devices with push messages on. */
  readonly devices: number;
  /** Whether the jobs send push messages. */
  readonly isPushSent: boolean;
}

/** @param service what the jobs offer; everything if they have never run */
export async function readNotified(
  { database, connections }: Pick<OpenSession, "database" | "connections">,
  { farmId, members }: Pick<Farm, "farmId" | "members">,
  service: AlertService | undefined,
): Promise<readonly Notified[]> {
  const chosen = await Promise.all(
    members.map(async (member) => {
      const [stored, listed] = await Promise.all([
        database.read(`users/${member.uid}/alerts`),
        database.read(`users/${member.uid}/farms/${farmId}`),
      ]);
      return { member, hasAccepted: isAccepted(listed), ...parsePersonal(stored, farmId) };
    }),
  );
  const isEmailSent = service === undefined || service.email === true;
  const emailUids = chosen.flatMap(({ member, hasEmail }) => (hasEmail ? [member.uid] : []));
  const isAsked = isEmailSent && emailUids.length > 0;
  // If the accounts cannot be asked, every address passes as confirmed.
  const addresses = isAsked ? await connections.findAddresses(emailUids) : undefined;
  const emailOf = (uid: string): EmailState => {
    if (!emailUids.includes(uid)) return "off";
    if (!isEmailSent) return "not sent by the jobs";
    const isUsable = addresses === undefined || addresses.get(uid)?.isConfirmed === true;
    return isUsable ? "on" : "address not confirmed";
  };
  return chosen.map(({ member, hasAccepted, afterMinutes, devices }) => ({
    ...member,
    hasAccepted,
    afterMinutes,
    email: emailOf(member.uid),
    devices: devices.size,
    isPushSent: service === undefined || service.push !== undefined,
  }));
}

/** Whether any message of the farm reaches the person. */
export function isReached(person: Notified): boolean {
  const { hasAccepted, afterMinutes, email, devices, isPushSent } = person;
  const isWanted = hasAccepted && afterMinutes !== undefined;
  return isWanted && (email === "on" || (devices > 0 && isPushSent));
}
