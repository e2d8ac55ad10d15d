/** Remembers beside a file which of its lines are sent, so that loading it again sends only the rest. */

import type { Stats } from "node:fs";
import type { Session } from "../core/session";
import { count } from "../core/text";
import type { Account, LineRange } from "./account";
import { checkpointFile, readCheckpoint, removeCheckpoint, writeCheckpoint } from "./checkpoint";
import type { Checkpoint, LoadIdentity } from "./checkpoint";
import type { FileFormat } from "./format";

/** What the readings of a file depend on. */
export interface RememberedFile {
  /** Absolute. */
  readonly file: string;
  /** The farm's id or the sensor's uid. */
  readonly sender: string;
  readonly uid?: string;
  readonly format?: FileFormat;
}

/** What is remembered beside the file. */
export interface Memory {
  readonly start: Checkpoint;
  /** @param line up to which everything was sent */
  readonly save: (line: number, account: Account) => void;
  /** Called when all lines were sent: if all are stored, nothing is remembered any more. */
  readonly close: (account: Account) => void;
}

const NOTHING: Checkpoint = { line: 0, stored: 0, missing: [] };

/** Finds out what was sent before, and remembers what is sent from now on. */
export function openMemory(
  { target, out }: Pick<Session, "target" | "out">,
  { file, sender, uid = "", format }: RememberedFile,
  stats: Stats,
): Memory {
  // A pipe is read once.
  if (!stats.isFile()) return { start: NOTHING, save: () => undefined, close: () => undefined };
  const path = checkpointFile(file);
  const identity: LoadIdentity = {
    functionsUrl: target.functionsUrl,
    sender,
    // Another time zone or column makes other readings of the same line.
    format: JSON.stringify({ uid, ...format }),
    size: stats.size,
    modifiedMs: stats.mtimeMs,
  };
  const start = readCheckpoint(path, identity) ?? NOTHING;
  if (start !== NOTHING) {
    out.note(
      `${count(start.stored, "reading")} of this file are stored already: only the others are sent. To send all of them again, delete ${path}.`,
    );
  }
  let isWritable = true;
  return {
    start,
    save: (line, account) => {
      if (!isWritable) return;
      try {
        writeCheckpoint(path, identity, {
          line: Math.max(line, start.line),
          stored: account.stored,
          missing: [...account.missing(), ...behind(start.missing, line)],
        });
      } catch (error) {
        isWritable = false;
        const { message } = error as Error;
        out.note(`How far it is cannot be remembered, so that another run sends all: ${message}`);
      }
    },
    close: ({ refused }) => {
      if (refused === 0 && isWritable) removeCheckpoint(path);
    },
  };
}

function behind(ranges: readonly LineRange[], line: number): readonly LineRange[] {
  return ranges.flatMap(([first, last]) =>
    last > line ? [[Math.max(first, line + 1), last] as const] : [],
  );
}
