/**
 * A lock on a folder, held by one process until it releases it or dies.
 *
 * The file is a queue: who wants the lock adds a line that names its process, and the first line whose process is
 * alive holds it. So two that find a dead holder at the same moment cannot both succeed. Processes of other machines
 * or containers that share the folder are not seen.
 */

import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { isSystemError, onDisk } from "./storage-error";

/** A line of the file. A withdrawn claim has its id added once more, alone. */
interface Claim {
  readonly id: string;
  readonly pid: number;
  /** When the process began, where that is known: tells it from a later one with the same number. */
  readonly begun?: string;
}

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
    const begun = readProcess(process.pid)?.begun;
    const claim: Claim = { id, pid: process.pid, ...(begun !== undefined && { begun }) };
    for (;;) {
      addLine(path, claim);
      const holder = readClaims(path).find((one) => one.id === id || isAlive(one));
      // Nobody: the holder has just released the lock, and this line went with the file.
      if (holder === undefined) continue;
      if (holder.id === id) return { ok: true, lock: new FolderLock(path, id) };
      addLine(path, { id });
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

/** The newline in front keeps clear of a line that a killed process left half written. */
function addLine(path: string, line: Claim | Pick<Claim, "id">): void {
  onDisk("write", path, () => appendFileSync(path, `\n${JSON.stringify(line)}\n`));
}

function readClaims(path: string): readonly Claim[] {
  const claims = new Map<string, Claim>();
  for (const line of readText(path).split("\n")) {
    const claim = parseLine(line);
    if (claim === undefined) continue;
    if ("pid" in claim) claims.set(claim.id, claim);
    else claims.delete(claim.id);
  }
  return [...claims.values()];
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return "";
    return onDisk("read", path, () => {
      throw error;
    });
  }
}

/** Undefined for what is no whole line: its process was killed while it wrote it. */
function parseLine(line: string): Claim | Pick<Claim, "id"> | undefined {
  try {
    const { id, pid, begun } = JSON.parse(line) as Partial<Claim>;
    if (id === undefined) return undefined;
    if (pid === undefined) return { id };
    return Number.isSafeInteger(pid) && pid > 0
      ? { id, pid, ...(begun !== undefined && { begun }) }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, begun }: Claim): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any other refusal, such as EPERM, comes from a process that is there.
    if (isSystemError(error) && error.code === "ESRCH") return false;
  }
  const found = readProcess(pid);
  if (found === undefined) return true;
  return !found.isZombie && (begun === undefined || found.begun === begun);
}

/** What Linux tells of a process; undefined elsewhere. Source: proc_pid_stat(5), fields 3 and 22. */
function readProcess(
  pid: number,
): { readonly begun: string; readonly isZombie: boolean } | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined; // No such file system here, or it does not show this process.
  }
  // The name in field 2 stands in brackets and may hold anything, brackets and spaces included.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, begun] = [fields[0], fields[19]];
  return begun === undefined ? undefined : { begun, isZombie: state === "Z" || state === "X" };
}
