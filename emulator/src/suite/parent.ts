/** Notices when the parent process has ended or was killed. */

import { readFileSync } from "node:fs";

const INTERVAL_MS = 250;

export function watchParent(parent: number, onGone: () => void): void {
  watch(() => process.ppid === parent && isRunning(parent), onGone);
}

/** Watches npm or npx. They run a command in a shell, which survives them. Only Linux tells the shell's parent. */
export function watchNpm(onGone: () => void): void {
  if (process.env["npm_command"] === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  watch(() => process.ppid === shell && parentOf(shell) === npm, onGone);
}

function watch(isThere: () => boolean, onGone: () => void): void {
  const timer = setInterval(() => {
    if (isThere()) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}

function parentOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The parent is field 4. The name in field 2 is in brackets and may contain brackets and spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  } catch {
    return undefined;
  }
}

/** Returns whether a process runs. Needed on Windows, where `ppid` stays the same after the parent has ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
