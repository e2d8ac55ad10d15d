/** A client's store through kills, restarts and faults: each reading is in the history once. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CLIENTS } from "../../support/devices/clients";
import { countsOf, NOTHING, pollDue, settle } from "../../support/devices/device";
import type { Device } from "../../support/devices/device";
import type { Fault } from "../../support/devices/fault-server";
import { readRequest, useClients } from "../../support/devices/trial";
import type { Trial } from "../../support/devices/trial";

const SLACK_MS = 3_000;
const NO_ANSWER: Fault = { parts: [], staysOpen: true };
/** A name that is not in the backend's table, but in the stores. */
const OTHERS = { sapFlow: 0.25, uptime: 7, boot: 8, wall: 10 };
const STORING = CLIENTS.filter(({ storage }) => storage !== undefined);
const ON_DISK = CLIENTS.filter(({ storage }) => storage === "disk");
const ON_FLASH = CLIENTS.filter(({ storage }) => storage === "flash");
const testClients = useClients(STORING);

/** Takes readings without a network. An attempt fails, so that boards write them. */
async function takeOffline(
  { server, pass }: Pick<Trial, "server" | "pass">,
  device: Device,
  temperatures: readonly number[],
): Promise<void> {
  await server.goOffline();
  for (const temperature of temperatures) {
    await device.add({ temperature, ...OTHERS });
    await pollDue(device);
    await pass(1_000);
  }
}

/** Sorted by temperature, because some readings have the same millisecond. */
function expectHistory({ backend }: Trial, temperatures: readonly number[]): void {
  const stored = backend.history().map(({ temperature }) => Number(temperature));
  expect(stored.toSorted((a, b) => a - b)).toEqual(temperatures);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
}

/** Returns the files with one of these readings, as text or in an Arduino board's binary records. */
function filesWith(folder: string, temperatures: readonly number[]): string[] {
  const forms = temperatures.flatMap((temperature) => {
    const binary = Buffer.alloc(4);
    binary.writeFloatLE(temperature);
    return [binary, Buffer.from(String(temperature))];
  });
  return filesIn(folder).filter((file) => {
    const bytes = readFileSync(file);
    return forms.some((form) => bytes.includes(form));
  });
}

/** The earlier version's files: a reading with a time, and a reading with the clock of another boot. */
function formerStore(
  client: string,
  at: number,
): { readonly file: string; readonly content: string | Buffer } {
  if (client.startsWith("Arduino")) {
    const records = [
      formerRecord([21.5, NaN, NaN, 80], at, 0),
      formerRecord([22, 60], 5, at + MINUTE_MS),
    ];
    return { file: "greenhouse/00000001.page", content: Buffer.concat(records) };
  }
  return {
    file: "00000001.ndjson",
    content:
      `{"timestamp":${at},"temperature":21.5,"battery":80}\n` +
      `{"uptime":5,"boot":"another","wall":${at + MINUTE_MS},"temperature":22,"humidity":60}\n`,
  };
}

/** A reading of an Arduino board with its time, or with its uptime and the time of its clock. */
function formerRecord(values: readonly number[], at: number, clock: number): Buffer {
  const record = Buffer.alloc(40);
  record.writeBigInt64LE(BigInt(at), 0);
  record.writeBigInt64LE(BigInt(clock), 8);
  for (const index of [0, 1, 2, 3]) record.writeFloatLE(values[index] ?? NaN, 16 + 4 * index);
  record.writeUInt32LE(1, 32);
  record.writeUInt8(1, 36);
  record.writeUInt8(clock === 0 ? 1 : 0, 37);
  let crc = 0xffff;
  for (const byte of record.subarray(0, 38)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  record.writeUInt16LE(crc, 38);
  return record;
}

describe("neither loses nor duplicates a reading when killed", () => {
  for (const [name, fault] of [
    ["before its request arrives", NO_ANSWER],
    ["before the answer", "late"],
  ] satisfies readonly (readonly [string, Fault])[]) {
    testClients(name, async (begin) => {
      const trial = await begin({ store: true });
      const { device, server } = trial;
      await takeOffline(trial, device, [1, 2, 3]);
      await server.goOnline();
      server.plan(fault);
      // This test expects the process to end.
      const settled = settle(device).catch(() => undefined);
      await server.untilRequests(1);
      const again = await trial.restart();
      await settled;
      expect((await settle(again)).waiting).toBe(0);
      await again.add({ temperature: 4 });
      expect((await settle(again)).waiting).toBe(0);
      expectHistory(trial, [1, 2, 3, 4]);
    });
  }

  testClients("without a network, and keeps no stored reading", async (begin) => {
    const trial = await begin({ store: true });
    const all = [1.125, 2.125, 3.125, 4.125, 5.125];
    await takeOffline(trial, trial.device, all.slice(0, 3));
    const second = await trial.restart();
    await takeOffline(trial, second, all.slice(3));
    const third = await trial.restart();
    expect((await third.poll()).waiting).toBe(5);
    expect(filesWith(trial.store, all)).not.toEqual([]);
    await trial.server.goOnline();
    expect(countsOf(await settle(third))).toEqual({ ...NOTHING, stored: 5 });
    expectHistory(trial, all);
    expect(filesWith(trial.store, all)).toEqual([]);
    const sent = trial.server.requests.flatMap(
      (request) => readRequest(request, trial.sensor).readings,
    );
    const timestamp = expect.any(Number) as number;
    expect(sent).toEqual(sent.map(({ temperature }) => ({ timestamp, temperature, ...OTHERS })));
  });

  testClients(
    "right after taking a reading",
    async (begin) => {
      const trial = await begin({ store: true });
      await trial.server.goOffline();
      for (const temperature of [1, 2, 3]) await trial.device.add({ temperature });
      const again = await trial.restart();
      await trial.server.goOnline();
      expect(countsOf(await settle(again))).toEqual({ ...NOTHING, stored: 3 });
      expectHistory(trial, [1, 2, 3]);
    },
    ON_DISK,
  );
});

describe("after a restart dates undated readings", () => {
  testClients(
    "by the uptime, whatever the clock shows",
    async (begin) => {
      const trial = await begin({ store: true, clockErrorMs: -60 * MINUTE_MS });
      const takenAt = trial.backend.now();
      await takeOffline(trial, trial.device, [1]);
      await trial.pass(10 * MINUTE_MS);
      const again = await trial.restart();
      await trial.pass(5 * MINUTE_MS);
      await trial.server.goOnline();
      const state = await settle(again, { pass: trial.pass });
      expect(countsOf(state)).toEqual({ ...NOTHING, stored: 1 });
      const [entry] = trial.backend.history();
      expect(Math.abs(Number(entry?.["updatedAt"]) - takenAt)).toBeLessThan(SLACK_MS);
    },
    ON_DISK,
  );

  testClients("by the clock at the time of the reading, even if kept later", async (begin) => {
    const trial = await begin({ store: true });
    const takenAt = trial.backend.now();
    await trial.server.goOffline();
    await trial.device.add({ temperature: 1 });
    await trial.pass(10 * MINUTE_MS);
    await trial.device.poll();
    const again = await trial.restart("boot");
    await trial.server.goOnline();
    const state = await settle(again, { pass: trial.pass });
    expect(countsOf(state)).toEqual({ ...NOTHING, stored: 1 });
    const [entry] = trial.backend.history();
    expect(Math.abs(Number(entry?.["updatedAt"]) - takenAt)).toBeLessThan(SLACK_MS);
  });

  testClients(
    "or counts them as refused without a clock",
    async (begin, { board }) => {
      const clockErrorMs = board === undefined ? -Date.now() + MINUTE_MS : "none";
      const trial = await begin({ store: true, clockErrorMs });
      await takeOffline(trial, trial.device, [1]);
      const again = await trial.restart();
      await trial.server.goOnline();
      await again.add({ temperature: 2 });
      expect(countsOf(await settle(again))).toEqual({ ...NOTHING, stored: 1, refused: 1 });
      expectHistory(trial, [2]);
    },
    ON_FLASH,
  );

  testClients("and keeps a date that it has sent", async (begin) => {
    const trial = await begin({ store: true });
    await trial.device.add({ temperature: 0 });
    await settle(trial.device);
    await takeOffline(trial, trial.device, [1, 2]);
    await trial.server.goOnline();
    trial.server.plan("lost answer", NO_ANSWER);
    const settled = settle(trial.device, { pass: trial.pass }).catch(() => undefined);
    await trial.server.untilRequests(3);
    const again = await trial.restart("boot");
    await settled;
    expect((await settle(again, { pass: trial.pass })).waiting).toBe(0);
    expectHistory(trial, [0, 1, 2]);
  });
});

describe("a store", () => {
  testClients("of the version with four measurements is sent", async (begin, { name }) => {
    const store = mkdtempSync(join(tmpdir(), "greenhouse-store-"));
    try {
      const at = Date.now() - 2 * MINUTE_MS;
      const { file, content } = formerStore(name, at);
      mkdirSync(dirname(join(store, file)), { recursive: true });
      writeFileSync(join(store, file), content);
      const { device, server, sensor } = await begin({ store });
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 2 });
      const [batch] = server.requests.map((request) => readRequest(request, sensor));
      expect(batch?.readings).toEqual([
        { timestamp: at, temperature: 21.5, battery: 80 },
        { timestamp: at + MINUTE_MS, temperature: 22, humidity: 60 },
      ]);
    } finally {
      rmSync(store, { recursive: true, force: true });
    }
  });

  testClients("that is full drops the oldest, also after a restart", async (begin) => {
    const trial = await begin({ store: true, capacity: 4 });
    await takeOffline(trial, trial.device, [1, 2, 3, 4, 5, 6]);
    expect(trial.device.report()).toMatch(/dropped/);
    const again = await trial.restart();
    await takeOffline(trial, again, [7]);
    await trial.server.goOnline();
    const state = await settle(again);
    expect(state).toMatchObject({ stored: 4, waiting: 0 });
    expectHistory(trial, [4, 5, 6, 7]);
  });

  testClients(
    "that cannot be written is reported once, and used again later",
    async (begin) => {
      const folder = mkdtempSync(join(tmpdir(), "greenhouse-store-"));
      try {
        const file = join(folder, "file");
        writeFileSync(file, "in the way");
        const store = join(file, "store");
        const trial = await begin({ store });
        await takeOffline(trial, trial.device, [1, 2, 3]);
        const lines = trial.device.report().split("\n");
        expect(lines.filter((line) => line.includes(store))).toHaveLength(1);
        await trial.server.goOnline();
        expect(countsOf(await settle(trial.device))).toEqual({ ...NOTHING, stored: 3 });
        rmSync(file);
        mkdirSync(file);
        await trial.pass(11 * MINUTE_MS);
        await takeOffline(trial, trial.device, [4, 5]);
        const again = await trial.restart();
        await trial.server.goOnline();
        expect(countsOf(await settle(again))).toEqual({ ...NOTHING, stored: 2 });
        expectHistory(trial, [1, 2, 3, 4, 5]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    STORING,
  );

  testClients(
    "of another process is not used until that process is killed",
    async (begin) => {
      const first = await begin({ store: true, env: {} });
      await takeOffline(first, first.device, [1, 2]);
      const { sensor, store } = first;
      const second = await begin({ store, sensor, env: {} });
      expect(second.device.report()).toContain("another process uses it");
      await second.device.add({ temperature: 3 });
      expect(countsOf(await settle(second.device))).toEqual({ ...NOTHING, stored: 1 });
      await second.pass(11 * MINUTE_MS);
      await first.device.kill();
      await second.device.add({ temperature: 4 });
      expect(countsOf(await settle(second.device))).toEqual({ ...NOTHING, stored: 4 });
      expectHistory(second, [1, 2, 3, 4]);
    },
    ON_DISK,
  );

  testClients(
    "with an incomplete line and foreign files works",
    async (begin) => {
      const trial = await begin({ store: true });
      await takeOffline(trial, trial.device, [1, 2, 3.0625]);
      await trial.device.kill();
      const foreign = filesIn(trial.store).flatMap((file) => {
        if (!readFileSync(file, "utf8").includes("3.0625")) return [];
        appendFileSync(file, '{"temperature":4');
        return ["notes.txt", "x.ndjson"].map((name) => join(file, "..", name));
      });
      expect(foreign).toHaveLength(2);
      for (const file of foreign) writeFileSync(file, "\u0000 of someone else\n");
      const again = await trial.restart();
      await trial.server.goOnline();
      await again.add({ temperature: 5 });
      expect(countsOf(await settle(again))).toEqual({ ...NOTHING, stored: 4 });
      expectHistory(trial, [1, 2, 3.0625, 5]);
      for (const file of foreign) expect(readFileSync(file, "utf8")).toContain("someone else");
    },
    ON_DISK,
  );

  testClients(
    "on flash is not written while readings are stored at once",
    async (begin) => {
      const trial = await begin({ store: true });
      for (const temperature of [1, 2, 3]) {
        await trial.device.add({ temperature });
        await settle(trial.device);
      }
      expect(filesIn(trial.store)).toEqual([]);
    },
    ON_FLASH,
  );
});
