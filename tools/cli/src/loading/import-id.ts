/** Gives each import an id. The functions store it with each reading that the import brings. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Session } from "../core/session";
import { formatText } from "./load-memory";
import type { RememberedFile } from "./load-memory";

/** 64 bits: a farm has too few imports for two with the same id. */
const ID_CHARACTERS = 16;

/**
 * Returns the id of the import of a file: the same for the same content, read in the same way. So it stays when an import is
 * resumed or repeated.
 * @param isFile whether the file can be read twice. If not, such as a pipe, each import has an id of its own
 * @throws the error of the disk
 */
export async function importIdOf(
  { randomBytes }: Pick<Session, "randomBytes">,
  remembered: RememberedFile,
  isFile: boolean,
): Promise<string> {
  if (!isFile) return randomBytes(ID_CHARACTERS / 2).toString("hex");
  const hash = createHash("sha256");
  hash.update(JSON.stringify([remembered.sender, formatText(remembered)]));
  for await (const chunk of createReadStream(remembered.file)) hash.update(chunk as Buffer);
  return hash.digest("hex").slice(0, ID_CHARACTERS);
}
