/** The alert settings of a farm, and their defaults. */

import { DAY_MS, MINUTE_MS } from "../time.ts";
import type { Language } from "../words/languages.ts";

/** `alertSettings/<farmId>`. A farm with these settings is watched. */
export interface AlertSettings {
  /** 0 switches alerts of silent sensors off. */
  readonly silentAfterMinutes: number;
  /** 0 switches alerts of batteries off. */
  readonly lowBatteryPercent: number;
  /** Language of the webhook's texts, and of delivery problems. Absent: English. */
  readonly language?: Language;
  readonly webhook?: Webhook;
}

export interface Webhook {
  readonly url: string;
  /** `whsec_` and base64, as in the Standard Webhooks specification. */
  readonly secret: string;
}

/** The settings that hold unless the farm or its greenhouse has its own. */
export const DEFAULT_SETTINGS: AlertSettings = { silentAfterMinutes: 30, lowBatteryPercent: 20 };
export const DEFAULT_SILENT_AFTER_MS = DEFAULT_SETTINGS.silentAfterMinutes * MINUTE_MS;

/** A week. */
export const MAX_SILENT_AFTER_MINUTES = 10_080;
/** How far ahead the end of a snooze may be. */
export const MAX_SNOOZE_MS = 7 * DAY_MS;

/**
 * Returns the update with which an owner switches alerts off. It deletes open alerts with the settings, because the farm
 * is no longer watched.
 */
export function switchingOff(farmId: string): Readonly<Record<string, null>> {
  return {
    [`alertSettings/${farmId}`]: null,
    [`alerts/${farmId}/open`]: null,
    [`alerts/${farmId}/pending`]: null,
  };
}
