/**
 * Prints the syncs of the Node client's store, in their order: for a new page, for another reading in it, and for its
 * replacement because a reading got a date. The folder is the argument.
 */

import { log } from "node:console";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** @type {string[]} */
const done = [];
const { fsyncSync, renameSync } = fs;
fs.fsyncSync = (file) => {
  done.push(fs.fstatSync(file).isDirectory() ? "folder" : "file");
  fsyncSync(file);
};
fs.renameSync = (from, to) => {
  done.push("rename");
  renameSync(from, to);
};
syncBuiltinESMExports();
const { Store } = await import("../../../devices/node/store.mjs");

const [folder = ""] = process.argv.slice(2);
const store = new Store(folder, 100, log);
/** @type {import("../../../devices/node/store.mjs").Reading} */
const reading = { values: { temperature: 1 }, time: { uptime: 1, boot: "b", clock: 1 } };
store.add(reading);
done.push(";");
store.add({ values: { temperature: 2 }, time: { timestamp: 2 } });
done.push(";");
reading.time = { timestamp: 1 };
store.update([reading]);
log(done.join(" "));
