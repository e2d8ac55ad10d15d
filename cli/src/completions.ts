/** `farm complete bash|zsh|fish|powershell` prints a script that completes commands and options in that shell. */

import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

/** To be called when all commands are there. */
export function addCompletions(program: Command): void {
  tab(program);
}
