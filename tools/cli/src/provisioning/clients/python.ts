/**
 * The environment of the Python client, and its key beside it: for `EnvironmentFile=` of systemd, or for a shell
 * (`set -a; . ./greenhouse.env`).
 */

import type { BoardClient } from "./client";
import { environmentLines, KEY_FILE } from "./environment";

export const python: BoardClient = {
  file: "greenhouse.env",
  template: `GREENHOUSE_URL=\nGREENHOUSE_UID=\nGREENHOUSE_KEY_FILE=${KEY_FILE}\n`,
  setting: /^(\w+)=/,
  linesOf: (board) => environmentLines(board, ""),
  keyFile: KEY_FILE,
  hasWifi: false,
};
