/** Variables of the environment, for clients on computers. */

import { sensorDataUrl } from "@greenhouse/domain/boards/board-settings";
import type { Board } from "@greenhouse/domain/boards/board-settings";
import { shellWord } from "../../core/hint";

/** Git ignores this name in devices/. */
export const KEY_FILE = "greenhouse.key";

/** @param start of each line @param quote writes a value as the reader of the file expects it */
export function environmentLines(
  board: Board,
  start: string,
  quote: (value: string) => string = shellWord,
): readonly string[] {
  return [
    `${start}GREENHOUSE_URL=${quote(sensorDataUrl(board))}`,
    `${start}GREENHOUSE_UID=${quote(board.uid)}`,
  ];
}
