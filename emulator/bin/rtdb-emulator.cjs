#!/usr/bin/env node
"use strict";

// npm links the command at installation, so this file must exist before the program is built in a checkout.
const { existsSync } = require("node:fs");
const path = require("node:path");

// Node then caches the compiled code of the program between runs.
// oxlint-disable-next-line typescript/no-unnecessary-condition -- Node before 22.1 has no such function
require("node:module").enableCompileCache?.();
const program = path.join(__dirname, "../dist/cli.js");
if (existsSync(program)) require(program);
else {
  console.error(`${program} is missing. Build it: npm run build`);
  process.exitCode = 1;
}
