/** Which boards are heard badly. Pure. */

import { SIGNALS } from "./board-status.ts";
import type { BoardReport, Signal } from "./board-status.ts";

/**
 * Below these values, readings begin to get lost. A LoRaWAN board is heard far below -80 dBm, so its `snr` counts: at
 * spreading factor 10 a receiver needs -15 dB. Wi-Fi needs about -80 dBm. Zigbee's `linkquality` is a rough measure.
 * Sources: Semtech SX1276 data sheet, table 13; IEEE 802.11n receivers' sensitivity at the lowest rate is about -82 dBm.
 */
export const WEAKEST = { snr: -10, linkquality: 40, rssi: -80 } as const;

/** The first of these that a board reports decides. */
const DECISIVE = Object.keys(WEAKEST) as readonly (keyof typeof WEAKEST)[];

/** Returns the signal that decides whether the board is heard badly; undefined if it reports none. */
export function countedSignal(report: BoardReport): Signal | undefined {
  return DECISIVE.find((signal) => report[signal] !== undefined);
}

/** Returns the signals that a board reports with their values, the one that counts first. */
export function signalsOf(report: BoardReport): readonly (readonly [Signal, number])[] {
  const counted = countedSignal(report);
  if (counted === undefined) return [];
  return [counted, ...SIGNALS.filter((signal) => signal !== counted)].flatMap((signal) => {
    const value = report[signal];
    return value === undefined ? [] : [[signal, value] as const];
  });
}

/** Returns whether the board's signal is weak; undefined if it reports none. */
export function isSignalWeak(report: BoardReport): boolean | undefined {
  const signal = countedSignal(report);
  const value = signal && report[signal];
  return signal && value !== undefined ? value < WEAKEST[signal] : undefined;
}
