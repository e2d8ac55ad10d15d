/** The table of docs/devices.md: how many readings each client stores. The numbers come from the clients' sources. */

import { readFileSync } from "node:fs";
import { fromRoot } from "../stack/project.ts";
import { markdownTable } from "./markdown.ts";

const HEAD = [
  "client",
  "where",
  "how many",
  "at a reading a minute",
  "what a sudden end may lose",
] as const;

type Row = readonly [
  client: string,
  where: string,
  file: string,
  constant: RegExp,
  lost: string,
  sensors?: number,
];

const PYTHON = "devices/python/greenhouse/system.py";
const MICROPYTHON = "devices/micropython/board/system.py";
const ARDUINO = "devices/arduino/src/greenhouse/sensor_client.h";
const CAPACITY = /^CAPACITY = (\d+)/m;
const MEMORY_CAPACITY = /^MEMORY_CAPACITY = (\d+)/m;
const UNSENT = "a reading not yet sent once";
const WAITING = "all that waits";

const ROWS: readonly Row[] = [
  ["Python", "a folder (`store`), each reading synced", PYTHON, CAPACITY, "nothing"],
  [
    "Node",
    "a folder (`store`), each reading synced",
    "devices/node/greenhouse.mjs",
    /^const DEFAULT_CAPACITY = ([\d_]+)/m,
    "nothing",
  ],
  [
    "shell",
    "a folder for each sensor",
    "devices/shell/greenhouse.sh",
    /GREENHOUSE_CAPACITY:-(\d+)/,
    "`kill`: nothing; power: the last seconds",
  ],
  [
    "gateway",
    "a folder, each reading synced",
    "devices/gateway/greenhouse_gateway/program.py",
    CAPACITY,
    "nothing",
    10,
  ],
  ["MicroPython", "flash, once an attempt has failed", MICROPYTHON, CAPACITY, UNSENT],
  [
    "Arduino",
    "flash (LittleFS), once an attempt has failed",
    ARDUINO,
    /storeCapacity = (\d+)/,
    UNSENT,
  ],
  ["computers", "memory, without a folder", PYTHON, MEMORY_CAPACITY, WAITING],
  ["MicroPython", "memory, without flash", MICROPYTHON, MEMORY_CAPACITY, WAITING],
  ["Arduino", "memory, without flash", ARDUINO, /uint16_t Capacity = (\d+)/, WAITING],
];

export function capacityTable(): string {
  const rows = ROWS.map(([client, where, file, constant, lost, sensors = 1]) => {
    const [, digits] = constant.exec(readFileSync(fromRoot(file), "utf8")) ?? [];
    if (digits === undefined) throw new Error(`${file} has no capacity like ${constant.source}.`);
    const count = Number(digits.replaceAll("_", ""));
    const readings = `${count.toLocaleString("en")}${sensors > 1 ? " of all its sensors" : ""}`;
    return [client, where, readings, durationOf(count, sensors), lost];
  });
  return markdownTable(HEAD, rows);
}

/** Returns how long the capacity lasts for this number of sensors. */
function durationOf(count: number, sensors: number): string {
  const hours = count / 60 / sensors;
  if (hours < 24) return Math.floor(hours) === 1 ? "1 hour" : `${Math.floor(hours)} hours`;
  return `${Number((hours / 24).toFixed(1))} days${sensors > 1 ? ` of ${sensors}` : ""}`;
}
