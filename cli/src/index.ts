#!/usr/bin/env node
/** `farm`: see cli/README.md. */

import process from "node:process";
import { main } from "./main";

void main(process.argv).then((code) => {
  process.exitCode = code;
});
