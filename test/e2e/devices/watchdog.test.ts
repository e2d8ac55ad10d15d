/** The watchdog of the MicroPython boards, whatever their hardware counts to. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { MICROPYTHON_WASM } from "../../support/devices/clients";
import { FOLDER } from "../../support/devices/device";

test("is fed by a program that is alive, and by no other", () => {
  const script = [MICROPYTHON_WASM, join(FOLDER, "watchdog.py")];
  const { stdout, stderr } = spawnSync(process.execPath, script, {
    encoding: "utf8",
    env: {
      ...process.env,
      CLIENT_FOLDER: join(ROOT, "devices/micropython"),
      MICROPYPATH: join(FOLDER, "board-micropython"),
    },
  });
  expect(stderr).toBe("");
  const [esp32, pico, esp8266, off] = stdout
    .split("\n")
    .filter((line) => line.startsWith("["))
    .map((line) => JSON.parse(line) as unknown);
  expect(esp32).toEqual(["started with 120000", "fed at 0", "fed at 60000"]);
  // A timer feeds it in between, until the program has not done so for two minutes.
  expect(pico).toEqual([
    ...["started with 8000", "fed at 0", "fed at 1", "fed at 60000", "fed at 60001"],
    "fed at 120001",
  ]);
  expect(esp8266).toEqual([]);
  expect(off).toEqual([]);
});
