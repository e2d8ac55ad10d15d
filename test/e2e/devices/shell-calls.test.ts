/** The shell client's calls beside and after each other: cron starts the next one whatever the one before does. */

import { randomUUID } from "node:crypto";
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { useHost } from "../../support/backend/targets";
import { CLIENTS } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import { sensorFolder, startShell } from "../../support/devices/shell-device";
import { useTrials } from "../../support/devices/trial";
import { useTemporaryFolder } from "../../support/temporary-folder";

const target = useHost();

describe("the shell client", () => {
  const missing = CLIENTS.find(({ name }) => name === "shell")?.missing;
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const begin = useTrials(startShell, () => target().url);
  const folder = useTemporaryFolder();

  test("stores each reading once though five calls are at work", async () => {
    const { device, history } = await begin();
    const temperatures = [1, 2, 3, 4, 5];
    await Promise.all(temperatures.map((temperature) => device.add({ temperature })));
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 5 });
    const stored = (await history()).map(({ temperature }) => Number(temperature));
    expect(stored.toSorted((a, b) => a - b)).toEqual(temperatures);
  });

  test.each([
    ["no process has that number", "999999999.0.9999999999"],
    ["another process has got that number since", `${process.pid}.0.1`],
  ])("takes over the lock of a call that was killed: %s", async (_, holder) => {
    const spool = join(folder(), "spool");
    const uid = `sensor-${randomUUID()}`;
    const lock = join(sensorFolder(spool, uid), "lock");
    mkdirSync(sensorFolder(spool, uid), { recursive: true });
    symlinkSync(holder, lock);
    const { device, history } = await begin({ uid, env: { GREENHOUSE_SPOOL: spool } });
    await device.add({ temperature: 20 });
    expect(await history()).toHaveLength(1);
    expect(() => readlinkSync(lock)).toThrow("ENOENT");
  });

  test("leaves its reading to a call that is at work, and says so", async () => {
    const spool = join(folder(), "spool");
    const uid = `sensor-${randomUUID()}`;
    mkdirSync(sensorFolder(spool, uid), { recursive: true });
    const lock = join(sensorFolder(spool, uid), "lock");
    symlinkSync(`${process.pid}.0.9999999999`, lock);
    const { device, server } = await begin({ uid, env: { GREENHOUSE_SPOOL: spool } });
    expect(countsOf(await device.add({ temperature: 20 }))).toEqual({ ...NOTHING, waiting: 1 });
    expect(device.report()).toContain("another call is at work");
    expect(server.requests).toEqual([]);
    rmSync(lock);
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
  });
});
