/** The Arduino library's example with a relay, compiled for each board: its pin goes off while the program is stuck. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { ON } from "../../support/devices/board-outputs";
import { NO_COMPILER } from "../../support/devices/commands";
import { compile, RELAY_SKETCH } from "../../support/devices/compile";
import { lineOf } from "../../support/devices/example";
import { startOrderServer, type OrderServer } from "../../support/devices/order-server";
import { testTogether } from "../../support/devices/trial";

const BOARDS: Readonly<Record<string, readonly string[]>> = {
  ESP32: ["ESP32"],
  "ESP32 with core 2": ["ESP32", "ESP_IDF_VERSION_MAJOR=4"],
  ESP8266: ["ESP8266"],
};
const KEY = "a-key-of-a-test";
const [LOW, HIGH] = [/: pin (?:5|26) is low$/, /: pin (?:5|26) is high$/];

interface RelayTrial {
  readonly server: OrderServer;
  readonly folder: string;
  /** The board's flash. While it has a file `button`, the button is pressed; with `stuck`, connecting never ends. */
  readonly start: (env?: Readonly<Record<string, string>>) => Running;
}

type Scenario = (trial: RelayTrial) => Promise<void>;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "is off before it is an output, and at its end while the program is stuck": async ({
    server,
    folder,
    start,
  }) => {
    const board = start();
    const first = await server.next();
    expect(board.output()).toMatch(/^\d+ ms: pin (\d+) is low\n\d+ ms: pin \1 is an output\n/);
    expect(first.outputs).toMatchObject({ valve: { value: 0, version: 0, reason: "start" } });
    // Two seconds later the board reports that the output is on. Connecting never ends.
    writeFileSync(join(folder, "stuck"), "");
    const isOff = lineOf(board, HIGH).then(() => lineOf(board, LOW));
    first.answer({ valve: { ...ON, forMs: 5_000 } });
    await isOff;
    rmSync(join(folder, "stuck"));
    const second = await server.next();
    expect(second.outputs).toMatchObject({ valve: { value: 0, version: 12, reason: "lease" } });
  },
  "is set at the board, which tells it, and what it used outlasts a restart": async ({
    server,
    folder,
    start,
  }) => {
    const board = start();
    (await server.next()).answer({ valve: { ...ON, value: 0, forMs: 0, maxOnMs: 700 } });
    const isOff = lineOf(board, HIGH).then(() => lineOf(board, LOW));
    writeFileSync(join(folder, "button"), "");
    await isOff;
    for (;;) {
      const request = await server.next();
      request.answer({ valve: { ...ON, value: 0, forMs: 0, maxOnMs: 700 } });
      if (request.outputs["valve"]?.reason === "limit") break;
    }
    rmSync(join(folder, "button"));
    await board.stop();
    const again = start();
    (await server.next()).answer({ valve: { ...ON, maxOnMs: 700 } });
    expect((await server.next()).outputs).toMatchObject({
      valve: { value: 0, version: 12, reason: "limit" },
    });
    expect(again.output()).not.toMatch(/is high/);
  },
  "never goes on without a flash": async ({ server, start }) => {
    const board = start({ FLASH_FOLDER: "" });
    (await server.next()).answer({ valve: ON });
    expect((await server.next()).outputs).toMatchObject({
      valve: { value: 0, version: 12, reason: "fault" },
    });
    expect(board.output()).not.toMatch(/is high/);
  },
};

async function tryOut(scenario: Scenario, sketch: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-relay-"));
  const server = await startOrderServer(KEY);
  const started: Running[] = [];
  const start = (env = {}): Running => {
    const board = run(sketch, [], {
      env: {
        ...process.env,
        GREENHOUSE_URL: server.url,
        GREENHOUSE_UID: "a-board",
        GREENHOUSE_KEY: KEY,
        FLASH_FOLDER: join(folder, "flash"),
        BUTTON_FILE: join(folder, "button"),
        STUCK_FILE: join(folder, "stuck"),
        ...env,
      },
    });
    started.push(board);
    return board;
  };
  try {
    await scenario({ server, folder, start });
  } finally {
    await Promise.all(started.map((board) => board.stop()));
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const subjects = Object.entries(BOARDS).map(([name, defined]) => ({
  name,
  missing: NO_COMPILER,
  defined,
}));

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  testTogether(name, subjects, async ({ defined }) => {
    await tryOut(scenario, await compile(RELAY_SKETCH, ...defined));
  });
}
