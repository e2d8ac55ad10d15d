#!/usr/bin/env node
/** `farm`: see cli/README.md. */

import process from "node:process";
import { main } from "./main";

// Whoever reads our output may have had enough of it, as `head` has.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

void main(process.argv).then((code) => {
  process.exitCode = code;
});
