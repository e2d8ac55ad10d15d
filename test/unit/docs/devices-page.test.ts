/** The capacities and durations in docs/devices.md match the clients' sources. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (file: string): string => readFileSync(join(__dirname, "../../..", file), "utf8");

/** The table's numbers of readings and durations, by client and kind of storage. */
const ROWS = new Map<string, readonly [number, string]>(
  read("docs/devices.md")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, client = "", place = "", count = "", lasts = ""]) => {
      const kind = ["folder", "flash", "memory"].find((storage) =>
        place.replace(/^a /, "").startsWith(storage),
      );
      return [`${client}, ${kind}`, [parseInt(count.replaceAll(",", ""), 10), lasts]] as const;
    }),
);

/** Returns how long a capacity lasts. A gateway's capacity is for all its sensors: the table counts ten. */
function timeOf(client: string, count: number): string {
  const hours = count / 60 / (client.startsWith("gateway") ? 10 : 1);
  if (hours < 24) return Math.floor(hours) === 1 ? "1 hour" : `${Math.floor(hours)} hours`;
  return `${Number((hours / 24).toFixed(1))} days${hours === count / 60 ? "" : " of 10"}`;
}

test.each([
  ["Python, folder", "devices/python/system.py", /^CAPACITY = (\d+)/m],
  ["computers, memory", "devices/python/system.py", /^MEMORY_CAPACITY = (\d+)/m],
  ["Node, folder", "devices/node/greenhouse.mjs", /^const DEFAULT_CAPACITY = ([\d_]+)/m],
  ["shell, folder", "devices/shell/greenhouse.sh", /GREENHOUSE_CAPACITY:-(\d+)/],
  ["gateway, folder", "devices/gateway/gateway.py", /^CAPACITY = (\d+)/m],
  ["MicroPython, flash", "devices/micropython/system.py", /^CAPACITY = (\d+)/m],
  ["MicroPython, memory", "devices/micropython/system.py", /^MEMORY_CAPACITY = (\d+)/m],
  ["Arduino, flash", "devices/arduino/src/greenhouse/sensor_client.h", /storeCapacity = (\d+)/],
  [
    "Arduino, memory",
    "devices/arduino/src/greenhouse/sensor_client.h",
    /uint16_t Capacity = (\d+)/,
  ],
])("%s", (row, file, constant) => {
  const [, value = ""] = constant.exec(read(file)) ?? [];
  const count = Number(value.replaceAll("_", ""));
  expect(ROWS.get(row)).toEqual([count, timeOf(row, count)]);
});
