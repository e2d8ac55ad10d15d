/** Finds out who is notified of a farm's alerts, and whether messages can reach them. */

import { CHANNELS, channelsOf, type Channel } from "@greenhouse/domain/alerts/channels";
import { isAccepted, parsePersonal } from "@greenhouse/domain/alerts/people-records";
import type { AlertService } from "@greenhouse/domain/alerts/service";
import type { Personal } from "@greenhouse/domain/alerts/people";
import type { Member } from "@greenhouse/domain/identity/members";
import type { Farm } from "../farm/stored-farms";
import type { OpenSession } from "../core/session";

/** Whether a channel that is on reaches a person, or the reason why not. */
export type Reach = "works" | "unconfirmed" | "not sent";

export interface Notified extends Member, Pick<Personal, "afterMinutes"> {
  /** Whether the farm is on the person's list of farms. */
  readonly hasAccepted: boolean;
  /** The channels that the person has switched on. */
  readonly channels: ReadonlyMap<Channel, Reach>;
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
  const emailUids = chosen.flatMap(({ member, channels }) =>
    channels.has("email") ? [member.uid] : [],
  );
  const isAsked = isOffered("email", service) && emailUids.length > 0;
  // If the accounts cannot be asked, every address passes as confirmed.
  const addresses = isAsked ? await connections.findAddresses(emailUids) : undefined;
  const reachOf = (channel: Channel, uid: string): Reach => {
    if (!isOffered(channel, service)) return "not sent";
    const isUsable =
      channel !== "email" || addresses === undefined || addresses.get(uid)?.isConfirmed === true;
    return isUsable ? "works" : "unconfirmed";
  };
  return chosen.map(({ member, hasAccepted, afterMinutes, channels, devices }) => {
    const on: readonly Channel[] = [...channels, ...(devices.size > 0 ? channelsOf("device") : [])];
    const reach = on.map((channel) => [channel, reachOf(channel, member.uid)] as const);
    return { ...member, hasAccepted, afterMinutes, channels: new Map(reach) };
  });
}

/** Whether the jobs deliver over the channel. Without a run, everything is offered. */
export function isOffered(channel: Channel, service: AlertService | undefined): boolean {
  const isOfFarm = CHANNELS[channel].of === "farm";
  return isOfFarm || service === undefined || Object.hasOwn(service, channel);
}

/** Whether any message of the farm reaches the person. */
export function isReached({ hasAccepted, afterMinutes, channels }: Notified): boolean {
  const isWanted = hasAccepted && afterMinutes !== undefined;
  return isWanted && [...channels.values()].includes("works");
}
