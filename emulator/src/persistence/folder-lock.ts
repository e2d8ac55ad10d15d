/**
 * A lock on a folder. A process holds the lock until it releases it or dies.
 * The file is a queue of claims, one claim per line. The first claim of a living process holds the lock. So two
 * processes that find a dead holder at the same moment cannot both succeed. The lock does not see processes of other
 * machines or containers that share the folder.
 */

import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { isSystemError, onDisk, readIfPresent } from "./storage-error";

interface Claim {
  readonly id: string;
  readonly pid: number;
  /** Start of the process, to tell it from a later process with the same pid. "" if unknown. */
  readonly begun: string;
}

const CLAIM = /^(\S+) ([1-9]\d*) (\d*)$/;

export type LockResult =
  | { readonly ok: true; readonly lock: FolderLock }
  | { readonly ok: false; readonly holder: number };

export class FolderLock {
  private constructor(
    private readonly path: string,
    private readonly id: string,
  ) {}

  /** @throws StorageError when the file cannot be read or written */
  static take(path: string): LockResult {
    const id = randomUUID();
    for (;;) {
      addLine(path, `${id} ${process.pid} ${readProcess(process.pid)?.begun ?? ""}`);
      const holder = readClaims(path).find((claim) => claim.id === id || isAlive(claim));
      if (holder === undefined) continue; // The holder has just removed the file, including this claim.
      if (holder.id === id) return { ok: true, lock: new FolderLock(path, id) };
      addLine(path, withdrawalOf(id));
      return { ok: false, holder: holder.pid };
    }
  }

  release(): void {
    // If somebody removed the file by hand, the next holder has created another file.
    if (readClaims(this.path).some(({ id }) => id === this.id)) {
      onDisk("remove", this.path, () => rmSync(this.path));
    }
  }
}

/** Adds a line. The newline before it ends a line that a killed process left unfinished. */
function addLine(path: string, line: string): void {
  onDisk("write", path, () => appendFileSync(path, `\n${line}\n`));
}

function withdrawalOf(id: string): string {
  return `${id} withdrawn`;
}

function readClaims(path: string): readonly Claim[] {
  const lines = (readIfPresent(path) ?? "").split("\n");
  const withdrawn = new Set(lines);
  return lines.flatMap((line) => {
    const [, id = "", pid, begun = ""] = CLAIM.exec(line) ?? [];
    return pid === undefined || withdrawn.has(withdrawalOf(id))
      ? []
      : { id, pid: Number(pid), begun };
  });
}

function isAlive({ pid, begun }: Claim): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any other error, such as EPERM, means that the process exists.
    if (isSystemError(error) && error.code === "ESRCH") return false;
  }
  const found = readProcess(pid);
  if (found === undefined) return true;
  return !found.isZombie && (begun === "" || found.begun === begun);
}

/**
 * Reads a process's start and state on Linux. Returns undefined elsewhere.
 * Source: proc_pid_stat(5), fields 3 and 22.
 */
function readProcess(
  pid: number,
): { readonly begun: string; readonly isZombie: boolean } | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined; // This system has no /proc, or /proc hides the process.
  }
  // The name in field 2 is in brackets and may contain any character, such as brackets and spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, begun] = [fields[0], fields[19]];
  return begun === undefined ? undefined : { begun, isZombie: state === "Z" || state === "X" };
}
