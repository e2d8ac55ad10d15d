/** Makes the settings of boards: a folder for each board with the files that its client reads. Pure, except for hashes. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Board } from "@greenhouse/domain/boards/board-settings";
import { idOf } from "@greenhouse/domain/identity/readable-ids";
import type { BoardClient } from "./clients/client";
import type { PlannedFile } from "./planned-file";

/** Every file system accepts such a name, and no two of them are the same in different case. */
const SAFE_NAME = /^[a-z0-9][a-z0-9_-]{0,59}$/;
/**
 * Windows has devices with these names.
 * Source: https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */
const DEVICE_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/;
/** The setting that names the second file. */
const KEY_FILE_SETTING = "GREENHOUSE_KEY_FILE";

/** Returns the name of a board's folder: its uid if every file system accepts it. */
export function folderOf(uid: string): string {
  if (SAFE_NAME.test(uid) && !DEVICE_NAME.test(uid)) return uid;
  return idOf(uid, createHash("sha256").update(uid).digest().subarray(0, 5));
}

/** @param template a file with the farm's settings: only the lines of the board are replaced */
export function boardFiles(
  folder: string,
  client: BoardClient,
  board: Board,
  template = client.template,
): readonly PlannedFile[] {
  const owner = board.uid;
  const own = join(folder, folderOf(owner));
  const settings = { owner, path: join(own, client.file), text: fillIn(client, board, template) };
  const { keyFile } = client;
  return keyFile === undefined
    ? [settings]
    : [settings, { owner, path: join(own, keyFile), text: `${board.key}\n` }];
}

function fillIn(client: BoardClient, board: Board, template: string): string {
  const own = new Map(client.linesOf(board).map((line) => [nameIn(client, line), line]));
  return linesIn(template)
    .map((line) => own.get(nameIn(client, line) ?? "") ?? line)
    .join("\n");
}

/** Returns the settings of a board that have no line in the template. */
export function missingIn(client: BoardClient, template: string): readonly string[] {
  const namesIn = (text: string): readonly string[] =>
    linesIn(text).flatMap((line) => nameIn(client, line) ?? []);
  const present = namesIn(template);
  const lines = client.linesOf({ uid: "uid", key: "key", functionsUrl: "" });
  const needed = lines.flatMap((line) => namesIn(line));
  if (client.keyFile !== undefined) needed.push(KEY_FILE_SETTING);
  return needed.filter((name) => !present.includes(name));
}

function linesIn(text: string): readonly string[] {
  return text.split(/\r\n|\n/);
}

function nameIn({ setting }: BoardClient, line: string): string | undefined {
  return setting.exec(line)?.[1];
}
