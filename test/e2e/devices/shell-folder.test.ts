/** The folders in which the shell client's readings wait: several sensors, several calls, and calls that are killed. */

import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ONE_SHELL, OFFLINE_URL, SHELLS, summary, useShells } from "../../support/devices/shells";
import type { ShellSensor } from "../../support/devices/shells";

const testShells = useShells();
const stored = { code: 0, output: summary({ stored: 1 }) };
/** The one file that waits for a sensor. */
const waitingFile = ({ folder, files }: ShellSensor): string =>
  join(folder, files().find((name) => name.endsWith(".reading")) ?? "");

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
    expect(await a.flush({ GREENHOUSE_PATIENCE: "5" })).toMatchObject({ code: 0 });
    expect(await a.temperatures()).toEqual([1]);
    expect(await b.temperatures()).toEqual([2]);
  });

  testShells(
    "do not send a reading from another one's folder",
    ONE_SHELL,
    async ({ addSensor }) => {
      const [a, b] = [await addSensor(), await addSensor()];
      await a.sendOffline("temperature=1");
      mkdirSync(b.folder);
      const file = waitingFile(a);
      copyFileSync(file, file.replace(a.folder, b.folder));
      const { code, output } = await b.send("temperature=2");
      expect(output).toContain("its file is damaged, or another sensor's");
      expect(output).toContain(summary({ stored: 1, unconfirmed: 1 }));
      expect(code).toBe(1);
      expect(await b.temperatures()).toEqual([2]);
    },
  );
});

testShells("does not send a file that was cut", ONE_SHELL, async ({ server, addSensor }) => {
  for (const length of [0, 1, 40, -5]) {
    const sensor = await addSensor();
    await sensor.sendOffline("temperature=21.25");
    const whole = `${sensor.uid}\n,"temperature":21.25\nend\n`;
    truncateSync(waitingFile(sensor), length < 0 ? whole.length + length : length);
    const { code, output } = await sensor.flush();
    expect(output).toContain("its file is damaged");
    expect(output).toContain(summary({ unconfirmed: 1 }));
    expect([length, code]).toEqual([length, 1]);
    expect(sensor.files().filter((name) => name.endsWith(".reading"))).toEqual([]);
  }
  expect(server.requests).toEqual([]);
});

testShells(
  "does not send what an earlier version kept, and moves it aside",
  ONE_SHELL,
  async ({ addSensor }) => {
    const sensor = await addSensor();
    const spool = join(sensor.folder, "..");
    mkdirSync(spool, { recursive: true });
    const seconds = Math.floor(Date.now() / 1000);
    const names = ["1", "2"].map((digit) => `${seconds}.${digit.repeat(32)}.reading`);
    const [fresh = "", sent = ""] = names;
    writeFileSync(join(spool, fresh), `,"temperature":1\n\n\n\n`);
    writeFileSync(join(spool, sent), `,"temperature":2\n${seconds}\nperhaps-stored\n\n`);
    const { code, output } = await sensor.send("temperature=3");
    expect(output).toContain("2 moved to");
    expect(output).toContain(summary({ stored: 1, refused: 1, unconfirmed: 1 }));
    expect(code).toBe(1);
    expect(readdirSync(join(spool, "without-uid")).toSorted()).toEqual(names);
    expect(await sensor.send("temperature=4")).toEqual(stored);
    expect((await sensor.temperatures()).toSorted()).toEqual([3, 4]);
  },
);

describe("several calls", () => {
  testShells("store each reading once", ONE_SHELL, async ({ addSensor }) => {
    const sensor = await addSensor();
    const temperatures = [1, 2, 3, 4, 5];
    await Promise.all(temperatures.map((temperature) => sensor.send(`temperature=${temperature}`)));
    expect(await sensor.flush({ GREENHOUSE_PATIENCE: "40" })).toMatchObject({ code: 0 });
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
        const running = sensor.start(["send", "temperature=20"], { GREENHOUSE_PATIENCE: "900" });
        await new Promise<void>((resolve) => {
          running.onLine((line) => {
            if (line.includes("no attempt for")) resolve();
          });
        });
        running.child.kill(signal);
        expect(await running.ended).toBe(75);
        expect(running.output()).toContain(summary({ waiting: 1 }));
        expect(sensor.files()).not.toContain("lock");
        writeFileSync(join(sensor.folder, "quiet-until"), "0\n");
        expect(await sensor.flush()).toEqual(stored);
        expect(await sensor.temperatures()).toEqual([20]);
      },
    );
  }

  testShells("leaves nothing behind for good", ONE_SHELL, async ({ addSensor }) => {
    const sensor = await addSensor();
    await sensor.sendOffline("temperature=20");
    writeFileSync(join(sensor.folder, "new.999999999"), "half a rea");
    await sensor.flush({ GREENHOUSE_URL: OFFLINE_URL });
    expect(sensor.files()).not.toContain("new.999999999");
  });

  /** Every command that changes something outside of the script. */
  const COMMANDS = ["mv", "rm", "ln", "curl"];
  /** Counts the steps, and kills the whole call before or after the one that is named. */
  const STEP = `#!/bin/sh
read -r step <"$STEP_FILE"
step=$((step + 1))
echo "$step" >"$STEP_FILE"
PATH=\${PATH#*:}
[ "$KILL" != "before $step" ] || kill -9 0
"\${0##*/}" "$@"
code=$?
[ "$KILL" != "after $step" ] || kill -9 0
exit "$code"
`;

  /** Resolves with how many steps the call did, up to where it was killed. */
  async function sendUntil(kill: string, sensor: ShellSensor, folder: string): Promise<number> {
    const steps = join(folder, "steps");
    mkdirSync(steps, { recursive: true });
    for (const name of COMMANDS) writeFileSync(join(steps, name), STEP, { mode: 0o755 });
    const file = join(folder, `step-${sensor.uid}`);
    writeFileSync(file, "0\n");
    const running = sensor.start(["send", "temperature=20"], {
      PATH: `${steps}:${process.env["PATH"] ?? ""}`,
      STEP_FILE: file,
      KILL: kill,
    });
    const code = await running.ended;
    const done = Number(readFileSync(file, "utf8"));
    expect(code).toBe(kill.endsWith(` ${done}`) ? null : 0);
    return done;
  }

  for (const when of ["before", "after"] as const) {
    testShells(`${when} any step loses nothing`, ONE_SHELL, async ({ folder, addSensor }) => {
      const steps = await sendUntil("never", await addSensor(), folder);
      expect(steps).toBeGreaterThan(5);
      for (let step = 1; step <= steps; step += 1) {
        const sensor = await addSensor();
        expect(await sendUntil(`${when} ${step}`, sensor, folder)).toBe(step);
        const { code } = await sensor.flush();
        // The first step gives the reading its file: before that the call has not taken it.
        const isTaken = when === "after" || step > 1;
        expect([step, await sensor.temperatures()]).toEqual([step, isTaken ? [20] : []]);
        expect([step, code]).toEqual([step, 0]);
        expect(sensor.files()).toEqual([]);
      }
    });
  }
});
