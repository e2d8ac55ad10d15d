/** How the settings of a client in devices/ are written. */

import type { Board } from "@greenhouse/domain/boards/board-settings";

export interface BoardClient {
  /** The name of the file, as the client's README calls it. */
  readonly file: string;
  /** A file with the least settings. Lines of settings have no value. */
  readonly template: string;
  /** Matches the line of a setting. The first group is its name. */
  readonly setting: RegExp;
  /** Returns the lines that differ from board to board. */
  readonly linesOf: (board: Board) => readonly string[];
  /** The name of a second file that holds only the key; undefined if the settings hold it. */
  readonly keyFile: string | undefined;
  /** Whether the file also has the network's name and password. */
  readonly hasWifi: boolean;
}
