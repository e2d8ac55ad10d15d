/** Notices when npm is gone: npm stops its commands only when it ends in an orderly way. */

import { readFileSync } from "node:fs";
import process from "node:process";

const POLL_MS = 250;

/**
 * Calls back once when npm, or the shell in which it runs a script, has ended. Does nothing without npm: a command that
 * was started by hand in the background may outlive its shell.
 * @param {() => void} onGone
 */
export function watchStarter(onGone) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  // npm's shell stays when npm is killed, so npm is watched too.
  const isShell = readProcess(parent, "cmdline").split("\0")[1] === "-c";
  const npm = isShell ? parentOf(parent) : undefined;
  const isThere = () => process.ppid === parent && (npm === undefined || parentOf(parent) === npm);
  const timer = setInterval(() => {
    if (isThere()) return;
    clearInterval(timer);
    onGone();
  }, POLL_MS);
  timer.unref();
}

/**
 * Only Linux has this file. The shells of other systems mostly replace themselves by the command.
 * @param {number} pid
 */
function parentOf(pid) {
  const stat = readProcess(pid, "stat");
  // The parent is field 4. The name in field 2 stands in brackets and may contain brackets and spaces.
  const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return parent === undefined ? undefined : Number(parent);
}

/** @param {number} pid @param {string} name @returns {string} empty when it cannot be read */
function readProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
