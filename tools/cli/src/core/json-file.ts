/** Reads a small JSON file that a person wrote, or standard input. */

import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { failed, misused } from "./failure";
import type { Session } from "./session";

/** Much more than any settings. */
const MAX_BYTES = 65_536;
const STANDARD_INPUT = "-";

export interface JsonFile {
  /** As typed, for messages. */
  readonly name: string;
  readonly value: unknown;
}

/**
 * @param file as typed; `-`: standard input
 * @param hint how to get a right file
 * @throws CommandError if it cannot be read, is too large or is not JSON
 */
export async function readJsonFile(
  { stdin, resolvePath }: Pick<Session, "stdin" | "resolvePath">,
  file: string,
  hint: string,
): Promise<JsonFile> {
  if (file === "") throw misused("The name of a file is missing.");
  const isInput = file === STANDARD_INPUT;
  const name = isInput ? "Standard input" : file;
  const text = isInput
    ? await readText(stdin, name, hint)
    : await readFile(resolvePath(file), name, hint);
  if (text.trim() === "") throw failed(`${name} is empty.`, hint);
  try {
    return { name, value: JSON.parse(text) };
  } catch (error) {
    throw failed(`${name} is not JSON: ${(error as Error).message}.`, hint);
  }
}

async function readFile(path: string, name: string, hint: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    if ((await handle.stat()).isDirectory()) throw failed(`${name} is a folder.`, hint);
    return await readText(handle.createReadStream({ autoClose: false }), name, hint);
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw failed(`There is no file ${name}.`, hint);
    if (syscall === undefined) throw error;
    throw failed(`${name} cannot be read: ${message}.`, hint);
  } finally {
    await handle?.close();
  }
}

async function readText(
  stream: AsyncIterable<Buffer | string>,
  name: string,
  hint: string,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk);
    chunks.push(part);
    bytes += part.length;
    if (bytes > MAX_BYTES) throw failed(`${name} has more than ${MAX_BYTES / 1024} kB.`, hint);
  }
  // Editors on Windows may put a byte order mark first.
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\ufeff/, "");
}
