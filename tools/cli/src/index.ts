#!/usr/bin/env node
/** `farm`: see tools/cli/README.md. */

import process from "node:process";
import { main } from "./main";

void main(process.argv, process).then(async (code) => {
  process.exitCode = code;
  await Promise.all([process.stdout, process.stderr].map(flush));
  // A connection to a database that does not answer would keep the process alive for up to a minute.
  process.exit();
});

/** Resolves when the output written so far has left the process, or cannot leave it. */
function flush(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
