/** If `start()` fails, the error says what to do. One program tries all cases. It ends, because nothing stays open. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { EmulatorOptions } from "../../src/start";
import { useEmulator } from "../../testing/emulator";
import { EMULATOR } from "../support/packages";
import { Store } from "../../src/persistence/store";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const run = promisify(execFile);
const PROGRAM = `
  const { start } = require(${JSON.stringify(path.join(EMULATOR, "dist/index.js"))});
  (async () => {
    for (const options of JSON.parse(process.argv[1])) {
      await start(options).catch((error) => console.log(String(error)));
    }
  })();
`;

/** Returns the output of a program that starts an emulator for each of the options. */
async function runProgram(starts: readonly EmulatorOptions[]): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, ["-e", PROGRAM, JSON.stringify(starts)]);
  return stdout.trimEnd().split("\n");
}

const running = useEmulator();
const folder = useTemporaryFolder();
const at = (name: string) => path.join(folder(), name);

/** Returns options with everything that could stay open. Rules, data and port are valid unless a case changes them. */
function options(changed: EmulatorOptions): EmulatorOptions {
  const functionsEmulator = { host: "127.0.0.1", port: 1 };
  return {
    port: 0,
    rulesFile: at("rules.json"),
    dataFolder: at("data"),
    functionsEmulator,
    ...changed,
  };
}

it("reports why it cannot start, and releases the data", async () => {
  writeFileSync(at("rules.json"), '{"rules": {}}');
  writeFileSync(at("wrong.json"), '{"rules": {".read": "auth."}}');
  mkdirSync(at("data"));
  mkdirSync(at("damaged"));
  writeFileSync(at("damaged/db-demo.journal"), "other\n");
  const used = Store.open(at("used"));
  const cases: readonly (readonly [EmulatorOptions, message: string])[] = [
    [
      { port: running.port },
      `Port ${running.port} on 127.0.0.1 is taken (address already in use). Stop what listens there, or choose another with --port.`,
    ],
    [{ shuffleSeed: -1 }, "shuffleSeed must be a whole number from 0 to 4294967295."],
    [
      { repeatedShare: 10 },
      "repeatedShare must be a number from 0 to 1, such as 0.1 for one event in ten.",
    ],
    [{ host: "192.0.2.1" }, "This machine has no address 192.0.2.1. Choose another with --host."],
    [
      { rulesFile: at("wrong.json") },
      `${at("wrong.json")}:1:27: Expected a name after ".". (/rules/.read)`,
    ],
    [
      { dataFolder: at("damaged") },
      `${at("damaged/db-demo.journal")}, line 1: not the header of an rtdb-emulator journal; if the file is another program's, name another folder, else put back a copy of it, or move it away to start this database empty`,
    ],
    [
      { dataFolder: at("used") },
      `${at("used")} is in use by another emulator, process ${process.pid}; stop it or name another folder (if that process is not an emulator, delete ${at("used/emulator.lock")})`,
    ],
  ];
  try {
    expect(await runProgram(cases.map(([changed]) => options(changed)))).toEqual(
      cases.map(([, message]) => `EmulatorError: ${message}`),
    );
    const isLocked = ["data", "damaged", "used"].map((name) =>
      existsSync(at(`${name}/emulator.lock`)),
    );
    expect(isLocked).toEqual([false, false, true]);
  } finally {
    used.close();
  }
});
