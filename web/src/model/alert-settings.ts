/** What people type into the settings of alerts. The rules of the database have the same limits. */

import { MAX_SILENT_AFTER_MINUTES } from "../../../domain/src/alerts";
import { parseNumber } from "./typed-number";
import type { TypedNumber } from "./typed-number";
import { checkWebhookUrl } from "../../../domain/src/webhook-url";

export type AlertFault = "badMinutes" | "badPercent" | "badWebhook";

/** A whole number within the limits, or what keeps the text from being one. */
export type Whole = number | "doubtful" | "refused";

export function parseMinutes(text: string, locale: string): Whole {
  return parseWhole(parseNumber(text, locale, "min"), MAX_SILENT_AFTER_MINUTES);
}

export function parsePercent(text: string, locale: string): Whole {
  return parseWhole(parseNumber(text, locale, "%"), 100);
}

function parseWhole(typed: TypedNumber, most: number): Whole {
  if (typed.kind === "doubtful") return "doubtful";
  if (typed.kind !== "number" || !Number.isInteger(typed.value)) return "refused";
  return typed.value >= 0 && typed.value <= most ? typed.value : "refused";
}

/** What the rules store: ASCII, so that a name is seen as it is asked for; plain HTTP to this machine alone. */
const ADDRESS = /^(?:https:\/\/|http:\/\/(?:127[.]0[.]0[.]1|localhost)[:/])[!-~]+$/;

/** @param allowsLocal on the emulators: plain HTTP to this machine */
export function isWebhookUrl(text: string, allowsLocal: boolean): boolean {
  return ADDRESS.test(text) && checkWebhookUrl(text, allowsLocal) === undefined;
}

/** As in the Standard Webhooks specification. @param bytes 24 random ones */
export function webhookSecretOf(bytes: Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const MORNING = 7;
/** A shorter snooze until the morning would be over before anyone has slept. */
const LATEST_NIGHT = 5;

/** The next 7:00 of this device's time zone: today's in the small hours, else tomorrow's. */
export function nextMorning(now: number): number {
  const morning = new Date(now);
  if (morning.getHours() >= LATEST_NIGHT) morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING, 0, 0, 0);
  return morning.getTime();
}
