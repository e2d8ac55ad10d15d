/**
 * A process that writes to a store, for tests that kill it or take the disk away from it.
 * Arguments: what to do, the folder. It reports on its standard output, line by line, without buffering.
 */

import { writeSync } from "node:fs";
import { openStore } from "../../emulator/src/persistence/store";
import { childCount, withNodeAt } from "../../emulator/src/tree/node";
import type { Node } from "../../emulator/src/tree/node";
import type { ResolvedChange } from "../../emulator/src/database/write";

const [task = "", folder = ""] = process.argv.slice(2);

function report(text: string): void {
  writeSync(1, `${text}\n`);
}

/** Appends entries 0, 1, 2 … for ever, compacting now and then; reports each once it is kept. */
function writeForEver(): void {
  const store = opened();
  let root: Node = store.load("demo");
  for (let n = childCount(root); ; n += 1) {
    const change: ResolvedChange = { path: [`n${n}`], node: `entry ${n} ${"x".repeat(n % 300)}` };
    store.append("demo", [change]);
    root = withNodeAt(root, change.path, change.node);
    report(String(n));
    if (n % 40 === 39) store.compact("demo", root);
  }
}

/** Appends until the disk refuses, then something small; reports what was kept. */
function fillDisk(): void {
  const store = opened();
  for (let n = 0; ; n += 1) {
    try {
      store.append("demo", [{ path: [`n${n}`], node: "x".repeat(1000) }]);
      report(`kept n${n}`);
    } catch (error) {
      const { name, message, cause } = error as Error;
      report(`refused ${name}: ${message}; cause ${(cause as NodeJS.ErrnoException).code}`);
      break;
    }
  }
  store.append("demo", [{ path: ["small"], node: 1 }]);
  try {
    store.compact(
      "demo",
      Array.from({ length: 99 }, (_, n) => n).reduce<Node>(
        (root, n) => withNodeAt(root, [`m${n}`], "y".repeat(1000)),
        null,
      ),
    );
  } catch (error) {
    report(`not compacted, ${(error as Error).message}`);
  }
  store.append("demo", [{ path: ["last"], node: 2 }]);
  store.close();
}

/** Opens the store, reports that or why it cannot, and lives until its standard input ends. */
function hold(): void {
  const result = openStore(folder);
  report(result.ok ? "opened" : result.problem);
  process.stdin.resume();
}

function opened() {
  const result = openStore(folder);
  if (!result.ok) throw new Error(result.problem);
  return result.store;
}

const tasks: Readonly<Record<string, () => void>> = { writeForEver, fillDisk, hold };
tasks[task]?.();
