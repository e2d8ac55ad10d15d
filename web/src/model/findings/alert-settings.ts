/** Checks the typed alert settings. The database's rules have the same limits. */

import { MAX_SILENT_AFTER_MINUTES } from "@greenhouse/domain/alerts/settings";
import type { ZonedClock } from "@greenhouse/domain/zoned-time";
import { parseFor } from "../input/typed-number";
import type { FieldNumber } from "../input/typed-number";

export type AlertFault = "badMinutes" | "badPercent" | "badWebhook";

export function parseMinutes(text: string): FieldNumber {
  return parseFor(isWholeUpTo(MAX_SILENT_AFTER_MINUTES), text, "min");
}

export function parsePercent(text: string): FieldNumber {
  return parseFor(isWholeUpTo(100), text, "%");
}

function isWholeUpTo(max: number): (value: number) => boolean {
  return (value) => Number.isInteger(value) && value >= 0 && value <= max;
}

/** Returns a secret as in the Standard Webhooks specification. @param bytes 24 random bytes */
export function webhookSecretOf(bytes: Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const MORNING = "07:00";
/** The hour from which a snooze lasts until the next day's morning, because the same morning is too close. */
const NIGHT_END_HOUR = 5;

/** Returns the next 7:00 on the person's clock: today's before 5:00, else tomorrow's. */
export function nextMorning(now: number, clock: ZonedClock): number {
  const wall = clock.wall(now);
  const morning = new Date(`${wall.slice(0, 10)}T${MORNING}Z`);
  const isDay = Number(wall.slice(11, 13)) >= NIGHT_END_HOUR;
  if (isDay) morning.setUTCDate(morning.getUTCDate() + 1);
  return clock.parseWall(morning.toISOString().slice(0, 16));
}
