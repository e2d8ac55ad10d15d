/** Says how boards are. Pure. */

import type { Signal } from "@greenhouse/domain/boards/board-status";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import type { AskedInterval } from "@greenhouse/domain/boards/intervals";
import { signalsOf } from "@greenhouse/domain/boards/weak-signal";
import { isNearlySilent } from "@greenhouse/domain/boards/intervals";
import type { JsonObject } from "../core/database";
import { formatMinute, formatSeconds } from "../core/time";
import type { BoardFacts } from "./stored-boards";

const TEXTS: Readonly<Record<Signal, (value: number) => string>> = {
  rssi: (value) => `${value} dBm`,
  snr: (value) => `${value} dB`,
  linkquality: (value) => `quality ${value}`,
};

/** Returns the program with a mark, such as `arduino 1.9 (older)`; empty if it is not known. */
export function programText(board: BoardState | undefined): string {
  const { version = "", newer } = board ?? {};
  return newer === undefined ? version : `${version} (older)`;
}

/** Returns the signal that counts with a mark, such as `-86 dBm (weak)`; empty without. */
export function signalText(board: BoardState | undefined): string {
  const [counted] = board === undefined ? [] : signalsOf(board);
  return board && counted ? marked(TEXTS[counted[0]](counted[1]), board) : "";
}

/** Returns all signals with a mark, such as `-12 dB, -118 dBm (weak)`; undefined without. */
export function allSignalsText(board: BoardState): string | undefined {
  const texts = signalsOf(board).map(([signal, value]) => TEXTS[signal](value));
  return texts.length === 0 ? undefined : marked(texts.join(", "), board);
}

function marked(text: string, { isWeak }: BoardState): string {
  return isWeak ? `${text} (weak)` : text;
}

/** Returns when the newest reading arrived, with a mark; empty without. */
export function lastSeenText({ lastSeen, isSilent }: BoardFacts): string {
  if (lastSeen === undefined) return "";
  return isSilent ? `${formatMinute(lastSeen)} (silent)` : formatMinute(lastSeen);
}

export function intervalText(asked: AskedInterval | undefined): string | undefined {
  if (asked === undefined) return undefined;
  return `asked for ${formatSeconds(asked.seconds)}${asked.isOwn ? "" : " by its greenhouse"}`;
}

/** Returns a warning; empty if the interval is short enough. @param silentAfterMs the farm's limit */
export function intervalWarning(seconds: number, silentAfterMs: number): string {
  if (!isNearlySilent(seconds, silentAfterMs)) return "";
  const limit = formatSeconds(silentAfterMs / 1_000);
  return ` A sensor of the farm counts as silent after ${limit}. With this interval, one lost reading can be enough.`;
}

/** Returns the fields of the facts in JSON. */
export function factsJson({ board, lastSeen, isSilent }: BoardFacts): JsonObject {
  return { board: board ? boardJson(board) : null, lastSeen: lastSeen ?? null, silent: isSilent };
}

function boardJson({ isWeak, newer, ...board }: BoardState): JsonObject {
  const { version, rssi, snr, linkquality, heard } = board;
  return { version, rssi, snr, linkquality, heard, weak: isWeak, newer: newer ?? null };
}
