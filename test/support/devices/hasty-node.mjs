/** Imported before a script: its waits take ten milliseconds, and the clock moves on all the same. */

import timers from "node:timers/promises";
import { syncBuiltinESMExports } from "node:module";

const wait = timers.setTimeout;
const now = performance.now.bind(performance);
let waited = 0;

/** @param {number} [ms] */
async function hurry(ms = 0) {
  waited += ms;
  await wait(10);
}

Object.assign(timers, { setTimeout: hurry });
performance.now = () => now() + waited;
syncBuiltinESMExports();
