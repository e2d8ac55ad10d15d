/** The store of the Python clients through a loss of power, and a full disk, at each of its file operations. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { NO_PYTHON, PYTHON } from "../../support/devices/commands";
import { PYTHON_CLIENTS } from "../../support/devices/clients";
import { FOLDER } from "../../support/devices/device";
import { testTogether } from "../../support/devices/trial";

testTogether("loses and doubles no reading of its store", PYTHON_CLIENTS, async (client) => {
  const [command = "", ...args] = (await client.driver?.()) ?? [];
  const script = [...args.slice(0, -1), join(FOLDER, "store-crashes.py")];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...client.env };
  const { stdout, stderr } = spawnSync(command, script, { encoding: "utf8", env });
  expect(stderr).toBe("");
  const outcomes = JSON.parse(stdout) as { readonly crashes: number; readonly failures: number };
  const readOnly = [[0, 1, 2, 3, 4, 5, 6, 7, 15, 16, 17, 18, 19], 7];
  expect(outcomes).toMatchObject({
    "bad crashes": [],
    "bad failures": [],
    "read-only": readOnly,
  });
  expect(outcomes.crashes).toBeGreaterThan(100);
  expect(outcomes.failures).toBe(outcomes.crashes);
});

const SYNCED_NAMES = `
import os, stat, sys, tempfile
sys.path.insert(0, sys.argv[1])
import system
done, fsync, replace = [], os.fsync, os.replace
def noted_fsync(number):
    done.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
    fsync(number)
def noted_replace(old, new):
    done.append("rename")
    replace(old, new)
os.fsync, os.replace = noted_fsync, noted_replace
folder = system.Folder(tempfile.mkdtemp())
for change in (folder.append, folder.append, folder.write):
    change("a", "b\\n")
    done.append(";")
print(*done)
`;

const title = "a new name and a renamed file are on the disk before the store goes on";
if (PYTHON === undefined)
  test.skip(`${title} (cannot be tried: ${NO_PYTHON})`, () => undefined); // Needs Python.
else {
  test(title, () => {
    const args = ["-B", "-c", SYNCED_NAMES, join(ROOT, "devices/python")];
    const { stdout, stderr } = spawnSync(PYTHON ?? "", args, { encoding: "utf8" });
    expect([stdout.trim(), stderr]).toEqual(["file folder ; file ; file rename folder ;", ""]);
  });
}
