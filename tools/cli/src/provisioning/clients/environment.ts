/** Variables of the environment, for clients on computers. */

import { sensorDataUrl } from "@greenhouse/domain/boards/board-settings";
import type { Board } from "@greenhouse/domain/boards/board-settings";
import { shellWord } from "../../core/hint";

/** Git ignores this name in devices/. */
export const KEY_FILE = "greenhouse.key";

/** @param start of each line */
export function environmentLines(board: Board, start: string): readonly string[] {
  return [
    `${start}GREENHOUSE_URL=${shellWord(sensorDataUrl(board))}`,
    `${start}GREENHOUSE_UID=${shellWord(board.uid)}`,
  ];
}
