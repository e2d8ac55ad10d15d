/**
 * A small process that outlives `exec`, even if `exec` is killed. When `exec` is gone, the guard ends the processes
 * that were started and removes the private folder. Linux and macOS only.
 */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { pidFile } from "./stand-in";

/** Time limit for an orderly end with an export, in turns of 0.1 s. */
const MAX_TURNS = 200;

/** Reads the command's process group, then waits for the end of its input. */
const SCRIPT = `
# In a container ended processes may stay, in state Z, if their parent does not collect them.
is_over() {
  ps -A -o pgid= -o stat= 2>/dev/null |
    awk -v group="$1" '$1 == group { all++; if ($2 ~ /^Z/) ended++ } END { exit !(all && all == ended) }' 2>/dev/null
}
finish() {
  kill -s TERM -- "-$1" 2>/dev/null || return 0
  turn=0
  while [ -e "$2" ] && [ $turn -lt ${MAX_TURNS} ] && kill -s 0 -- "-$1" 2>/dev/null && ! is_over "$1"; do
    sleep 0.1
    turn=$((turn + 1))
  done
  kill -s KILL -- "-$1" 2>/dev/null
}
read -r group
while read -r _; do :; done
[ -z "$group" ] || finish "$group" "$1"
# firebase-tools starts the database in its own process group. The database removes the file when it ends. If it was
# killed, another process may have its number now.
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
    // A killed guard does not read its input.
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
