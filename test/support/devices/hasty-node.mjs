/** Imported before a script. Its waits take only ten milliseconds, but its clock advances as usual. */

import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import timers from "node:timers/promises";

const wait = timers.setTimeout;
const now = performance.now.bind(performance);
const uptime = os.uptime;
let waited = 0;

/** @param {number} [ms] */
async function hurry(ms = 0) {
  waited += ms;
  await wait(10);
}

Object.assign(timers, { setTimeout: hurry });
performance.now = () => now() + waited;
Object.assign(os, { uptime: () => uptime() + waited / 1000 });
syncBuiltinESMExports();
