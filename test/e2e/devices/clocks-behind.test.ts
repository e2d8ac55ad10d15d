/**
 * Early readings: the backend answers 425, because its clock is behind. Every client keeps early readings at the end of
 * a batch, and counts others as refused.
 */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromRoot } from "../../../tools/dev/stack/project";
import { databaseClient } from "../../support/backend/database-client";
import { addSensor } from "../../support/backend/farm";
import { useHost } from "../../support/backend/targets";
import { CLIENTS } from "../../support/devices/clients";
import { NO_PYTHON } from "../../support/devices/commands";
import { countsOf, NOTHING, pollDue, settle } from "../../support/devices/device";
import type { Device } from "../../support/devices/device";
import type { Fault } from "../../support/devices/fault-server";
import { withGateway } from "../../support/devices/gateway";
import { temperaturesOf, useClients } from "../../support/devices/trial";
import type { Begin } from "../../support/devices/trial";
import { expectSoon } from "rtdb-emulator/testing/polling";

const EARLY = "425 Reading is from the future.";

const testClients = useClients(CLIENTS);

type Outcome = "stored" | "early" | "too hot";

/** Returns an answer with these outcomes for a batch. */
function answer(...outcomes: readonly Outcome[]): Fault {
  const refused = outcomes.flatMap((outcome, index) =>
    outcome === "stored"
      ? []
      : outcome === "early"
        ? [{ index, status: 425, error: "Reading is from the future." }]
        : [{ index, status: 400, error: "Too hot." }],
  );
  const body = JSON.stringify({
    success: true,
    stored: outcomes.length - refused.length,
    refused,
  });
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}

interface Case {
  readonly name: string;
  /** The outcomes of the first batch, whose temperatures count from 1. */
  readonly outcomes: readonly Outcome[];
  readonly stored: number;
  readonly refused: number;
  /** The temperatures that are sent again. */
  readonly kept: readonly number[];
}

const CASES: readonly Case[] = [
  { name: "a whole batch", outcomes: ["early", "early"], stored: 0, refused: 0, kept: [1, 2] },
  {
    name: "the readings at its end",
    outcomes: ["stored", "early", "early"],
    stored: 1,
    refused: 0,
    kept: [2, 3],
  },
  {
    name: "the reading after one that is refused for another reason",
    outcomes: ["too hot", "early"],
    stored: 0,
    refused: 1,
    kept: [2],
  },
  {
    name: "no reading before a stored one",
    outcomes: ["stored", "early", "stored"],
    stored: 2,
    refused: 1,
    kept: [],
  },
  {
    name: "the reading at its end, but none before a stored one",
    outcomes: ["early", "stored", "early"],
    stored: 1,
    refused: 1,
    kept: [3],
  },
];

/** Takes `count` readings while nothing can be sent. */
async function takeOffline(begin: Begin, count: number): ReturnType<Begin> {
  const trial = await begin();
  const { device, server } = trial;
  await server.goOffline();
  for (let temperature = 1; temperature <= count; temperature += 1) {
    await device.add({ temperature });
    await device.advance(1_000);
  }
  await server.goOnline();
  return trial;
}

describe("keeps of early readings", () => {
  for (const { name, outcomes, stored, refused, kept } of CASES) {
    testClients(name, async (begin) => {
      const trial = await takeOffline(begin, outcomes.length);
      const { device, server, sensor, history } = trial;
      server.plan(answer(...outcomes));
      await untilRequests(trial, 1);
      const state = await pollDue(device);
      expect(countsOf(state)).toEqual({ ...NOTHING, stored, refused, waiting: kept.length });
      expect(server.requests).toHaveLength(1);
      const report = device.report();
      const waits = `${EARLY}: (?:trying again in|no attempt for) \\d+ s, ${kept.length} waiting`;
      expect(report.match(new RegExp(waits, "g")) ?? []).toHaveLength(kept.length > 0 ? 1 : 0);
      const early = outcomes.filter((outcome) => outcome === "early").length;
      expect(/refused.*425/.test(report)).toBe(early > kept.length);
      if (kept.length > 0) {
        expect(state.waitMs).toBeGreaterThan(MINUTE_MS / 2);
        expect(state.waitMs).toBeLessThanOrEqual(MINUTE_MS);
      }
      expect(countsOf(await settle(device))).toEqual({
        ...NOTHING,
        stored: stored + kept.length,
        refused,
      });
      expect((await history()).map(({ temperature }) => temperature)).toEqual(kept);
      expect(temperaturesOf(server, sensor).slice(1)).toEqual(kept.length > 0 ? [kept] : []);
    });
  }

  testClients("a single reading until a later one is stored", async (begin) => {
    const { device, server, sensor, history } = await begin();
    server.plan(answer("early"), answer("early", "stored"));
    await device.add({ temperature: 1 });
    const { waitMs, ...counts } = await pollDue(device);
    expect(countsOf({ ...counts, waitMs })).toEqual({ ...NOTHING, waiting: 1 });
    await device.add({ temperature: 2 });
    await device.poll();
    expect(server.requests).toHaveLength(1);
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1, refused: 1 });
    expect(temperaturesOf(server, sensor)).toEqual([[1], [1, 2]]);
    expect(await history()).toEqual([]);
  });
});

async function untilRequests(
  { device, server }: Awaited<ReturnType<Begin>>,
  count: number,
): Promise<void> {
  for (let polls = 0; server.requests.length < count && polls < 20; polls += 1) {
    const { waitMs } = await device.poll();
    if (server.requests.length < count && waitMs !== null) await device.advance(waitMs);
  }
}

describe("the functions' clock", () => {
  let folder: string;
  const setAhead = (ms: number): void => writeFileSync(join(folder, "clock"), String(ms));
  const host = useHost(() => {
    folder = mkdtempSync(join(tmpdir(), "greenhouse-clock-"));
    setAhead(0);
    const preload = pathToFileURL(fromRoot("test/support/backend/moved-clock.ts")).href;
    return { CLOCK_FILE: join(folder, "clock"), NODE_OPTIONS: `--import ${preload}` };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => setAhead(0));

  // Clients run one after the other, because they share the host's clock.
  for (const client of CLIENTS) {
    testClients(
      "is hours behind: old readings wait until it is right, new readings are stored",
      async (begin) => {
        const { device, server, sensor, history } = await begin({ functions: host().url });
        const take = async (temperature: number): Promise<Device> => {
          await device.add({ temperature });
          return device;
        };
        await settle(await take(1));
        await server.goOffline();
        for (const temperature of [2, 3, 4]) {
          await take(temperature);
          await device.advance(1_000);
        }
        setAhead(-3 * HOUR_MS);
        await server.goOnline();
        const state = await settle(device, { polls: 5 });
        expect(countsOf(state)).toEqual({ ...NOTHING, stored: 1, waiting: 3 });
        expect(device.report()).toContain(EARLY);
        // New readings are stored meanwhile. Their time is wrong, but nobody can know that.
        expect(countsOf(await settle(await take(5), { polls: 5 }))).toEqual({
          ...NOTHING,
          stored: 2,
          waiting: 3,
        });
        setAhead(0);
        expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 5 });
        expect((await history()).map(({ temperature }) => temperature)).toEqual([5, 1, 2, 3, 4]);
        expect(temperaturesOf(server, sensor).at(-1)).toEqual([2, 3, 4]);
      },
      [client],
    );
  }

  (NO_PYTHON === undefined ? test : test.skip)(
    "is right, a board's is an hour ahead: the gateway keeps that board's readings and sends others",
    async () => {
      const database = databaseClient();
      await withGateway(
        { url: host().url, database },
        async ({ farm, sensors, server, start, history }) => {
          const [{ uid }, otherSensor] = sensors;
          const unlinked = await addSensor(database, farm);
          await database.remove(`registeredSensors/${unlinked.uid}/greenhouse`);
          await server.goOffline();
          const gateway = await start();
          const timestamp = Date.now() + HOUR_MS;
          await gateway.post(
            Array.from({ length: 99 }, (_, at) => ({ uid, timestamp: timestamp + at, light: 1 })),
          );
          const old = Date.now() - HOUR_MS;
          await gateway.post([
            { uid: otherSensor.uid, timestamp: old, temperature: 1 },
            { uid: unlinked.uid, timestamp: timestamp + 50, temperature: 2 },
            { uid: otherSensor.uid, temperature: 3 },
          ]);
          await server.goOnline();
          await expectSoon(
            async () => {
              const { stored, refused, waiting } = await gateway.state();
              return { stored, refused, waiting };
            },
            { stored: 2, refused: 0, waiting: 100 },
          );
          expect((await history()).map(({ temperature }) => temperature)).toEqual([1, 3]);
          const kept = async (): Promise<unknown> => (await gateway.state()).kept;
          await expectSoon<unknown>(kept, {
            [uid]: EARLY,
            [unlinked.uid]: "400 Sensor is not linked to any greenhouse.",
          });
          const lines = gateway
            .output()
            .split("\n")
            .filter((line) => line.includes(uid));
          expect(lines).toEqual([expect.stringMatching(/425 .*: it is kept, /)]);
        },
      );
    },
  );
});
