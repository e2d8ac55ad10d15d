/** Which boards are heard badly. Pure. */

import type { BoardReport } from "./board-status.ts";

/**
 * Below these values, readings begin to get lost. A LoRaWAN board is heard far below -80 dBm, so its `snr` counts: at
 * spreading factor 10 a receiver needs -15 dB. Wi-Fi needs about -80 dBm. Zigbee's `linkquality` is a rough measure.
 * Sources: Semtech SX1276 data sheet, table 13; IEEE 802.11n receivers' sensitivity at the lowest rate is about -82 dBm.
 */
export const WEAKEST = { snr: -10, linkquality: 40, rssi: -80 } as const;

/** Returns whether the board's signal is weak; undefined if it reports none. */
export function isSignalWeak({ snr, linkquality, rssi }: BoardReport): boolean | undefined {
  if (snr !== undefined) return snr < WEAKEST.snr;
  if (linkquality !== undefined) return linkquality < WEAKEST.linkquality;
  return rssi === undefined ? undefined : rssi < WEAKEST.rssi;
}
