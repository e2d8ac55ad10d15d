/** Every device client, and why this machine cannot run it. */

import { join } from "node:path";
import { ROOT } from "../backend/addresses";
import { NO_COMPILER, NO_MICROPYTHON, NO_PYTHON, PYTHON } from "./commands";
import { compile } from "./compile";
import { FOLDER } from "./device";

export interface DeviceClient {
  readonly name: string;
  /** What is missing here; undefined where it runs. */
  readonly missing: string | undefined;
  /** The command of its driver. */
  readonly driver: () => readonly string[] | Promise<readonly string[]>;
  readonly env?: Readonly<Record<string, string>>;
  /** How many readings it sends at once, at most. */
  readonly batch: number;
  /**
   * How it keeps readings through a restart: `disk` before `add` returns, `flash` from the first attempt that failed
   * on, and each restart is another boot.
   */
  readonly storage?: "disk" | "flash";
  /** Of an Arduino board: `wifi` has a clock that NTP sets, `client` has none. */
  readonly board?: "wifi" | "client";
}

const DRIVER = join(FOLDER, "driver.py");
/** MicroPython from npm, without TLS: it runs on every machine. */
export const MICROPYTHON_WASM = join(FOLDER, "micropython-wasm/run.ts");
const SHARED = join(ROOT, "devices/python");
/** What a board has: MicroPython's own files come before those of CPython. */
export const MICROPYTHON_FOLDERS = `${join(ROOT, "devices/micropython")}:${SHARED}`;

export const PYTHON_CLIENTS: readonly DeviceClient[] = [
  {
    name: "Python",
    missing: NO_PYTHON,
    driver: () => [PYTHON ?? "", "-u", DRIVER],
    env: { CLIENT_FOLDERS: SHARED },
    batch: 100,
    storage: "disk",
  },
  {
    name: "MicroPython",
    missing: NO_MICROPYTHON,
    driver: () => ["micropython", DRIVER],
    env: { CLIENT_FOLDERS: MICROPYTHON_FOLDERS },
    batch: 50,
    storage: "flash",
  },
  {
    name: "MicroPython (WebAssembly)",
    missing: undefined,
    driver: () => [process.execPath, MICROPYTHON_WASM, DRIVER],
    env: { CLIENT_FOLDERS: MICROPYTHON_FOLDERS },
    batch: 50,
    storage: "flash",
  },
];

export const NODE_CLIENT: DeviceClient = {
  name: "Node",
  missing: undefined,
  driver: () => [process.execPath, join(FOLDER, "driver.mjs")],
  batch: 100,
  storage: "disk",
};

const arduino = (name: string, board: "wifi" | "client"): DeviceClient => ({
  name,
  missing: NO_COMPILER,
  driver: async () => [await compile("driver.cpp", "ESP32")],
  board,
  batch: 50,
  storage: "flash",
});

export const BOARDS: readonly DeviceClient[] = [
  arduino("Arduino", "wifi"),
  arduino("Arduino without a clock", "client"),
];

/** All but the shell client, which keeps no clock and has shell.test.ts of its own. */
export const CLIENTS: readonly DeviceClient[] = [
  ...PYTHON_CLIENTS,
  NODE_CLIENT,
  ...BOARDS.slice(0, 1),
];
