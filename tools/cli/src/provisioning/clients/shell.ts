/** The environment of the shell client for `. $HOME/greenhouse.env`, and its key. Both files go into the home folder. */

import type { BoardClient } from "./client";
import { environmentLines, KEY_FILE } from "./environment";

export const shell: BoardClient = {
  file: "greenhouse.env",
  template: `export GREENHOUSE_URL=\nexport GREENHOUSE_UID=\nexport GREENHOUSE_KEY_FILE="$HOME/${KEY_FILE}"\n`,
  // Another setting in the same line would be lost.
  setting: /^export (\w+)=(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])*$/,
  linesOf: (board) => environmentLines(board, "export "),
  keyFile: KEY_FILE,
  hasWifi: false,
};
