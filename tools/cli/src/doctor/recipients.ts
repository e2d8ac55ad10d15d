/**
 * Finds farms with alerts on whose messages do not arrive: a channel failed, or nobody of the farm
 * can be reached.
 */

import { inParallel } from "@greenhouse/domain/in-parallel";
import { CHANNEL_IDS } from "@greenhouse/domain/alerts/channels";
import type { Channel } from "@greenhouse/domain/alerts/channels";
import { channelName, TESTING } from "../alerts/alert-text";
import { readUnreached } from "../alerts/stored-alerts";
import type { Connections, Database } from "../core/database";
import { readFarm } from "../farm/stored-farms";
import { farmCommand } from "../core/hint";
import { isOffered, isReached, readNotified } from "../alerts/notified";
import type { Notified } from "../alerts/notified";
import { named } from "../core/text";
import { formatMinute } from "../core/time";
import { ok, skip, warn } from "./check";
import type { DoctorResult } from "./check";
import type { Jobs } from "./jobs";

const REACH = "recipients";
/** Number of farms that are read at the same time. */
const AT_ONCE = 20;

interface Failing {
  readonly farmIds: Set<string>;
  at: number;
  problem: string;
}

/** Returns a result for each channel. */
export async function checkDelivery(
  database: Database,
  { watched, service }: Jobs,
): Promise<readonly DoctorResult[]> {
  const failing = new Map<Channel, Failing>();
  await inParallel(watched, AT_ONCE, async ({ farmId }) => {
    for (const { recipient, at, problem } of await readUnreached(database, farmId)) {
      const { channel } = recipient;
      const failure = failing.get(channel) ?? { farmIds: new Set(), at: -Infinity, problem };
      failure.farmIds.add(farmId);
      if (at > failure.at) Object.assign(failure, { at, problem });
      failing.set(channel, failure);
    }
  });
  return CHANNEL_IDS.map((channel) => {
    const name = channelName(channel);
    const failed = failing.get(channel);
    if (failed !== undefined) return describeFailing(channel, failed);
    const isSent = isOffered(channel, service);
    return isSent
      ? ok(name, "All messages were delivered.")
      : skip(
          name,
          "The jobs do not send it.",
          "docs/deployment.md describes how to set up this channel.",
        );
  });
}

function describeFailing(channel: Channel, { farmIds, at, problem }: Failing): DoctorResult {
  const farms = [...farmIds].toSorted();
  const list = farmCommand("alerts list", farms.slice(0, 1));
  return warn(
    channelName(channel),
    `Messages of ${named(farms)} were not delivered. The last problem, for a message of ${formatMinute(at)}: ${problem}`,
    `${list} shows who was not reached. ${TESTING}`,
  );
}

export async function checkReach(
  parts: { readonly database: Database; readonly connections: Connections },
  { watched, service }: Jobs,
): Promise<DoctorResult> {
  const unreached = new Map<string, string>();
  await inParallel(watched, AT_ONCE, async ({ farmId, hasWebhook }) => {
    if (hasWebhook) return;
    const farm = readFarm(farmId, await parts.database.read(`farms/${farmId}`));
    const people = farm === undefined ? [] : await readNotified(parts, farm, service);
    if (!people.some(isReached)) unreached.set(farmId, reasonOf(people));
  });
  if (unreached.size === 0) {
    return ok(REACH, "Each farm with alerts on reaches somebody, or has a webhook.");
  }
  const farms = [...unreached].sort(([a], [b]) => (a < b ? -1 : 1));
  const [[farmId] = [""]] = farms;
  return warn(
    REACH,
    `Alerts of ${named(farms.map(([id, reason]) => `${id} (${reason})`))} reach nobody.`,
    `${farmCommand("member list", [farmId])} shows the members. They switch on their channels on the farm page, under Alerts. Owners can also set a webhook there.`,
  );
}

/** Returns why nobody is reached: the first condition that no person meets. */
function reasonOf(people: readonly Notified[]): string {
  const willing = people.filter(({ channels }) => channels.size > 0);
  if (willing.length === 0) return "nobody has switched on a channel";
  const accepting = willing.filter(({ hasAccepted }) => hasAccepted);
  if (accepting.length === 0) return "the recipients do not have the farm on their list";
  const unmuted = accepting.filter(({ afterMinutes }) => afterMinutes !== undefined);
  if (unmuted.length === 0) return "the recipients have muted this farm";
  const isUnconfirmed = unmuted.some(({ channels }) => channels.get("email") === "unconfirmed");
  return isUnconfirmed
    ? "the e-mail address is not confirmed"
    : "the jobs do not send on the channels that are on";
}
