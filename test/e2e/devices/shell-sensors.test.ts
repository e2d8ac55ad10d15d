/** Several sensors on one machine: the shell client never sends a reading under another sensor's uid. */

import { copyFileSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useHost } from "../../support/backend/targets";
import { SHELLS, summary } from "../../support/devices/shell-call";
import { MISSING, useShellTrial } from "../../support/devices/shell-sensor";

const target = useHost();

describe.each(SHELLS)("the shell client in $name", (shell) => {
  if (MISSING !== undefined) {
    test.skip(`cannot be tried: ${MISSING}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const trial = useShellTrial(() => target().url);
  /** The one file that waits for a sensor. */
  const waitingFile = (folder: string): string =>
    join(folder, readdirSync(folder).find((name) => name.endsWith(".reading")) ?? "");

  test("keeps two sensors apart that send at the same time", async () => {
    const [a, b] = [await trial.addSensor(shell), await trial.addSensor(shell)];
    for (const round of [1, 2, 3]) {
      const calls = [a.send(`temperature=${round}`), b.send(`temperature=${round + 100}`)];
      for (const { code, output } of await Promise.all(calls)) {
        expect(output).toBe(summary({ stored: 1 }));
        expect(code).toBe(0);
      }
    }
    // Several in one second stand in any order.
    expect((await a.temperatures()).toSorted()).toEqual([1, 2, 3]);
    expect((await b.temperatures()).toSorted()).toEqual([101, 102, 103]);
  });

  test("keeps what one sensor could not send when another one sends", async () => {
    const [a, b] = [await trial.addSensor(shell), await trial.addSensor(shell)];
    expect(await a.sendOffline("temperature=1")).toMatchObject({ code: 75 });
    expect(await b.send("temperature=2")).toEqual({ code: 0, output: summary({ stored: 1 }) });
    expect(await a.flush({ GREENHOUSE_PATIENCE: "5" })).toMatchObject({ code: 0 });
    expect(await a.temperatures()).toEqual([1]);
    expect(await b.temperatures()).toEqual([2]);
  });

  test("does not send a reading that was put into another sensor's folder", async () => {
    const [a, b] = [await trial.addSensor(shell), await trial.addSensor(shell)];
    await a.sendOffline("temperature=1");
    mkdirSync(b.folder);
    const file = waitingFile(a.folder);
    copyFileSync(file, file.replace(a.folder, b.folder));
    const { code, output } = await b.send("temperature=2");
    expect(output).toContain("its file is damaged, or another sensor's");
    expect(output).toContain(summary({ stored: 1, unconfirmed: 1 }));
    expect(code).toBe(1);
    expect(await b.temperatures()).toEqual([2]);
  });

  test.each([0, 1, 40, -5])("does not send a file that was cut to %i bytes", async (length) => {
    const sensor = await trial.addSensor(shell);
    await sensor.sendOffline("temperature=21.25");
    const file = waitingFile(sensor.folder);
    const whole = `${sensor.uid}\n,"temperature":21.25\nend\n`;
    truncateSync(file, length < 0 ? whole.length + length : length);
    const { code, output } = await sensor.flush();
    expect(output).toContain("its file is damaged");
    expect(output).toContain(summary({ unconfirmed: 1 }));
    expect(code).toBe(1);
    expect(trial.server().requests).toEqual([]);
    expect(readdirSync(sensor.folder).filter((name) => name.endsWith(".reading"))).toEqual([]);
  });

  test("does not send what an earlier version kept, and moves it aside", async () => {
    const sensor = await trial.addSensor(shell);
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
    expect(await sensor.send("temperature=4")).toEqual({
      code: 0,
      output: summary({ stored: 1 }),
    });
    expect((await sensor.temperatures()).toSorted()).toEqual([3, 4]);
  });
});
