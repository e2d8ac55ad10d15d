/** If `start()` fails, the error says what to do. The program can end, because nothing stays open. */

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
  start(JSON.parse(process.argv[1])).catch((error) => console.log(String(error)));
`;

/** Returns the output of a program until its end. */
async function runProgram(options: EmulatorOptions): Promise<string> {
  const { stdout } = await run(process.execPath, ["-e", PROGRAM, JSON.stringify(options)]);
  return stdout;
}

const running = useEmulator();
const folder = useTemporaryFolder();
const at = (name: string) => path.join(folder(), name);

/** Options with everything that could stay open. Rules, data and port are valid unless a case changes them. */
function options(changed: EmulatorOptions): EmulatorOptions {
  const functionsEmulator = { host: "127.0.0.1", port: 1 };
  const rulesFile = at("rules.json");
  writeFileSync(rulesFile, '{"rules": {}}');
  mkdirSync(at("data"), { recursive: true });
  return { port: 0, rulesFile, dataFolder: at("data"), functionsEmulator, ...changed };
}

const cases: readonly (readonly [string, () => EmulatorOptions, () => string])[] = [
  [
    "the port is taken",
    () => ({ port: running.port }),
    () =>
      `Port ${running.port} on 127.0.0.1 is taken (address already in use). Stop what listens there, or choose another with --port.`,
  ],
  [
    "the host is not an address of this machine",
    () => ({ host: "192.0.2.1" }),
    () => "This machine has no address 192.0.2.1. Choose another with --host.",
  ],
  [
    "the rules file is missing",
    () => ({ rulesFile: at("none.json") }),
    () => `cannot read ${at("none.json")}: it does not exist; check the path (ENOENT)`,
  ],
  [
    "the rules are malformed",
    () => {
      writeFileSync(at("wrong.json"), '{"rules": {".read": "auth."}}');
      return { rulesFile: at("wrong.json") };
    },
    () => `${at("wrong.json")}:1:27: Expected a name after ".". (/rules/.read)`,
  ],
  [
    "the data is damaged",
    () => {
      writeFileSync(at("data/db-demo.journal"), "other\n");
      return {};
    },
    () =>
      `${at("data/db-demo.journal")}, line 1: not the header of an rtdb-emulator journal; if the file is another program's, name another folder, else put back a copy of it, or move it away to start this database empty`,
  ],
  [
    "there is nothing to import",
    () => ({ importFolder: at("none") }),
    () => `cannot import from ${at("none")}: it does not exist; check the path (ENOENT)`,
  ],
];

it.each(cases)("when %s", async (_, changed, message) => {
  mkdirSync(at("data"));
  expect(await runProgram(options(changed()))).toBe(`EmulatorError: ${message()}\n`);
  expect(existsSync(at("data/emulator.lock"))).toBe(false);
});

it("when the data folder is in use, which it then remains", async () => {
  const lock = at("data/emulator.lock");
  const store = Store.open(at("data"));
  try {
    expect(await runProgram(options({}))).toBe(
      `EmulatorError: ${at("data")} is in use by another emulator, process ${process.pid}; ` +
        `stop it or name another folder (if that process is not an emulator, delete ${lock})\n`,
    );
    expect(existsSync(lock)).toBe(true);
  } finally {
    store.close();
  }
});
