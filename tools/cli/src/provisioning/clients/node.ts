/** The environment of the Node client, and its key beside it: `node --env-file=greenhouse.env`, or as for Python. */

import { failed } from "../../core/failure";
import { shellWord } from "../../core/hint";
import type { BoardClient } from "./client";
import { environmentLines } from "./environment";
import { python } from "./python";

export const node: BoardClient = {
  ...python,
  linesOf: (board) => environmentLines(board, "", quote),
};

/** Within double quotes, a shell or Node gives these characters a meaning. */
const SPECIAL = /["\\`$]/;

/**
 * Quotes a value so that Node, a shell and systemd read the same text. Node knows no escapes: a quoted value ends at the
 * next quotation mark of its kind.
 * Source: https://nodejs.org/api/environment_variables.html#dotenv
 */
function quote(value: string): string {
  if (!value.includes("'")) return shellWord(value);
  if (!SPECIAL.test(value)) return `"${value}"`;
  throw failed(
    `Nothing was registered or written: a file for node --env-file cannot hold ${value}.`,
    'Choose a uid that does not have an apostrophe together with ", \\ or `.',
  );
}
