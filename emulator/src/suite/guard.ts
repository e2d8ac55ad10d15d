/**
 * A small process that outlives `exec`, also when that is killed: once `exec` is gone it ends what was started and
 * removes the private folder. Linux and macOS only.
 */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { pidFile } from "./stand-in";

/** The time for an orderly end, an export included, in tenths of a second. */
const GRACE = 200;

/** Reads the command's process group, then waits for the end of its input. */
const SCRIPT = `
# In a container nobody may collect ended processes: they stay, in state Z.
is_over() {
  ps -A -o pgid= -o stat= 2>/dev/null |
    awk -v group="$1" '$1 == group { all++; if ($2 ~ /^Z/) ended++ } END { exit !(all && all == ended) }' 2>/dev/null
}
finish() {
  kill -s TERM -- "-$1" 2>/dev/null || return 0
  turn=0
  while [ -e "$2" ] && [ $turn -lt ${GRACE} ] && kill -s 0 -- "-$1" 2>/dev/null && ! is_over "$1"; do
    sleep 0.1
    turn=$((turn + 1))
  done
  kill -s KILL -- "-$1" 2>/dev/null
}
read -r group
while read -r _; do :; done
[ -z "$group" ] || finish "$group" "$1"
# firebase-tools starts the database in a process group of its own. It takes the file away when it ends; where it was
# killed, its number may be another process's by now.
if [ -s "$2" ] && read -r database <"$2"; then
  case "$(ps -o args= -p "$database" 2>/dev/null)" in *"$1"*) finish "$database" "$2" ;; esac
fi
rm -rf -- "$1"
`;

export class Guard {
  private constructor(private readonly child: ChildProcessByStdio<Writable, null, null>) {}

  static start(folder: string): Guard {
    const child = spawn("/bin/sh", ["-c", SCRIPT, "rtdb-emulator-guard", folder, pidFile(folder)], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // A guard that was killed takes no more input.
    child.stdin.on("error", () => undefined);
    return new Guard(child);
  }

  watch(processGroup: number): void {
    this.child.stdin.write(`${processGroup}\n`);
  }

  /** Resolves when everything has ended. */
  async finish(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, "exit");
    this.child.stdin.end();
    await exit;
  }
}
