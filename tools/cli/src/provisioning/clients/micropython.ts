/** `config.py` of MicroPython. */

import { micropythonLine, settingLines } from "@greenhouse/domain/boards/board-settings";
import type { BoardClient } from "./client";

export const micropython: BoardClient = {
  file: "config.py",
  template: "GREENHOUSE_URL =\nGREENHOUSE_UID =\nGREENHOUSE_KEY =\n",
  setting: /^(\w+)\s*=/,
  linesOf: (board) => settingLines(board, micropythonLine),
  keyFile: undefined,
  hasWifi: true,
};
