/**
 * A process that uses a store, for tests that kill it or make its disk fail.
 * Arguments: what to do, the folder. It reports on its standard output, line by line, without buffering.
 */

import { writeSync } from "node:fs";
import { Store } from "../../src/persistence/store";
import { childCount, withNodeAt } from "../../src/tree/node";
import type { Node } from "../../src/tree/node";
import { changeAt } from "./stores";

const [task = "", folder = ""] = process.argv.slice(2);

function report(text: string): void {
  writeSync(1, `${text}\n`);
}

/** Appends entries 0, 1, 2 … until it is killed, and sometimes compacts. Reports each stored entry. */
function write(): void {
  const store = Store.open(folder);
  const journal = store.journalOf("demo");
  let root: Node = store.load("demo");
  for (let n = childCount(root); ; n += 1) {
    const change = changeAt(`n${n}`, `entry ${n} ${"x".repeat(n % 300)}`);
    journal.append([change]);
    root = withNodeAt(root, change.path, change.node);
    report(String(n));
    if (n % 40 === 39) journal.compact(root);
  }
}

/** Appends until the disk refuses, then appends a small entry. Reports the stored entries. */
function fillDisk(): void {
  const store = Store.open(folder);
  const journal = store.journalOf("demo");
  try {
    for (let n = 0; ; n += 1) {
      journal.append([changeAt(`n${n}`, "x".repeat(1000))]);
      report(`kept n${n}`);
    }
  } catch (error) {
    const { name, message, cause } = error as Error;
    report(`refused ${name}: ${message}; cause ${(cause as NodeJS.ErrnoException).code}`);
  }
  journal.append([changeAt("small", 1)]);
  try {
    journal.compact("y".repeat(100_000));
  } catch (error) {
    report(`not compacted, ${(error as Error).message}`);
  }
  journal.append([changeAt("last", 2)]);
  store.close();
}

const tasks: Readonly<Record<string, () => void>> = { write, fillDisk };
tasks[task]?.();
