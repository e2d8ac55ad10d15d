/**
 * PUT by an admin with `writeSizeLimit=unlimited`, as firebase-tools imports a file. A long body is read in pieces, and
 * has no maximum size.
 */

import { TreeReader } from "../tree/tree-reader";
import type { DataRequest } from "./data";
import type { Reply } from "./reply";
import { commit, putData, refusedTree } from "./write";

/** A shorter body is written like any other. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

const DONE = { status: "ok" };

/** @returns undefined if the client disconnected before the end of the body */
export async function importData(data: DataRequest): Promise<Reply | undefined> {
  const { database, path } = data;
  let pieces: Buffer[] = [];
  let bytes = 0;
  let reader: TreeReader | undefined;
  try {
    for await (const piece of data.request.body) {
      bytes += piece.length;
      pieces.push(piece);
      if (bytes <= MAX_WHOLE_BYTES) continue;
      reader ??= new TreeReader(database.now, path.length);
      for (const received of pieces) reader.add(received);
      pieces = [];
    }
  } catch {
    return undefined;
  }
  if (reader === undefined) return putData(data, Buffer.concat(pieces, bytes));
  const read = reader.end();
  if (!read.ok) return refusedTree(read.problem);
  // firebase-tools does not read the answer. So an answer with the data would stay in memory.
  return commit(data, { kind: "import", path, node: read.node }, undefined, () => DONE);
}
