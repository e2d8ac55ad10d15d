/** The folders in which the shell client's readings wait: several sensors, several calls, and calls that are killed. */

import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { keepReading } from "../../support/devices/shell-device";
import { ONE_SHELL, OFFLINE_URL, SHELLS, summary, useShells } from "../../support/devices/shells";
import type { ShellSensor } from "../../support/devices/shells";

const testShells = useShells();
/** It waits as long as an earlier attempt says. */
const NOW = { GREENHOUSE_RETRY_SECONDS: "40" };
const DAY_MS = 86_400_000;
const stored = { code: 0, output: summary({ stored: 1 }) };

describe("several sensors", () => {
  testShells("are kept apart when they send at the same time", ONE_SHELL, async ({ addSensor }) => {
    const [a, b] = [await addSensor(), await addSensor()];
    for (const round of [1, 2, 3]) {
      const calls = [a.send(`temperature=${round}`), b.send(`temperature=${round + 100}`)];
      expect(await Promise.all(calls)).toEqual([stored, stored]);
    }
    // Several in one second stand in any order.
    expect((await a.temperatures()).toSorted()).toEqual([1, 2, 3]);
    expect((await b.temperatures()).toSorted()).toEqual([101, 102, 103]);
  });

  testShells("keep what another one does not send", ONE_SHELL, async ({ addSensor }) => {
    const [a, b] = [await addSensor(), await addSensor()];
    expect(await a.sendOffline("temperature=1")).toMatchObject({ code: 75 });
    expect(await b.send("temperature=2")).toEqual(stored);
    expect(await a.flush(NOW)).toMatchObject({ code: 0 });
    expect(await a.temperatures()).toEqual([1]);
    expect(await b.temperatures()).toEqual([2]);
  });
});

testShells("does not send a page that was cut", ONE_SHELL, async ({ server, addSensor }) => {
  for (const length of [0, 1, 40, -4]) {
    const sensor = await addSensor();
    await sensor.sendOffline("temperature=21.25");
    const [page = ""] = sensor.pages();
    const whole = readFileSync(page, "utf8");
    truncateSync(page, length < 0 ? whole.length + length : length);
    const { code, output } = await sensor.flush();
    expect(output).toContain("a page holds no whole reading, and is left alone");
    expect(output).toContain(summary({}));
    expect([length, code]).toEqual([length, 0]);
    expect(sensor.pages()).toEqual([]);
    expect(await sensor.flush()).toEqual({ code: 0, output: summary({}) });
  }
  expect(server.requests).toEqual([]);
});

testShells(
  "sends more than a batch holds, the oldest first",
  ONE_SHELL,
  async ({ server, addSensor }) => {
    const sensor = await addSensor();
    await sensor.sendOffline("temperature=0");
    const count = 230;
    for (let minutes = 1; minutes <= count; minutes += 1) {
      keepReading(sensor.folder, Date.now() - DAY_MS + minutes * 60_000, minutes);
    }
    expect(await sensor.flush(NOW)).toMatchObject({ code: 0 });
    const inOrder = Array.from({ length: count }, (_, at) => at + 1);
    expect(await sensor.temperatures()).toEqual([...inOrder, 0]);
    const batches = server.requests
      .filter(({ text }) => text !== "")
      .map(({ text }) => (JSON.parse(text) as { readings: { temperature: number }[] }).readings);
    expect(batches.map(({ length }) => length)).toEqual([1, 100, 100, 30]);
    expect(batches.flat().map(({ temperature }) => temperature)).toEqual([0, ...inOrder]);
  },
);

testShells("sends half a page after 413", ONE_SHELL, async ({ server, addSensor }) => {
  const sensor = await addSensor();
  const now = Date.now() - DAY_MS;
  keepReading(sensor.folder, now, 1);
  const lines = [1, 2, 3].map((value) => `{"timestamp":${now + value},"temperature":${value}}\n`);
  writeFileSync(join(sensor.folder, `${now}.1.x.readings`), lines.join(""));
  server.plan({ status: 413 });
  expect(await sensor.flush(NOW)).toEqual({ code: 0, output: summary({ stored: 3 }) });
  expect(await sensor.temperatures()).toEqual([1, 2, 3]);
});

testShells("leaves files of others alone", SHELLS, async ({ addSensor }) => {
  const sensor = await addSensor();
  await sensor.sendOffline("temperature=1");
  const names = ["notes.readings", "-rf.1.x.readings", "1 2.1.x.readings", ".readings", "x"];
  for (const name of names) writeFileSync(join(sensor.folder, name), '{"timestamp":1}\n');
  mkdirSync(join(sensor.folder, "1.1.x.readings"));
  expect(await sensor.flush(NOW)).toMatchObject({ code: 0 });
  expect(await sensor.temperatures()).toEqual([1]);
  expect(sensor.files()).toEqual(expect.arrayContaining(names));
});

testShells("joins many pages into few, and sends each reading once", SHELLS, async (trial) => {
  const sensor = await trial.addSensor();
  await sensor.sendOffline("temperature=0");
  const [page = ""] = sensor.pages();
  const [, , boot = ""] = basename(page).split(".");
  const now = Date.now();
  const count = 250;
  for (let index = 1; index <= count; index += 1) {
    keepReading(sensor.folder, now - index * 60_000, index, boot);
  }
  await sensor.flush({ GREENHOUSE_URL: OFFLINE_URL });
  await sensor.flush({ GREENHOUSE_URL: OFFLINE_URL });
  expect(sensor.pages().length).toBeLessThan(count / 2);
  const { code, output } = await sensor.flush(NOW);
  expect(output).toContain(summary({ stored: count + 1 }));
  expect(code).toBe(0);
  expect((await sensor.temperatures()).length).toBe(count + 1);
  expect(trial.server.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

describe("several calls", () => {
  testShells("store each reading once", ONE_SHELL, async ({ addSensor }) => {
    const sensor = await addSensor();
    const temperatures = [1, 2, 3, 4, 5];
    await Promise.all(temperatures.map((temperature) => sensor.send(`temperature=${temperature}`)));
    expect(await sensor.flush(NOW)).toMatchObject({ code: 0 });
    expect((await sensor.temperatures()).toSorted()).toEqual(temperatures);
  });

  testShells("take over the lock of one that was killed", ONE_SHELL, async ({ addSensor }) => {
    // No process has the first number; another process has got the second one since.
    for (const holder of ["999999999.0.9999999999", `${process.pid}.0.1`]) {
      const sensor = await addSensor();
      const lock = join(sensor.folder, "lock");
      mkdirSync(sensor.folder, { recursive: true });
      symlinkSync(holder, lock);
      expect(await sensor.send("temperature=20")).toEqual(stored);
      expect(() => readlinkSync(lock)).toThrow("ENOENT");
    }
  });

  testShells(
    "leave their readings to one that is at work, and say so",
    ONE_SHELL,
    async ({ server, addSensor }) => {
      const sensor = await addSensor();
      mkdirSync(sensor.folder, { recursive: true });
      symlinkSync(`${process.pid}.0.9999999999`, join(sensor.folder, "lock"));
      const { output } = await sensor.send("temperature=20");
      expect(output).toContain("another call is at work");
      expect(output).toContain(summary({ waiting: 1 }));
      expect(server.requests).toEqual([]);
      rmSync(join(sensor.folder, "lock"));
      expect(await sensor.flush()).toEqual(stored);
    },
  );
});

describe("a call that is ended", () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    testShells(
      `with ${signal} while it waits keeps the reading`,
      SHELLS,
      async ({ server, addSensor }) => {
        const sensor = await addSensor();
        server.plan({ status: 503, headers: { "Retry-After": "500" } });
        const running = sensor.start(["send", "temperature=20"], {
          GREENHOUSE_RETRY_SECONDS: "900",
        });
        await new Promise<void>((resolve) => {
          running.onLine((line) => {
            if (line.includes("no attempt for")) resolve();
          });
        });
        running.child.kill(signal);
        expect(await running.ended).toBe(75);
        expect(running.output()).toContain(summary({ waiting: 1 }));
        expect(sensor.files()).not.toContain("lock");
        rmSync(join(sensor.folder, "state"));
        expect(await sensor.flush()).toEqual(stored);
        expect(await sensor.temperatures()).toEqual([20]);
      },
    );
  }

  testShells("leaves no files behind", ONE_SHELL, async ({ addSensor }) => {
    const sensor = await addSensor();
    await sensor.sendOffline("temperature=20");
    writeFileSync(join(sensor.folder, "new.999999999"), "half a rea");
    await sensor.flush({ GREENHOUSE_URL: OFFLINE_URL });
    expect(sensor.files()).not.toContain("new.999999999");
  });

  /** Every command that changes something outside of the script. */
  const COMMANDS = ["mv", "rm", "ln", "curl"];
  /** Counts the steps, and kills the whole call before the one that is named. */
  const STEP = `#!/bin/sh
read -r step <"$STEP_FILE"
step=$((step + 1))
echo "$step" >"$STEP_FILE"
PATH=\${PATH#*:}
[ "$KILL" != "$step" ] || kill -9 0
exec "\${0##*/}" "$@"
`;

  /** Resolves with how many steps the call did, up to where it was killed. */
  async function sendUntil(kill: number, sensor: ShellSensor, folder: string): Promise<number> {
    const steps = join(folder, "steps");
    mkdirSync(steps, { recursive: true });
    for (const name of COMMANDS) writeFileSync(join(steps, name), STEP, { mode: 0o755 });
    const file = join(folder, `step-${sensor.uid}`);
    writeFileSync(file, "0\n");
    const running = sensor.start(["send", "temperature=20"], {
      PATH: `${steps}:${process.env["PATH"] ?? ""}`,
      STEP_FILE: file,
      KILL: String(kill),
    });
    const code = await running.ended;
    const done = Number(readFileSync(file, "utf8"));
    expect(code).toBe(kill === done ? null : 0);
    return done;
  }

  // The state before a step is the one after the step before it.
  testShells("before any step loses nothing", ONE_SHELL, async ({ folder, addSensor }) => {
    const steps = await sendUntil(0, await addSensor(), folder);
    expect(steps).toBeGreaterThan(5);
    for (let step = 1; step <= steps; step += 1) {
      const sensor = await addSensor();
      expect(await sendUntil(step, sensor, folder)).toBe(step);
      const { code } = await sensor.flush();
      // The first step gives the reading its file: before that the call has not taken it.
      expect([step, await sensor.temperatures()]).toEqual([step, step > 1 ? [20] : []]);
      expect([step, code]).toEqual([step, 0]);
      expect(sensor.files().filter((name) => name !== "clock" && name !== "state")).toEqual([]);
    }
  });
});
