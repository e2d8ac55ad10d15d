/** Devices read error codes, not error texts. Without codes, from an older backend, they lose no reading. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor, inventSensor, register } from "../../support/backend/farm";
import { inventKey } from "../../support/backend/secrets";
import { sharedHost } from "../../support/backend/targets";
import { CLIENTS } from "../../support/devices/clients";
import { NO_PYTHON } from "../../support/devices/commands";
import { countsOf, NOTHING, pollDue, settle } from "../../support/devices/device";
import type { Counts, DeviceState } from "../../support/devices/device";
import { startFaultServer } from "../../support/devices/fault-server";
import type { FaultServer } from "../../support/devices/fault-server";
import { useGateways } from "../../support/devices/gateway";
import { REPORTER } from "../../support/devices/reporter";
import { VERSIONS } from "../../support/devices/rewrites";
import { ONE_SHELL, summary, useShells } from "../../support/devices/shells";
import type { Call, ShellSensor } from "../../support/devices/shells";
import { testTogether, useClients } from "../../support/devices/trial";
import type { Trial, TrialSettings } from "../../support/devices/trial";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const host = sharedHost();
const folder = useTemporaryFolder();
const testClients = useClients(CLIENTS);
const testShells = useShells();
const testGateway = useGateways(NO_PYTHON);

const statusesOf = ({ requests }: FaultServer): readonly (number | undefined)[] =>
  requests.map(({ status }) => status).filter((status) => status !== 200);

const unlink = (uid: string): Promise<void> =>
  database.remove(`registeredSensors/${uid}/greenhouse`);

interface Case {
  readonly name: string;
  readonly settings?: TrialSettings;
  readonly play: (trial: Trial) => Promise<DeviceState>;
  /** The statuses of requests that are refused as a whole. */
  readonly refusals: readonly number[];
  /** The same for a backend without codes. */
  readonly withoutCodes?: readonly number[];
  readonly counts: Partial<Counts>;
}

const CASES: readonly Case[] = [
  {
    name: "a wrong clock",
    play: async ({ device, server }) => {
      const headers = { Date: new Date(Date.now() - HOUR_MS).toUTCString() };
      server.planTime({ status: 405, headers });
      await device.add({ temperature: 20 });
      return settle(device);
    },
    refusals: [401],
    counts: { stored: 1 },
  },
  {
    name: "a wrong key",
    settings: { apiKey: "a-wrong-key-of-a-test" },
    play: async ({ device }) => {
      await device.add({ temperature: 20 });
      return pollDue(device);
    },
    refusals: [401],
    // The clock may be the cause, so it is compared once.
    withoutCodes: [401, 401],
    counts: { waiting: 1 },
  },
  {
    name: "a sensor that is not registered",
    settings: { isRegistered: false },
    play: async ({ device }) => {
      await device.add({ temperature: 20 });
      return pollDue(device);
    },
    refusals: [404],
    counts: { waiting: 1 },
  },
  {
    name: "a sensor that is not linked",
    play: async ({ device, sensor }) => {
      await unlink(sensor.uid);
      await device.add({ temperature: 20 });
      return pollDue(device);
    },
    refusals: [400],
    counts: { waiting: 1 },
  },
  {
    name: "a reading that is too old",
    settings: { isTimed: true },
    play: async ({ device, server, pass }) => {
      await server.goOffline();
      await device.add({ temperature: 20 });
      await pollDue(device);
      await pass(31 * DAY_MS);
      await device.add({ temperature: 21 });
      await server.goOnline();
      return settle(device, { pass });
    },
    refusals: [],
    counts: { stored: 1, refused: 1 },
  },
  {
    name: "a reading that is ahead of the time",
    settings: { isTimed: true },
    play: async ({ device, pass }) => {
      await device.add({ temperature: 20 });
      await settle(device, { pass });
      await device.advance(7 * MINUTE_MS);
      await device.add({ temperature: 21 });
      return settle(device, { pass });
    },
    refusals: [401],
    counts: { stored: 2 },
  },
];

describe.each(VERSIONS)("with $name", ({ rewrite, hasCodes }) => {
  for (const { name, settings, play, refusals, withoutCodes = refusals, counts } of CASES) {
    testClients(name, async (begin) => {
      const trial = await begin(settings);
      trial.server.rewriteWith(rewrite);
      expect(countsOf(await play(trial))).toEqual({ ...NOTHING, ...counts });
      expect(statusesOf(trial.server)).toEqual(hasCodes ? refusals : withoutCodes);
    });
  }

  const waits = { code: 75, output: summary({ waiting: 1 }) };
  for (const [name, act, expected] of [
    [
      "a wrong key",
      (sensor) => {
        writeFileSync(sensor.env["GREENHOUSE_KEY_FILE"] ?? "", "a-wrong-key-of-a-test");
        return sensor.send("temperature=20");
      },
      waits,
    ],
    [
      "a sensor that is not linked",
      async (sensor) => {
        await unlink(sensor.uid);
        return sensor.send("temperature=20");
      },
      waits,
    ],
    [
      "a reading that is too old",
      (sensor) => {
        sensor.keep(Math.floor((Date.now() - 40 * DAY_MS) / 1000), 1);
        return sensor.send("temperature=20");
      },
      { code: 1, output: summary({ stored: 1, refused: 1 }) },
    ],
  ] satisfies readonly (readonly [string, (sensor: ShellSensor) => Promise<Call>, Call])[]) {
    testShells(name, ONE_SHELL, async ({ server, addSensor: add }) => {
      server.rewriteWith(rewrite);
      const { code, output } = await act(await add());
      expect({ code, output: output.split("\n").slice(-2).join("\n") }).toEqual(expected);
    });
  }

  testGateway(
    "the gateway keeps only readings whose cause of refusal can be fixed",
    async (trial) => {
      const { sensors, server, start } = trial;
      const [linked, unlinked] = sensors;
      server.rewriteWith(rewrite);
      const owning = await addSensor(database, trial.farm);
      const ownKey = `sensorKeys/${owning.uid}`;
      await database.put(ownKey, { farmId: trial.farm.id, key: inventKey() });
      await unlink(unlinked.uid);
      const unknown = inventSensor(trial.farm);
      const gateway = await start({ PROBE_MS: "200" });
      const { uid } = linked;
      await gateway.post([
        { uid, timestamp: Date.now() - 31 * DAY_MS, temperature: 1 },
        { uid, timestamp: Date.now() + 31 * DAY_MS, temperature: 2 },
        ...[linked, unlinked, owning, unknown].map((sensor) => ({
          uid: sensor.uid,
          temperature: 20,
        })),
      ]);
      const counts = async (): Promise<readonly number[]> => {
        const { stored, refused, waiting } = await gateway.state();
        return [stored, refused, waiting];
      };
      await expectSoon(counts, [1, 2, 3]);
      const kept = Object.entries((await gateway.state()).kept);
      expect(new Map(kept.map(([id, error]) => [id, error.slice(0, 3)]))).toEqual(
        new Map([
          [unlinked.uid, "400"],
          [owning.uid, "401"],
          [unknown.uid, "404"],
        ]),
      );
      for (const advice of ["link it to a greenhouse", "remove that key", "register it"]) {
        expect(gateway.output()).toContain(advice);
      }
      await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, unlinked.greenhouse);
      await database.remove(ownKey);
      await register(database, unknown);
      await expectSoon(counts, [4, 2, 0]);
    },
  );

  for (const [name, env, wrongKey, expected, withoutCodes = expected] of [
    ["a wrong clock", { CLOCK_ERROR: "-86400" }, undefined, [0, [401]]],
    ["a wrong key", {}, "a-wrong-key-of-a-test", [1, [401]], [1, [401, 401]]],
  ] as const) {
    testTogether(`the reporter: ${name}`, [REPORTER], async ({ command: [program, ...script] }) => {
      const { id, apiKey } = await addFarm(database);
      const server = await startFaultServer(host.url);
      server.rewriteWith(rewrite);
      const key = join(folder(), "key");
      writeFileSync(key, wrongKey ?? apiKey);
      const reporter = run(program, [...script, "192.168.1.7"], {
        env: {
          ...process.env,
          GREENHOUSE_URL: `${server.url}/reportIp`,
          GREENHOUSE_FARM_ID: id,
          GREENHOUSE_KEY_FILE: key,
          ...env,
        },
      });
      expect([await reporter.ended, statusesOf(server)]).toEqual(
        hasCodes ? expected : withoutCodes,
      );
      await server.goOffline();
      expect(server.failures).toEqual([]);
    });
  }
});
