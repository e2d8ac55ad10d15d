#!/usr/bin/env node
"use strict";

// In a checkout the program has to be built once. This file is there from the start, so that npm links the command.
const { existsSync } = require("node:fs");
const path = require("node:path");

// Node keeps the compiled code of the program from run to run.
// oxlint-disable-next-line typescript/no-unnecessary-condition -- Node before 22.1 has no such function
require("node:module").enableCompileCache?.();
const program = path.join(__dirname, "../dist/cli.js");
if (existsSync(program)) require(program);
else {
  console.error(`${program} is missing. Build it: npm run build`);
  process.exitCode = 1;
}
