/** Records of a farm and its greenhouses, read from stored data that is not trusted. */

import { parseLanguage } from "../words/languages.ts";
import type { AlertSettings } from "../alerts/settings.ts";
import { BOUNDS, QUANTITIES, SHOWN } from "../quantities/measurements.ts";
import type { Bounds, Quantity, Shown, Thresholds } from "../quantities/measurements.ts";
import { fieldOf, numberOf, textOf } from "../stored.ts";
import type { Place } from "../sun.ts";

/** @param stored `greenhouses/<greenhouseId>/thresholds` */
export function parseThresholds(stored: unknown): Thresholds {
  const thresholds: Partial<Record<Quantity, Bounds>> = {};
  for (const quantity of QUANTITIES) {
    const bounds = BOUNDS.flatMap((bound) => {
      const value = numberOf(fieldOf(stored, quantity), bound);
      return value === undefined ? [] : [[bound, value] as const];
    });
    if (bounds.length > 0) thresholds[quantity] = Object.fromEntries(bounds);
  }
  return thresholds;
}

/** More would not be a glance. */
export const MAX_ON_CARD = 3;

/** What stands on a greenhouse's card; empty: its owners have not chosen. @param stored `greenhouses/<greenhouseId>/card` */
export function parseCard(stored: unknown): readonly Shown[] {
  return SHOWN.filter((quantity) => fieldOf(stored, quantity) === true).slice(0, MAX_ON_CARD);
}

/** Where the farm is; undefined where the record is incomplete. @param stored `farms/<farmId>/place` */
export function parsePlace(stored: unknown): Place | undefined {
  const latitude = numberOf(stored, "latitude");
  const longitude = numberOf(stored, "longitude");
  const timeZone = textOf(stored, "timeZone");
  if (latitude === undefined || longitude === undefined || timeZone === undefined) return undefined;
  return { latitude, longitude, timeZone };
}

/** Undefined where the farm is not watched. @param stored `alertSettings/<farmId>` */
export function parseAlertSettings(stored: unknown): AlertSettings | undefined {
  const silentAfterMinutes = numberOf(stored, "silentAfterMinutes");
  const lowBatteryPercent = numberOf(stored, "lowBatteryPercent");
  if (silentAfterMinutes === undefined || lowBatteryPercent === undefined) return undefined;
  const language = parseLanguage(stored);
  const webhook = fieldOf(stored, "webhook");
  const url = textOf(webhook, "url");
  const secret = textOf(webhook, "secret");
  return {
    silentAfterMinutes,
    lowBatteryPercent,
    ...(language !== undefined && { language }),
    ...(url !== undefined && secret !== undefined && { webhook: { url, secret } }),
  };
}
