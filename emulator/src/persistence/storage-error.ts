/** Errors of the disk, in one line with the file and a remedy. */

import { readFileSync } from "node:fs";

/** A file cannot be read, written or parsed. The message is for a person. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

/**
 * Runs `work`. `action` completes the message "cannot <action> <path>".
 * @throws StorageError with the system's error as its cause
 */
export function onDisk<T>(action: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new StorageError(diskProblem(action, path, error), { cause: error });
  }
}

interface SystemError {
  readonly code: string;
  readonly message: string;
}

/** Returns whether the error comes from the operating system. `code` is the system's name of the error. */
export function isSystemError(error: unknown): error is SystemError {
  return typeof error === "object" && error !== null && "syscall" in error && "code" in error;
}

/** @throws StorageError if the file exists but cannot be read */
export function readIfPresent(path: string): string | undefined {
  return onDisk("read", path, () => {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if (isSystemError(error) && error.code === "ENOENT") return undefined;
      throw error;
    }
  });
}

function diskProblem(action: string, path: string, { code, message }: SystemError): string {
  const reason = REASONS[code];
  return `cannot ${action} ${path}: ${reason === undefined ? message : `${reason} (${code})`}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist; check the path",
  ENOTDIR: "a part of the path is a file, not a folder; name another folder",
  EEXIST: "a file of that name already exists; name another folder or move the file",
  EISDIR: "it is a folder, not a file; move it away",
  EACCES: "this user has no permission; change the owner or the permissions, or name another path",
  EPERM: "this user has no permission; change the owner or the permissions, or name another path",
  EROFS: "the file system is read-only; name another path",
  ENOSPC: "the disk is full; free some space and try again",
  EDQUOT: "the disk quota is used up; free some space and try again",
  EFBIG: "the file has reached the largest size allowed; raise the limit (ulimit -f)",
  EMFILE: "too many files are open; raise the limit (ulimit -n)",
  ENFILE: "too many files are open on this machine; close some programs",
  EIO: "the disk reports a failure; check its health before trusting it again",
};
