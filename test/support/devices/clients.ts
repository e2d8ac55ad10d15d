/** Every device client, with the reason if this machine cannot run it. */

import { join } from "node:path";
import { ROOT } from "../backend/addresses";
import { NO_COMPILER, NO_MICROPYTHON, NO_PYTHON, PYTHON } from "./commands";
import { compile } from "./compile";
import { FOLDER } from "./device";
import { installedMip } from "./mip";

export interface DeviceClient {
  readonly name: string;
  /** What is missing on this machine; undefined if the client runs. */
  readonly missing: string | undefined;
  /** The command of its driver. */
  readonly driver: () => readonly string[] | Promise<readonly string[]>;
  readonly env?: Readonly<Record<string, string>>;
  /** The maximum of readings in a request. */
  readonly batch: number;
  /**
   * How the client keeps readings through a restart: `disk` before `add` returns, `flash` after the first failed
   * attempt. With `flash` each restart is another boot.
   */
  readonly storage?: "disk" | "flash";
  /** The kind of an Arduino board: `wifi` has a clock that NTP sets, `client` has no clock. */
  readonly board?: "wifi" | "client";
}

const DRIVER = join(FOLDER, "driver.py");
/** MicroPython from npm, without TLS. It runs on every machine. */
export const MICROPYTHON_WASM = join(FOLDER, "micropython-wasm/run.ts");
const SHARED = join(ROOT, "devices/python");
/** The folders of a board's files: the installed package, and that of main.py. */
export const MICROPYTHON_FOLDERS = `${installedMip()}:${join(ROOT, "devices/micropython")}`;

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

/**
 * All clients except the Node client, which the simulation runs, and the shell client, which keeps no clock
 * (shell.thorough.test.ts).
 */
export const CLIENTS: readonly DeviceClient[] = [...PYTHON_CLIENTS, ...BOARDS.slice(0, 1)];
