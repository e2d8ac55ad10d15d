/** The first line of a journal: which format the file has. Every version keeps the shape of this line. */

import { StorageError } from "./storage-error";

const FORMAT = "rtdb-emulator journal";
const VERSION = 2;
/** Version 1 kept snapshots in files of their own. */
const FORMATS: readonly unknown[] = [FORMAT, "rtdb-emulator snapshot"];

export const HEADER = JSON.stringify({ format: FORMAT, version: VERSION });

/** What to do about a damaged snapshot. */
export const START_EMPTY = "put back a copy of it, or move it away to start this database empty";

/** @throws StorageError for a file of another program or another version */
export function assertHeader(path: string, json: string): void {
  if (json === HEADER) return;
  const { format, version } = parse(json);
  if (FORMATS.includes(format) && version !== VERSION) {
    throw new StorageError(
      `${path}: format version ${JSON.stringify(version)}, this emulator reads version ${VERSION} only; ` +
        "export the data with the emulator that wrote it (--export-on-exit) and import it into another data folder " +
        "(--import), or move the files of this database away to start it empty",
    );
  }
  throw new StorageError(
    `${path}, line 1: not the header of an ${FORMAT}; if the file is another program's, name another folder, ` +
      `else ${START_EMPTY}`,
  );
}

function parse(json: string): { readonly format?: unknown; readonly version?: unknown } {
  try {
    return (JSON.parse(json) as object | null) ?? {};
  } catch {
    return {}; // Not JSON: the file of another program.
  }
}
