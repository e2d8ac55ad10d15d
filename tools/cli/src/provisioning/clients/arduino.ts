/** `secrets.h` of an Arduino sketch. */

import { arduinoLine, settingLines } from "@greenhouse/domain/boards/board-settings";
import type { BoardClient } from "./client";

export const arduino: BoardClient = {
  file: "secrets.h",
  template:
    "#pragma once\n\n#define GREENHOUSE_URL\n#define GREENHOUSE_UID\n#define GREENHOUSE_KEY\n",
  setting: /^\s*#define\s+(\w+)/,
  linesOf: (board) => settingLines(board, arduinoLine),
  keyFile: undefined,
  hasWifi: true,
};
