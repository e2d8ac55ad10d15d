/** The watchdog of the sketch: a loop that hangs ends with a restart, one that runs goes on. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import type { Running } from "../../../scripts/stack/processes";
import { ROOT } from "../../support/backend/addresses";
import { COMPILER, compile } from "../../support/devices/clients";
import { FOLDER } from "../../support/devices/device";

/** How many times faster the board's time passes: its two minutes are three seconds. */
const SPEED = 40;

const BOARDS: readonly [string, readonly string[]][] = [
  ["the ESP32", ["-DESP32"]],
  ["the ESP32 with core 2", ["-DESP32", "-DESP_IDF_VERSION_MAJOR=4"]],
  ["the ESP8266", ["-DESP8266"]],
];

describe.each(BOARDS)("the sketch on %s", (_, options) => {
  if (COMPILER === undefined) {
    test.skip("cannot be tried: neither g++ nor clang++ is installed", () => undefined); // Needs what this machine does not have.
    return;
  }
  let folder: string;
  let sketch: Running | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "greenhouse-sketch-"));
    const example = join(ROOT, "devices/arduino/examples/SensorNode");
    const folders = ["-I", join(FOLDER, "board"), "-I", example];
    const all = [...options, "-pthread", ...folders];
    compile(join(FOLDER, "board/sketch.cpp"), join(folder, "sketch"), all);
  });
  afterEach(() => sketch?.stop());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function start(env: Readonly<Record<string, string>>): Running {
    sketch = run(join(folder, "sketch"), [], {
      env: {
        ...process.env,
        BOARD_SPEED: String(SPEED),
        // Nothing listens there.
        GREENHOUSE_URL: "http://127.0.0.1:1/sensorData",
        GREENHOUSE_UID: "board",
        GREENHOUSE_KEY: "a-key-of-a-test",
        ...env,
      },
    });
    return sketch;
  }

  test("restarts the board when its sensor never answers", async () => {
    const running = start({ DHT_HANGS: "yes" });
    expect(await running.ended).toBe(70);
    expect(running.output()).toBe("restarted by the watchdog\n");
  });

  test("leaves a board alone that works, for minutes without a network", async () => {
    const running = start({});
    // Readings expire after five minutes.
    await new Promise<void>((resolve, reject) => {
      running.onLine((line) => {
        if (line.includes("expired: older than 5 minutes")) resolve();
      });
      void running.ended.then(() => reject(new Error(running.output())));
    });
    await running.stop();
    expect(running.output()).not.toContain("restarted");
  });
});
