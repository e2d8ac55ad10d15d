/**
 * A lock on a folder, held by one process until it releases the lock or dies.
 * The file is a queue of claims, one on a line, and the first claim of a living process holds the lock. So two
 * processes that find a dead holder at the same moment cannot both succeed. Processes of other machines or containers
 * that share the folder are not seen.
 */

import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { isSystemError, onDisk, readIfPresent } from "./storage-error";

interface Claim {
  readonly id: string;
  readonly pid: number;
  /** When the process began, so that a later process with the same number is not taken for it; "" if not known. */
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
      if (holder === undefined) continue; // The holder has just removed the file, and this claim with it.
      if (holder.id === id) return { ok: true, lock: new FolderLock(path, id) };
      addLine(path, withdrawalOf(id));
      return { ok: false, holder: holder.pid };
    }
  }

  release(): void {
    // Someone may have removed the file by hand, and the next holder made a new one.
    if (readClaims(this.path).some(({ id }) => id === this.id)) {
      onDisk("remove", this.path, () => rmSync(this.path));
    }
  }
}

/** The newline in front ends a line that a killed process left unfinished. */
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
    // Any other refusal, such as EPERM, means that the process exists.
    if (isSystemError(error) && error.code === "ESRCH") return false;
  }
  const found = readProcess(pid);
  if (found === undefined) return true;
  return !found.isZombie && (begun === "" || found.begun === begun);
}

/** What Linux says about a process; undefined elsewhere. Source: proc_pid_stat(5), fields 3 and 22. */
function readProcess(
  pid: number,
): { readonly begun: string; readonly isZombie: boolean } | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined; // There is no such file system here, or it hides this process.
  }
  // The name in field 2 stands in brackets and may hold anything, brackets and spaces included.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, begun] = [fields[0], fields[19]];
  return begun === undefined ? undefined : { begun, isZombie: state === "Z" || state === "X" };
}
