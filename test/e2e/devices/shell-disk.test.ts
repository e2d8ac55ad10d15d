/**
 * The shell client on a disk of one page, really full: nothing empty is sent, nothing twice, and it says what is wrong.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import type { DeviceRequest } from "../../support/devices/fault-server";
import { SCRIPT } from "../../support/devices/shell-device";
import { OFFLINE_URL, ONE_SHELL, SHELLS, summary, useShells } from "../../support/devices/shells";
import type { Shell, ShellSensor, ShellTrial } from "../../support/devices/shells";

/** Ways to get a mount of one's own: as anybody, or as root where the system lets nobody else. */
const NAMESPACES = [["-Urm"], ["-m"]];
const NAMESPACE = NAMESPACES.find((options) => {
  const script = "mount -t tmpfs -o size=4k none /tmp";
  return spawnSync("unshare", [...options, "sh", "-c", script]).status === 0;
});
const NO_SPACE = "the reading cannot be kept, and is sent directly: cat: ";

const testShells = useShells();
const withDisk = (shells: readonly Shell[]): readonly Shell[] =>
  shells.map((shell) => ({
    ...shell,
    missing: shell.missing ?? (NAMESPACE === undefined ? "unshare cannot mount a disk" : undefined),
  }));

function readingsOf(request: DeviceRequest | undefined): unknown {
  return (JSON.parse(request?.text ?? "{}") as { readonly readings?: unknown }).readings;
}

/** Runs shell commands beside the disk, `$disk`; `greenhouse` is the client, `offline greenhouse` without a server. */
async function onDisk(
  { shell, folder }: ShellTrial,
  sensor: ShellSensor,
  commands: string,
): Promise<string> {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const script = `
      disk="$GREENHOUSE_STORE"
      mount -t tmpfs -o size=4k none "$disk" || exit 1
      greenhouse() { ${[...shell.command, SCRIPT].join(" ")} "$@"; echo "exit code $?"; }
      offline() ( GREENHOUSE_URL=${OFFLINE_URL}; export GREENHOUSE_URL; "$@" )
      persistent() ( GREENHOUSE_RETRY_SECONDS=30; export GREENHOUSE_RETRY_SECONDS; "$@" )
      fill() { echo "a page" >"$disk/page"; }
      empty() { rm "$disk/page"; }
      ${commands}`;
  const running = run("unshare", [...(NAMESPACE ?? []), "sh", "-c", script], {
    env: { ...sensor.env, GREENHOUSE_STORE: disk },
  });
  await running.ended;
  expect(running.output()).not.toContain("another call");
  return running.output();
}

testShells("sends directly what it cannot keep", withDisk(SHELLS), async (trial) => {
  const sensor = await trial.addSensor();
  const output = await onDisk(trial, sensor, "fill; greenhouse send temperature=1");
  expect(output).toContain(NO_SPACE);
  expect(output).toContain("No space left on device");
  expect(output).toContain(`${summary({ stored: 1 })}exit code 0\n`);
  expect(await sensor.temperatures()).toEqual([1]);
});

testShells(
  "counts what it can neither send nor keep, and sends nothing of it later",
  withDisk(ONE_SHELL),
  async (trial) => {
    const sensor = await trial.addSensor();
    const output = await onDisk(
      trial,
      sensor,
      "fill; offline greenhouse send temperature=1; empty; persistent greenhouse flush; persistent greenhouse send temperature=2",
    );
    expect(output).toContain(
      `there is no space to keep it\n${summary({ overflowed: 1 })}exit code 1\n`,
    );
    expect(output).toContain(`${summary({})}exit code 0\n${summary({ stored: 1 })}exit code 0\n`);
    expect(await sensor.temperatures()).toEqual([2]);
  },
);

testShells(
  "keeps a reading in the last page, and makes one entry though the answer is lost",
  withDisk(ONE_SHELL),
  async (trial) => {
    const sensor = await trial.addSensor();
    trial.server.plan("lost answer");
    const output = await onDisk(
      trial,
      sensor,
      "greenhouse send temperature=1; persistent greenhouse flush",
    );
    expect(output).toContain(`${summary({ waiting: 1 })}exit code 75\n`);
    expect(output).toContain(`${summary({ stored: 1 })}exit code 0\n`);
    expect(await sensor.temperatures()).toEqual([1]);
    const [first, second, ...more] = trial.server.requests;
    expect(readingsOf(second)).toEqual(readingsOf(first));
    expect(more).toEqual([]);
  },
);

testShells(
  "tries again without the disk, and makes one entry though the answer is lost",
  withDisk(ONE_SHELL),
  async (trial) => {
    const sensor = await trial.addSensor();
    trial.server.plan("lost answer");
    const output = await onDisk(trial, sensor, "fill; persistent greenhouse send temperature=1");
    expect(output).toContain(`${summary({ stored: 1 })}exit code 0\n`);
    expect(await sensor.temperatures()).toEqual([1]);
    expect(trial.server.requests).toHaveLength(2);
  },
);

testShells(
  "leaves what waits alone where nothing can be written, and sends the new reading",
  withDisk(SHELLS),
  async (trial) => {
    const sensor = await trial.addSensor();
    const output = await onDisk(
      trial,
      sensor,
      `offline greenhouse send temperature=1
      rm -f "$disk"/*/state
      mount -o remount,ro "$disk"
      greenhouse send temperature=2; greenhouse flush
      mount -o remount,rw "$disk"; greenhouse flush`,
    );
    expect(output).toContain("Read-only file system");
    expect(output).toContain(`${summary({ stored: 1, waiting: 1 })}exit code 75\n`);
    expect(output).toContain(`${summary({ waiting: 1 })}exit code 75\n`);
    expect(output).toContain(`${summary({ stored: 1 })}exit code 0\n`);
    expect((await sensor.temperatures()).toSorted()).toEqual([1, 2]);
    expect(trial.server.requests).toHaveLength(2);
  },
);

testShells("says that the folder cannot be used", withDisk(SHELLS), async (trial) => {
  const sensor = await trial.addSensor();
  const output = await onDisk(trial, sensor, `mount -o remount,ro "$disk"; greenhouse flush`);
  expect(output).toContain("Read-only file system");
  expect(output).toContain(`${summary({})}exit code 73\n`);
});
