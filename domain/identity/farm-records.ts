/** Parses records of a farm and its greenhouses. Stored data is not trusted. */

import { LANGUAGES } from "../words/languages.ts";
import type { AlertSettings, Webhook } from "../alerts/settings.ts";
import { BOUNDS, QUANTITIES, SHOWN } from "../quantities/measurements.ts";
import type { Bounds, Quantity, Shown, Thresholds } from "../quantities/measurements.ts";
import { fieldOf, fields, oneOf, parseFields, asNumber, parseRecord, asText } from "../stored.ts";
import type { Place } from "../sun.ts";

const BOUND_READERS = fields(asNumber, ...BOUNDS);
const PLACE = { ...fields(asNumber, "latitude", "longitude"), timeZone: asText };
const SETTINGS = fields(asNumber, "silentAfterMinutes", "lowBatteryPercent");
const WEBHOOK = fields(asText, "url", "secret");
const CHOSEN = {
  language: oneOf(LANGUAGES),
  webhook: (stored: unknown): Webhook | undefined => parseRecord(stored, WEBHOOK),
};

/** @param stored `greenhouses/<greenhouseId>/thresholds` */
export function parseThresholds(stored: unknown): Thresholds {
  const thresholds: Partial<Record<Quantity, Bounds>> = {};
  for (const quantity of QUANTITIES) {
    const bounds = parseFields(fieldOf(stored, quantity), BOUND_READERS);
    if (Object.keys(bounds).length > 0) thresholds[quantity] = bounds;
  }
  return thresholds;
}

/** With more quantities, a card could not be read at a glance. */
export const MAX_ON_CARD = 3;

/**
 * Returns the quantities on a greenhouse's card; empty if its owners have not chosen.
 * @param stored `greenhouses/<greenhouseId>/card`
 */
export function parseCard(stored: unknown): readonly Shown[] {
  return SHOWN.filter((quantity) => fieldOf(stored, quantity) === true).slice(0, MAX_ON_CARD);
}

/** Returns the farm's place; undefined if the record is incomplete. @param stored `farms/<farmId>/place` */
export function parsePlace(stored: unknown): Place | undefined {
  return parseRecord(stored, PLACE);
}

/** Returns undefined if the farm is not watched. @param stored `alertSettings/<farmId>` */
export function parseAlertSettings(stored: unknown): AlertSettings | undefined {
  return parseRecord(stored, SETTINGS, CHOSEN);
}
