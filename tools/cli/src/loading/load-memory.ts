/**
 * Remembers beside a file which of its lines are sent, so that a second import sends only the rest.
 */

import type { Stats } from "node:fs";
import type { Session } from "../core/session";
import { count } from "../core/text";
import type { Account, LineRange } from "./account";
import { checkpointFile, readCheckpoint, removeCheckpoint, writeCheckpoint } from "./checkpoint";
import type { Checkpoint, LoadIdentity } from "./checkpoint";
import type { FileFormat } from "./format";

/** The file, and the settings that its readings depend on. */
export interface RememberedFile {
  /** Absolute path. */
  readonly file: string;
  /** The farm's id or the sensor's uid. */
  readonly sender: string;
  readonly uid?: string;
  readonly format?: FileFormat;
}

/** Reads and writes the file that remembers the position. */
export interface Memory {
  readonly start: Checkpoint;
  /** @param line all lines up to this line were sent */
  readonly save: (line: number, account: Account) => void;
  /**
   * Called when all lines were sent. If all readings are stored, it deletes the remembered
   * position.
   */
  readonly close: (account: Account) => void;
}

const NOTHING: Checkpoint = { line: 0, stored: 0, missing: [] };

/** Finds out what was sent before, and remembers what is sent from now on. */
export function openMemory(
  { target, out }: Pick<Session, "target" | "out">,
  remembered: RememberedFile,
  stats: Stats,
): Memory {
  const { file, sender } = remembered;
  // A pipe can be read only once.
  if (!stats.isFile()) return { start: NOTHING, save: () => undefined, close: () => undefined };
  const path = checkpointFile(file);
  const identity: LoadIdentity = {
    functionsUrl: target.functionsUrl,
    sender,
    format: formatText(remembered),
    size: stats.size,
    modifiedMs: stats.mtimeMs,
  };
  const start = readCheckpoint(path, identity) ?? NOTHING;
  if (start !== NOTHING) {
    out.note(
      `${count(start.stored, "reading")} of this file are already stored, so only the others are sent. To send all readings again, delete ${path}.`,
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
        out.note(
          `The position cannot be remembered, so another run would send everything: ${message}`,
        );
      }
    },
    close: ({ refused }) => {
      if (refused === 0 && isWritable) removeCheckpoint(path);
    },
  };
}

/** With another time zone or other columns a line is another reading. */
export function formatText({ uid = "", format }: Pick<RememberedFile, "uid" | "format">): string {
  return JSON.stringify({ uid, ...format });
}

function behind(ranges: readonly LineRange[], line: number): readonly LineRange[] {
  return ranges.flatMap(([first, last]) =>
    last > line ? [[Math.max(first, line + 1), last] as const] : [],
  );
}
