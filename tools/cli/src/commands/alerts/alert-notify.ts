/** `farm alerts notify`: which of a farm's people are notified of its alerts, when and how. */

import { Option } from "commander";
import type { Command } from "commander";
import { AFTER_MINUTES } from "@greenhouse/domain/alerts/people";
import type { AfterMinutes } from "@greenhouse/domain/alerts/people";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import { readService, readSettings } from "../../alerts/alerts";
import { failed, misused } from "../../core/failure";
import { nameAll, requireFarm, requireMember } from "../../farm/farms";
import type { Farm } from "../../farm/farms";
import { farmCommand } from "../../core/hint";
import { isReached, readNotified, SWITCHING_ON } from "../../alerts/notified";
import type { Notified } from "../../alerts/notified";
import { updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { count, formatTable } from "../../core/text";
import type { Runner } from "../command";

interface NotifyOptions {
  readonly person?: string;
  readonly after?: string;
  readonly mute?: true;
}

export function addAlertNotifyCommand(alerts: Command, { opened }: Runner): void {
  alerts
    .command("notify")
    .description("show who is notified of alerts, when and how; with options, change when one is")
    .argument("<farmId>")
    .option("--person <email|uid>", "only this member, whose choice the next options change")
    .addOption(
      new Option(
        "--after <minutes>",
        "notify them only of what nobody has acknowledged for so long; 0: at once",
      ).choices(AFTER_MINUTES.map(String)),
    )
    .option("--mute", "send them no messages of this farm")
    .action(opened(notify));
}

async function notify(
  session: OpenSession,
  farmId: string,
  { person, after, mute }: NotifyOptions,
): Promise<void> {
  if (mute === true && after !== undefined) throw misused("--mute goes without --after.");
  const farm = await requireFarm(session.database, farmId);
  const isChange = mute === true || after !== undefined;
  if (person === undefined && isChange) {
    throw misused(
      "Each person chooses for themselves: say whose choice it is with --person <email|uid>.",
      `Who is a member: ${farmCommand("member list", [farmId])}`,
    );
  }
  const member = person === undefined ? undefined : await requireMember(session, farm, person);
  const members = member === undefined ? farm.members : [member];
  if (member !== undefined && isChange) {
    await choose(
      session,
      farm,
      member.uid,
      AFTER_MINUTES.find((each) => `${each}` === after),
    );
  }
  const service = await readService(session.database);
  await show(session, farm, await readNotified(session, { ...farm, members }, service));
}

/** @param after undefined: no messages */
async function choose(
  session: OpenSession,
  farm: Farm,
  uid: string,
  after: AfterMinutes | undefined,
): Promise<void> {
  const { farmId } = farm;
  // What is not stored means "at once", and can be removed even where the farm is not on the person's list.
  if (after !== 0 && (await session.database.read(`users/${uid}/farms/${farmId}`)) === null) {
    const nameOf = await nameAll(session, farm, [uid]);
    throw failed(
      `${nameOf(uid)} does not have ${farmId} on their list of farms, so nothing can be chosen for it.`,
      `An invitation link puts it there again: ${farmCommand("invite", [farmId])}`,
    );
  }
  const later = { afterMinutes: after, since: SERVER_TIME };
  const choice = after === undefined ? false : after === 0 ? null : later;
  await updateAs(session, uid, { [`users/${uid}/alerts/farms/${farmId}`]: choice });
}

async function show(session: OpenSession, farm: Farm, people: readonly Notified[]): Promise<void> {
  const { database, out } = session;
  const { farmId } = farm;
  const nameOf = await nameAll(
    session,
    farm,
    people.map(({ uid }) => uid),
  );
  const settings = await readSettings(database, farmId);
  const reached = people.length === farm.members.length ? people.filter(isReached) : [];
  const soonest = Math.min(...reached.flatMap(({ afterMinutes }) => afterMinutes ?? []));
  out.result(
    people.map((each) => ({
      uid: each.uid,
      name: nameOf(each.uid),
      role: each.role,
      afterMinutes: each.afterMinutes ?? null,
      email: each.email,
      devices: each.devices,
      isReached: isReached(each),
    })),
    formatTable(
      ["member", "notified", "e-mail", "push"],
      people.map((each) => [nameOf(each.uid), whenOf(each), each.email, pushOf(each)]),
      `${farmId} has no members.`,
    ),
  );
  if (settings === undefined) {
    const switchingOn = farmCommand("alerts settings", [farmId], { options: "--silent-after 30" });
    out.note(`${farmId} is not watched: nobody is notified. Switch it on: ${switchingOn}`);
  } else if (settings.webhook !== undefined) {
    out.note("The farm's webhook gets each message too.");
  } else if (reached.length > 0 && soonest > 0) {
    out.note(
      `Nobody is notified at once: the first hears of it after ${count(soonest, "minute")}.`,
    );
  }
  const unreached = people.filter((each) => each.afterMinutes !== undefined && !isReached(each));
  if (unreached.length > 0) {
    const names = unreached.map(({ uid }) => nameOf(uid));
    out.note(`No message reaches ${new Intl.ListFormat("en").format(names)}. ${SWITCHING_ON}`);
  }
}

function whenOf({ hasAccepted, afterMinutes }: Notified): string {
  if (!hasAccepted) return "no (the farm is not on their list)";
  if (afterMinutes === undefined) return "no (muted)";
  return afterMinutes === 0
    ? "at once"
    : `after ${count(afterMinutes, "minute")}, unless acknowledged`;
}

function pushOf({ devices, isPushSent }: Notified): string {
  if (devices === 0) return "off";
  return isPushSent ? `on (${count(devices, "device")})` : "not sent by the jobs";
}
