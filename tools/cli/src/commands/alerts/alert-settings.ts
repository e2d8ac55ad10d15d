/** `farm alerts settings`: whether a farm is watched, when people are notified, and the farm's webhook. */

import { Option } from "commander";
import type { Command } from "commander";
import {
  DEFAULT_SETTINGS,
  MAX_SILENT_AFTER_MINUTES,
  switchingOff,
} from "@greenhouse/domain/alerts/settings";
import { LANGUAGES } from "@greenhouse/domain/alerts/people";
import type { AlertSettings } from "@greenhouse/domain/alerts/settings";
import type { Language } from "@greenhouse/domain/alerts/people";
import { checkWebhookUrl } from "@greenhouse/domain/alerts/webhook-url";
import { readOpen, readSettings } from "../../alerts/alerts";
import type { Json } from "../../core/database";
import { failed, misused } from "../../core/failure";
import { ownerOf, requireFarm } from "../../farm/farms";
import type { Farm } from "../../farm/farms";
import { farmCommand } from "../../core/hint";
import { updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { count, formatFields } from "../../core/text";
import { wholeNumber } from "../command";
import type { Runner } from "../command";

interface SettingsOptions {
  readonly silentAfter?: number;
  readonly lowBattery?: number;
  readonly language?: Language;
  /** `false` removes it. */
  readonly webhook?: string | false;
  readonly off?: true;
}

const SECRET_BYTES = 24;
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "German" };

export function addAlertSettingsCommand(alerts: Command, { opened }: Runner): void {
  alerts
    .command("settings")
    .description("show when a farm's people are notified; with options, switch it on or change it")
    .argument("<farmId>")
    .option(
      "--silent-after <minutes>",
      `a sensor counts as silent after so many minutes (${DEFAULT_SETTINGS.silentAfterMinutes}); 0: never`,
      wholeNumber(0, MAX_SILENT_AFTER_MINUTES),
    )
    .option(
      "--low-battery <percent>",
      `a battery counts as low from here on (${DEFAULT_SETTINGS.lowBatteryPercent}); 0: never`,
      wholeNumber(0, 100),
    )
    .addOption(
      new Option(
        "--language <language>",
        "of what goes to the whole farm: the webhook's texts, and why something was not delivered",
      ).choices(LANGUAGES),
    )
    .option(
      "--webhook <url>",
      "post each message there too, signed with a secret: a new one is made and printed each time",
    )
    .option("--no-webhook", "post messages nowhere any more")
    .option(
      "--off",
      "watch the farm no longer: the settings, the webhook with its secret and what is open go; the log of what is over stays",
    )
    .action(opened(settings));
}

async function settings(
  session: OpenSession,
  farmId: string,
  options: SettingsOptions,
): Promise<void> {
  const { silentAfter, lowBattery, language, webhook, off } = options;
  const isChange = [silentAfter, lowBattery, language, webhook].some((each) => each !== undefined);
  if (off === true && isChange) throw misused("--off goes with no other setting.");
  const url = typeof webhook === "string" ? requireUrl(session, webhook) : undefined;
  const farm = await requireFarm(session.database, farmId);
  const before = await readSettings(session.database, farmId);
  if (off === true) await switchOff(session, farm, before);
  else if (isChange) await change(session, farm, before, options, url);
  else show(session, farmId, before);
}

function show({ out }: OpenSession, farmId: string, stored: AlertSettings | undefined): void {
  const switchingOn = farmCommand("alerts settings", [farmId], { options: "--silent-after 30" });
  out.result(
    toJson(farmId, stored),
    stored === undefined
      ? `${farmId} is not watched. Switch it on: ${switchingOn}`
      : describe(stored),
  );
}

/** Writes both numbers: a watched farm has both. */
async function change(
  session: OpenSession,
  farm: Farm,
  before: AlertSettings | undefined,
  { silentAfter, lowBattery, language, webhook }: SettingsOptions,
  url: string | undefined,
): Promise<void> {
  const { farmId } = farm;
  const { webhook: earlier, ...others } = before ?? DEFAULT_SETTINGS;
  const secret = `whsec_${session.randomBytes(SECRET_BYTES).toString("base64")}`;
  const set = url === undefined ? undefined : { url, secret };
  const kept = webhook === undefined ? earlier : set;
  const after: AlertSettings = {
    ...others,
    ...(silentAfter !== undefined && { silentAfterMinutes: silentAfter }),
    ...(lowBattery !== undefined && { lowBatteryPercent: lowBattery }),
    ...(language !== undefined && { language }),
    ...(kept !== undefined && { webhook: kept }),
  };
  const path = `alertSettings/${farmId}`;
  await updateAs(session, ownerOf(farm), {
    [`${path}/silentAfterMinutes`]: after.silentAfterMinutes,
    [`${path}/lowBatteryPercent`]: after.lowBatteryPercent,
    ...(language !== undefined && { [`${path}/language`]: language }),
    ...(webhook !== undefined && { [`${path}/webhook`]: set ?? null }),
  });
  if (url !== undefined) {
    session.out.note(
      "Messages are signed with this secret (Standard Webhooks). It is shown this once; --webhook makes another:",
    );
  }
  session.out.result(
    { ...toJson(farmId, after), ...(url !== undefined && { secret }) },
    url === undefined ? describe(after) : `${secret}\n${describe(after)}`,
  );
}

/** Removes the open alerts too: nothing would end them later. */
async function switchOff(
  session: OpenSession,
  farm: Farm,
  before: AlertSettings | undefined,
): Promise<void> {
  const { farmId } = farm;
  if (before === undefined) throw failed(`${farmId} is not watched.`);
  const open = await readOpen(session.database, farmId);
  await session.confirmation.confirm(askAbout(farmId, before, open.length));
  await updateAs(session, ownerOf(farm), switchingOff(farmId));
  session.out.result(
    toJson(farmId, undefined),
    `${farmId} is not watched any more: nobody is notified.`,
  );
}

/** Messages to people that are queued already are still sent; those to the webhook have no address any more. */
function askAbout(farmId: string, { webhook }: AlertSettings, open: number): string {
  const lost = [
    "its settings",
    ...(webhook === undefined
      ? []
      : ["the webhook with its secret", "what still waits to be posted there"]),
    ...(open === 0 ? [] : [count(open, "open alert")]),
  ];
  const list = new Intl.ListFormat("en", { style: "long" }).format(lost);
  return `Switch alerts off for ${farmId}? Nobody is notified any more. This forgets ${list}; the log of what is over stays.`;
}

/** @throws CommandError (usage) where the jobs never post to such an address */
function requireUrl({ target }: OpenSession, text: string): string {
  const problem = checkWebhookUrl(text, target.kind === "emulators");
  if (problem !== undefined) throw misused(`--webhook ${text}: ${problem}`);
  return new URL(text).href;
}

function toJson(farmId: string, stored: AlertSettings | undefined): Readonly<Record<string, Json>> {
  if (stored === undefined) return { farmId, isWatched: false };
  const { silentAfterMinutes, lowBatteryPercent, language = "en", webhook } = stored;
  return {
    farmId,
    isWatched: true,
    silentAfterMinutes,
    lowBatteryPercent,
    language,
    webhook: webhook?.url ?? null,
  };
}

function describe({
  silentAfterMinutes,
  lowBatteryPercent,
  language = "en",
  webhook,
}: AlertSettings): string {
  return formatFields({
    "silent after": silentAfterMinutes === 0 ? "never" : count(silentAfterMinutes, "minute"),
    "low battery": lowBatteryPercent === 0 ? "never" : `${lowBatteryPercent} % or less`,
    language: LANGUAGE_NAMES[language],
    webhook: webhook?.url ?? "none",
  });
}
