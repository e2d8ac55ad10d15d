/** What `farm sensor add --file` writes, by its options: settings of boards, and a sheet of labels. */

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { failed, misused } from "../core/failure";
import type { OpenSession } from "../core/session";
import { boardFiles, missingIn } from "./board-files";
import type { BoardClient } from "./clients/client";
import { BOARD_CLIENTS } from "./clients/clients";
import type { ClientName } from "./clients/clients";
import { labelSheet } from "./label-sheet";
import type { LabelledBoard } from "./label-sheet";
import type { PlannedFile } from "./planned-file";

export interface ListOptions {
  readonly settings?: string;
  readonly client?: ClientName;
  readonly template?: string;
  readonly sheet?: string;
  readonly showKeys?: true;
}

export interface Form {
  /** Absolute paths. */
  readonly settings: string | undefined;
  readonly sheet: string | undefined;
  readonly client: BoardClient;
  /** The text of the farm's own file. */
  readonly template: string | undefined;
}

/** @throws CommandError if the options do not fit, or the template lacks a setting */
export async function readForm(
  { resolvePath }: OpenSession,
  { settings, client, template, sheet, showKeys }: ListOptions,
): Promise<Form> {
  if (settings === undefined && sheet === undefined && showKeys === undefined) {
    throw misused(
      "Where should the keys go?",
      "Give --settings <folder> with --client, --sheet <file>, or --show-keys.",
    );
  }
  if ((settings === undefined) !== (client === undefined)) {
    throw misused("--settings and --client go together.");
  }
  if (template !== undefined && settings === undefined) {
    throw misused("--template is only for --settings.");
  }
  if (settings === "" || sheet === "") throw misused("--settings and --sheet need a name.");
  const chosen = BOARD_CLIENTS[client ?? "arduino"];
  const text = template === undefined ? undefined : await readTemplate(resolvePath(template));
  const lacks = text === undefined ? [] : missingIn(chosen, text);
  if (lacks.length > 0) {
    throw failed(
      `${template} has no line for ${lacks.join(", ")}.`,
      "Each needs a line of its own. Start from the example beside the client, or omit --template.",
    );
  }
  return {
    settings: settings === undefined ? undefined : resolvePath(settings),
    sheet: sheet === undefined ? undefined : resolvePath(sheet),
    client: chosen,
    template: text,
  };
}

async function readTemplate(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    throw failed(`The template cannot be read: ${(error as Error).message}.`);
  });
}

export function planFiles(
  { settings, sheet, client, template }: Form,
  title: string,
  boards: readonly LabelledBoard[],
): readonly PlannedFile[] {
  return [
    ...(settings === undefined
      ? []
      : boards.flatMap((board) => boardFiles(settings, client, board, template))),
    ...(sheet === undefined
      ? []
      : [{ owner: "the sheet", path: sheet, text: labelSheet(title, boards) }]),
  ];
}

/** Returns the folders that must be writable. */
export function foldersOf({ settings, sheet }: Form): readonly string[] {
  return [
    ...(settings === undefined ? [] : [settings]),
    ...(sheet === undefined ? [] : [dirname(sheet)]),
  ];
}
