/** The shell client's calls beside and after each other: cron starts the next one whatever the one before does. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useHost } from "../../support/backend/targets";
import { CLIENTS } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import { startShell } from "../../support/devices/shell-device";
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

  test("goes on where a call was ended in the middle", async () => {
    const spool = join(folder(), "spool");
    mkdirSync(join(spool, "lock"), { recursive: true });
    // No process has that number.
    writeFileSync(join(spool, "lock/pid"), "999999999\n");
    const { device, history } = await begin({ env: { GREENHOUSE_SPOOL: spool } });
    await device.add({ temperature: 20 });
    expect(await history()).toHaveLength(1);
    expect(existsSync(join(spool, "lock"))).toBe(false);
  });
});
