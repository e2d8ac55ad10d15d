/** `farm alerts test`: asks for a test message to one person, waits for it, and reports whether it was delivered. */

import { Option } from "commander";
import type { Command } from "commander";
import { CHANNELS } from "@greenhouse/domain/alerts/people";
import { LATE_LOOK_MS } from "@greenhouse/domain/alerts/service";
import type { AlertService } from "@greenhouse/domain/alerts/service";
import type { AlertTest, Channel } from "@greenhouse/domain/alerts/people";
import { readAlertTest } from "@greenhouse/domain/alerts/records";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import { CHANNEL_NAMES } from "../../alerts/alert-text";
import { readService, readSettings, startingJobs } from "../../alerts/alerts";
import { failed } from "../../core/failure";
import { nameAll, ownerOf, requireFarm, requireMember } from "../../farm/farms";
import type { Member } from "@greenhouse/domain/identity/members";
import type { Farm } from "../../farm/farms";
import { farmCommand } from "../../core/hint";
import { readNotified } from "../../alerts/notified";
import { updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatTime } from "../../core/time";
import type { Runner } from "../command";

const WAIT_MS = 150_000;
const PAUSE_MS = 1_000;

interface TestOptions {
  readonly person?: string;
  readonly channel: Channel;
}

export function addAlertTestCommand(alerts: Command, { opened }: Runner): void {
  alerts
    .command("test")
    .description("send a test message, and say what went wrong if it did")
    .argument("<farmId>")
    .option("--person <email|uid>", "the member who gets it (an owner, unless given)")
    .addOption(
      new Option("--channel <channel>", "how it is sent").choices(CHANNELS).default("email"),
    )
    .action(opened(test));
}

async function test(session: OpenSession, farmId: string, options: TestOptions): Promise<void> {
  const { channel } = options;
  const farm = await requireFarm(session.database, farmId);
  const member = await requireMember(session, farm, options.person ?? ownerOf(farm));
  const name = (await nameAll(session, farm, [member.uid]))(member.uid);
  if (channel === "webhook") await requireWebhook(session, farm, { ...member, name });
  const service = await requireJobs(session);
  if (channel !== "webhook") {
    await requireSwitchedOn(session, service, { farm, member, name, channel });
  }
  const path = `alertTests/${member.uid}/${channel}`;
  await updateAs(session, member.uid, { [path]: { farmId, askedAt: SERVER_TIME } });
  const { doneAt, problem } = await waitFor(session, path);
  const to = channel === "webhook" ? "the webhook" : `${name} by ${CHANNEL_NAMES[channel]}`;
  if (problem !== undefined) {
    const showing = `${farmCommand("alerts settings", [farmId])} shows its address.`;
    throw failed(
      `The test message did not reach ${to}: ${problem}`,
      channel === "webhook" ? showing : undefined,
    );
  }
  session.out.result(
    { farmId, person: member.uid, name, channel, doneAt },
    `The test message was sent to ${to} at ${formatTime(doneAt)}.`,
  );
}

type PersonalChannel = Exclude<Channel, "webhook">;

const SWITCHING_ON: Readonly<Record<PersonalChannel, string>> = {
  email: "Each person switches e-mail on for themselves on the farm page, under Alerts.",
  push: "Each person switches push messages on for themselves on the farm page, under Alerts, on the device that is to get them.",
};

interface Tested {
  readonly farm: Farm;
  readonly member: Member;
  readonly name: string;
  readonly channel: PersonalChannel;
}

/** @throws CommandError (failed) where no message reaches the person by the channel */
async function requireSwitchedOn(
  session: OpenSession,
  service: AlertService,
  { farm: { farmId }, member, name, channel }: Tested,
): Promise<void> {
  const [notified] = await readNotified(session, { farmId, members: [member] }, service);
  if (service[channel] === undefined) {
    throw failed(
      `The jobs of this database send nothing by ${CHANNEL_NAMES[channel]}.`,
      "docs/alerts.md says how they are set up for it.",
    );
  }
  if (channel === "push" && notified?.devices === 0) {
    throw failed(`${name} gets push messages on no device.`, SWITCHING_ON.push);
  }
  if (channel === "email" && notified?.email === "off") {
    throw failed(`${name} has not switched e-mail on.`, SWITCHING_ON.email);
  }
  if (channel === "email" && notified?.email === "address not confirmed") {
    throw failed(
      `${name} has not confirmed their e-mail address, and messages go to confirmed ones only.`,
      "The farm page sends them a link for it, under Alerts.",
    );
  }
}

/** @throws CommandError (failed) where there is none, or the member may not try it */
async function requireWebhook(
  { database }: OpenSession,
  { farmId }: Farm,
  { name, role }: Pick<Member, "role"> & { readonly name: string },
): Promise<void> {
  if (role !== "owner") {
    throw failed(`${name} is a viewer of ${farmId}: only owners try the webhook.`);
  }
  if ((await readSettings(database, farmId))?.webhook !== undefined) return;
  throw failed(
    `${farmId} has no webhook.`,
    `Set one: ${farmCommand("alerts settings", [farmId], { options: "--webhook <url>" })}`,
  );
}

/** @throws CommandError (failed) where no jobs run */
async function requireJobs({ database, target, now }: OpenSession): Promise<AlertService> {
  const service = await readService(database);
  const hint = startingJobs(target.kind);
  if (service === undefined) {
    throw failed("The jobs, which send alerts, have never run for this database.", hint);
  }
  const { lookedAt } = service;
  if (now() + (await database.clockOffset()) - lookedAt <= LATE_LOOK_MS) return service;
  throw failed(`The jobs, which send alerts, have not run since ${formatTime(lookedAt)}.`, hint);
}

async function waitFor(
  session: OpenSession,
  path: string,
): Promise<AlertTest & { readonly doneAt: number }> {
  const { database, now, sleep, startProgress } = session;
  const begunAt = now();
  const progress = await startProgress("Waiting");
  try {
    for (;;) {
      const answer = readAlertTest(await database.read(path));
      if (answer?.doneAt !== undefined) return { ...answer, doneAt: answer.doneAt };
      const waited = now() - begunAt;
      if (waited >= WAIT_MS) break;
      progress.show(waited / WAIT_MS, "the jobs run every minute");
      await sleep(PAUSE_MS, new AbortController().signal);
    }
  } finally {
    progress.end();
  }
  throw failed(
    `The jobs have not answered within ${WAIT_MS / 1000} s.`,
    "They may still: the message comes then. Their log says what they do.",
  );
}
