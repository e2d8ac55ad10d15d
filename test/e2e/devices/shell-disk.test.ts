/** The shell client on a disk of one page, really full: nothing empty is sent, nothing twice, and it says what is wrong. */

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { useHost } from "../../support/backend/targets";
import { SCRIPT, SHELLS, summary } from "../../support/devices/shell-call";
import { MISSING, OFFLINE_URL, useShellTrial } from "../../support/devices/shell-sensor";
import type { ShellSensor } from "../../support/devices/shell-sensor";

/** Ways to get a mount of one's own: as anybody, or as root where the system lets nobody else. */
const NAMESPACES = [["-Urm"], ["-m"]];
const NAMESPACE = NAMESPACES.find((options) => {
  const script = "mount -t tmpfs -o size=4k none /tmp";
  return spawnSync("unshare", [...options, "sh", "-c", script]).status === 0;
});
const NO_SPACE = "the reading cannot be kept, and is sent directly: cat: ";

const target = useHost();

describe.each(SHELLS)("the shell client in $name, on a disk of one page", (shell) => {
  const missing =
    MISSING ??
    (NAMESPACE === undefined
      ? "this system lets nobody here mount a disk (unshare -Urm)"
      : undefined);
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const trial = useShellTrial(() => target().url);

  /** Runs shell commands beside the disk, `$disk`; `greenhouse` is the client, `offline greenhouse` without a server. */
  async function onDisk(sensor: ShellSensor, commands: string): Promise<string> {
    const disk = join(trial.folder(), "disk");
    mkdirSync(disk);
    const script = `
      disk="$GREENHOUSE_SPOOL"
      mount -t tmpfs -o size=4k none "$disk" || exit 1
      greenhouse() { ${[...shell.command, SCRIPT].join(" ")} "$@"; echo "exit code $?"; }
      offline() ( GREENHOUSE_URL=${OFFLINE_URL}; export GREENHOUSE_URL; "$@" )
      fill() { echo "a page" >"$disk/page"; }
      empty() { rm "$disk/page"; }
      ${commands}`;
    const running = run("unshare", [...(NAMESPACE ?? []), "sh", "-c", script], {
      env: { ...sensor.env, GREENHOUSE_SPOOL: disk },
    });
    await running.ended;
    expect(running.output()).not.toContain("another call");
    return running.output();
  }

  test("sends directly what it cannot keep", async () => {
    const sensor = await trial.addSensor(shell);
    const output = await onDisk(sensor, "fill; greenhouse send temperature=1");
    expect(output).toContain(NO_SPACE);
    expect(output).toContain("No space left on device");
    expect(output).toContain(`${summary({ stored: 1 })}exit code 0\n`);
    expect(await sensor.temperatures()).toEqual([1]);
  });

  test("counts what it can neither send nor keep, and sends nothing of it later", async () => {
    const sensor = await trial.addSensor(shell);
    const output = await onDisk(
      sensor,
      "fill; offline greenhouse send temperature=1; empty; greenhouse flush; greenhouse send temperature=2",
    );
    expect(output).toContain(
      `there is no space to keep it\n${summary({ overflowed: 1 })}exit code 1\n`,
    );
    expect(output).toContain(`${summary({})}exit code 0\n${summary({ stored: 1 })}exit code 0\n`);
    expect(await sensor.temperatures()).toEqual([2]);
  });

  test("keeps a reading in the last page, and makes one entry though the answer is lost", async () => {
    const sensor = await trial.addSensor(shell);
    trial.server().plan("lost answer");
    const output = await onDisk(sensor, "greenhouse send temperature=1; greenhouse flush");
    expect(output).toContain(`${summary({ waiting: 1 })}exit code 75\n`);
    expect(output).toContain(`${summary({ stored: 1 })}exit code 0\n`);
    expect(await sensor.temperatures()).toEqual([1]);
    const [first, second, ...more] = trial.server().requests;
    expect(second).toEqual({ ...first, status: 200 });
    expect(more).toEqual([]);
  });

  test("tries again without the disk, and makes one entry though the answer is lost", async () => {
    const sensor = await trial.addSensor(shell);
    trial.server().plan("lost answer");
    const output = await onDisk(
      sensor,
      "fill; GREENHOUSE_PATIENCE=30 greenhouse send temperature=1",
    );
    expect(output).toContain(`${summary({ stored: 1 })}exit code 0\n`);
    expect(await sensor.temperatures()).toEqual([1]);
    expect(trial.server().requests).toHaveLength(2);
  });

  test("leaves what waits alone where nothing can be written, and sends the new reading", async () => {
    const sensor = await trial.addSensor(shell);
    const output = await onDisk(
      sensor,
      `offline greenhouse send temperature=1
      rm -f "$disk"/*/quiet-until
      mount -o remount,ro "$disk"
      greenhouse send temperature=2; greenhouse flush
      mount -o remount,rw "$disk"; greenhouse flush`,
    );
    expect(output).toContain("Read-only file system");
    expect(output).toContain(`${summary({ stored: 1, waiting: 1 })}exit code 75\n`);
    expect(output).toContain(`${summary({ waiting: 1 })}exit code 75\n`);
    expect(output).toContain(`${summary({ stored: 1 })}exit code 0\n`);
    expect((await sensor.temperatures()).toSorted()).toEqual([1, 2]);
    expect(trial.server().requests).toHaveLength(2);
  });

  test("says that the folder cannot be used", async () => {
    const sensor = await trial.addSensor(shell);
    const output = await onDisk(sensor, `mount -o remount,ro "$disk"; greenhouse flush`);
    expect(output).toContain("Read-only file system");
    expect(output).toContain(`${summary({})}exit code 73\n`);
  });
});
