/** Notices that npm is gone, which asks the commands that it runs to end only when it ends in an orderly way. */

import { readFileSync } from "node:fs";
import process from "node:process";

const LOOK_MS = 250;

/**
 * Calls back once when npm, or the shell in which it runs a script, has ended. Without npm nothing is watched: a
 * command that was started by hand in the background may outlive its shell.
 * @param {() => void} onGone
 */
export function watchStarter(onGone) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  // A shell that npm has started stays behind when npm is killed. The other parents of npm do not count.
  const isShell = argumentsOf(parent)[1] === "-c";
  const npm = isShell ? parentOf(parent) : undefined;
  const isThere = () => process.ppid === parent && (npm === undefined || parentOf(parent) === npm);
  const timer = setInterval(() => {
    if (isThere()) return;
    clearInterval(timer);
    onGone();
  }, LOOK_MS);
  timer.unref();
}

/**
 * Linux alone says it; the shells of other systems mostly put the command in their own place.
 * @param {number} pid
 */
function parentOf(pid) {
  const stat = readProcess(pid, "stat");
  // The name in field 2 stands in brackets and may hold brackets and spaces itself; the parent is field 4.
  const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return parent === undefined ? undefined : Number(parent);
}

/** @param {number} pid */
function argumentsOf(pid) {
  return readProcess(pid, "cmdline").split("\0");
}

/** @param {number} pid @param {string} name @returns {string} empty where it cannot be read */
function readProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
