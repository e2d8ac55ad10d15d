/** What device clients say about their boards, and the interval that owners ask them for. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor } from "../../support/backend/farm";
import { sharedHost } from "../../support/backend/targets";
import { CLIENTS, NODE_CLIENT } from "../../support/devices/clients";
import { NOTHING, pollDue, settle } from "../../support/devices/device";
import { useClients } from "../../support/devices/trial";
import type { Trial } from "../../support/devices/trial";
import rootPackage from "../../../package.json";

const ALL = [...CLIENTS, NODE_CLIENT];
/** Own interval, min and max, in seconds. */
const INTERVAL = "60 30 600";
const host = sharedHost();
const database = databaseClient();
const testClients = useClients(ALL);

const programOf = ({ name }: { readonly name: string }): string =>
  `greenhouse-${name.split(" ")[0]?.toLowerCase()} ${rootPackage.version}`;

/** Returns the fields of the last request, in their order. */
function lastFields({ server }: Trial): readonly (readonly [string, unknown])[] {
  return Object.entries(JSON.parse(server.requests.at(-1)?.text ?? "{}") as object);
}

/** Sends a reading, and returns what its request said about the board. */
async function stated(trial: Trial): Promise<Readonly<Record<string, unknown>>> {
  await trial.device.add({ temperature: 20 });
  await settle(trial.device);
  const about = lastFields(trial).filter(([name]) => !/^(?:uid|timestamp|readings)$/.test(name));
  return Object.fromEntries(about);
}

testClients(
  "states its program, its signal and its interval, which are stored",
  async (begin, client) => {
    const sensor = await addSensor(database, await addFarm(database));
    await database.put(`registeredSensors/${sensor.uid}/intervalSeconds`, 45);
    const trial = await begin({ sensor, board: { rssi: "-67", interval: INTERVAL } });
    const version = programOf(client);
    const signal = CLIENTS.includes(client) ? { rssi: -67 } : {};
    expect(await stated(trial)).toEqual({ version, ...signal, intervalSeconds: 60 });
    const [request] = trial.server.requests;
    const headers = { "X-Signature": request?.signature ?? "" };
    const { json } = await post(`${host.url}/sensorData`, request?.text ?? "", headers);
    expect(json).toMatchObject({ success: true, stored: 1, intervalSeconds: 45 });
    expect(await database.get(`boards/${sensor.farm.id}/${sensor.uid}`)).toEqual({
      version,
      ...signal,
      heard: expect.any(Number) as number,
    });
  },
);

testClients(
  "adds these fields between time and readings, and no other bytes",
  async (begin, client) => {
    const bare = await begin({ board: { version: "" } });
    expect(await stated(bare)).toEqual({});
    const fields = (about: string): string =>
      `{"uid":"${bare.sensor.uid}","timestamp":T${about},"readings":[{"timestamp":T,"temperature":20}]}`;
    const textOf = ({ server }: Trial): string | undefined =>
      server.requests[0]?.text.replaceAll(/\d{13}/g, "T").replace("20.0", "20");
    expect(textOf(bare)).toBe(fields(""));
    const usual = await begin({ sensor: bare.sensor });
    await stated(usual);
    expect(textOf(usual)).toBe(fields(`,"version":"${programOf(client)}"`));
  },
);

testClients(
  "states the program's own version, and no signal that is not possible",
  async (begin, client) => {
    const own = 'bench "north" \\ v7';
    expect(await stated(await begin({ board: { version: own } }))).toEqual({ version: own });
    // The Node client does not know the strength of its Wi-Fi.
    for (const rssi of client === NODE_CLIENT ? [] : [-150, -151, -256, 31]) {
      const trial = await begin({ board: { rssi: String(rssi), version: "" } });
      expect(await stated(trial)).toEqual(rssi === -150 ? { rssi } : {});
    }
  },
);

testClients("obeys the interval in an answer, within its bounds", async (begin) => {
  const trial = await begin({ board: { interval: INTERVAL, version: "" } });
  const { device, server, backend } = trial;
  let before = 60;
  for (const [wish, expected] of [
    [undefined, 60],
    [120, 120],
    [10, 30],
    [86_400, 600],
    ...["120", 120.5, -120, 0, null, true, [120]].map((wrong) => [wrong, 600] as const),
    [undefined, 60],
  ] as const) {
    backend.intervalSeconds = wish;
    expect([wish, await stated(trial)]).toEqual([wish, { intervalSeconds: before }]);
    expect([wish, (await device.poll()).intervalSeconds]).toEqual([wish, expected]);
    before = expected;
  }
  // An answer that is not the backend's says nothing.
  backend.intervalSeconds = 300;
  server.plan({ status: 200, body: '{"success":true,"intervalSeconds":120}' });
  await device.add({ temperature: 20 });
  expect((await pollDue(device)).intervalSeconds).toBe(60);
  // Waiting readings ask, too.
  await server.goOffline();
  await device.add({ temperature: 21 });
  await pollDue(device);
  await server.goOnline();
  const { stored, intervalSeconds } = await settle(device);
  expect({ stored, intervalSeconds }).toEqual({ stored: 14, intervalSeconds: 300 });
});

testClients("names no interval without bounds", async (begin, client) => {
  const trial = await begin({ clockErrorMs: 0 });
  trial.backend.intervalSeconds = 120;
  expect(await stated(trial)).toEqual({ version: programOf(client) });
  const { waitMs, intervalSeconds, ...counts } = await trial.device.poll();
  expect({ waitMs, intervalSeconds }).toEqual({ waitMs: null, intervalSeconds: null });
  expect(counts).toMatchObject({ ...NOTHING, stored: 1 });
});

testClients(
  "reports outputs at their own rate, whatever the interval",
  async (begin) => {
    const board = { hasValve: true, interval: "60 10 3600", version: "" };
    const trial = await begin({ store: true, board });
    const { device, backend, pass } = trial;
    backend.define("valve");
    backend.intervalSeconds = 3600;
    for (const end = backend.now() + 5 * MINUTE_MS; backend.now() < end;) {
      const { waitMs } = await device.poll();
      await pass(Math.max(1, waitMs ?? 0));
    }
    expect((await device.poll()).intervalSeconds).toBe(3600);
    expect(backend.reports.length).toBeGreaterThanOrEqual(10);
    expect(new Set(backend.namedIntervals)).toEqual(new Set([60, 3600]));
  },
  // The Node client has no outputs.
  CLIENTS,
);
