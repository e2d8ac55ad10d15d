/**
 * Device clients through all faults of network and backend: their counts match the history. The simulation runs the
 * Node client through the same faults.
 */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import hmac from "../../cases/hmac.json";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { sharedHost } from "../../support/backend/targets";
import { CLIENTS, NODE_CLIENT } from "../../support/devices/clients";
import { countsOf, NOTHING, pollDue, settle } from "../../support/devices/device";
import type { Counts, Device } from "../../support/devices/device";
import type { Fault, FaultServer } from "../../support/devices/fault-server";
import { VERSIONS } from "../../support/devices/rewrites";
import { readRequest, temperaturesOf, useClients } from "../../support/devices/trial";

/** The machine may be slow. */
const SLACK_MS = 10_000;
const BUSY: Fault = { status: 503, headers: { "Retry-After": "7" } };
const STALE: Fault = { status: 401, headers: { "Error-Code": "timestamp-out-of-range" } };
const EARLY = "425 Reading is from the future.";
const host = sharedHost();
const database = databaseClient();
const testClients = useClients(CLIENTS);

async function expectCounts(device: Device, counts: Partial<Counts>): Promise<void> {
  expect(countsOf(await settle(device))).toEqual({ ...NOTHING, ...counts });
}

testClients(
  "signs as specified",
  async (begin) => {
    const { device } = await begin();
    for (const { name, key, body, signature } of hmac) {
      expect([name, await device.sign(key, body)]).toEqual([name, signature]);
    }
  },
  [...CLIENTS, NODE_CLIENT],
);

testClients(
  "sends only the values and the time of a reading, with any letters in its uid",
  async (begin, client) => {
    const uid = `Gewächs "7" \\ ${client.name} ${Date.now()} 🌱`;
    const sensor = await addSensor(database, await addFarm(database), { uid });
    const { device, server } = await begin({ sensor });
    const before = Date.now();
    const values = { temperature: -0.05, humidity: 60, light: 54321.5, battery: 88.125 };
    // Clients do not check names against the backend's table. The functions ignore this one, which is as long as names may be.
    const sent = { ...values, sapFlowOfTheVineInTheSecondRow02: 3.25 };
    await device.add(sent);
    await expectCounts(device, { stored: 1 });
    const [request, ...more] = server.requests;
    const [reading] = readRequest(request!, sensor).readings;
    const timestamp = expect.any(Number) as number;
    expect([reading, more]).toEqual([{ timestamp, ...sent }, []]);
    expect(reading?.timestamp).toBeGreaterThan(before - SLACK_MS);
    expect(reading?.timestamp).toBeLessThanOrEqual(Date.now() + 1);
    // The functions accept the same request.
    const headers = { "X-Signature": request?.signature ?? "" };
    const { status } = await post(`${host.url}/sensorData`, request?.text ?? "", headers);
    expect(status).toBe(200);
    const { history } = await readRecords(database, sensor.greenhouse);
    const { sensorName } = sensor;
    expect(history).toEqual([{ uid, sensorName, ...values, updatedAt: reading?.timestamp }]);
  },
  [...CLIENTS, NODE_CLIENT],
);

testClients(
  "stores a reading once after every fault in a row, without following redirects",
  async (begin) => {
    const { device, server, sensor, backend, pass } = await begin();
    const success = { success: true, stored: 0, refused: [] };
    const faults: readonly Fault[] = [
      { status: 500 },
      { status: 503 },
      { status: 301, headers: { Location: `${server.url}/elsewhere` } },
      { status: 307, headers: { Location: `${server.url}/elsewhere` } },
      { status: 200, body: "<html>Welcome!</html>" },
      { status: 200, body: `{"ok":true}` },
      { status: 200, body: `{"success":true}` },
      { status: 200, body: JSON.stringify(success) },
      "lost request",
      "lost answer",
      "cut answer",
      "in chunks",
    ];
    server.planTime("in chunks");
    server.plan(...faults);
    await device.add({ temperature: 20, battery: 50 });
    expect(countsOf(await settle(device, { pass }))).toEqual({ ...NOTHING, stored: 1 });
    expect(backend.history()).toHaveLength(1);
    // The backend stores it once, because the client sends the same reading each time.
    const sent = server.requests.map((request) => readRequest(request, sensor).readings);
    expect(sent).toHaveLength(faults.length);
    expect(server.timeRequests).toBe(1);
    expect(new Set(sent.map((readings) => JSON.stringify(readings))).size).toBe(1);
  },
);

testClients("waits longer each time, and at least as long as Retry-After says", async (begin) => {
  const { device, server } = await begin();
  server.plan(BUSY, { status: 503 }, { status: 408 }, { status: 429 });
  await device.add({ temperature: 20 });
  let { waitMs } = await pollDue(device);
  expect(waitMs).toBeGreaterThanOrEqual(5_000);
  expect(waitMs).toBeLessThanOrEqual(7_000);
  // Too early: nothing is sent.
  await device.poll();
  expect(server.requests).toHaveLength(1);
  for (const longest of [2_000, 4_000, 8_000]) {
    await device.advance(waitMs ?? 0);
    ({ waitMs } = await device.poll());
    expect(waitMs).toBeGreaterThanOrEqual(longest / 2 - 1_000);
    expect(waitMs).toBeLessThanOrEqual(longest);
  }
  expect(server.requests).toHaveLength(4);
});

testClients("does not mistake a slow answer for a wrong clock", async (begin) => {
  // A clock with an error below ten seconds counts as right.
  const { device, server } = await begin({ clockErrorMs: 9_000 });
  await device.add({ temperature: 20 });
  await expectCounts(device, { stored: 1 });
  const report = device.report();
  const body = `{"success":true,"stored":1,"refused":[]}`;
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  function* parts(): Iterable<string> {
    const date = new Date().toUTCString();
    yield "HTTP/1.1 200 OK\r\n";
    yield `Date: ${date}\r\n${head}${body}`;
  }
  server.plan({ parts: parts(), pauseMs: 2_500 });
  await device.add({ temperature: 21 });
  await expectCounts(device, { stored: 2 });
  expect(device.report()).toBe(report);
});

testClients("after an outage sends new readings first, then the oldest", async (begin, client) => {
  const trial = await begin({ capacity: 400 });
  const { device, server, sensor, backend, pass } = trial;
  await device.add({ temperature: 0 });
  await expectCounts(device, { stored: 1 });
  await server.goOffline();
  const count = 2 * client.batch + 15;
  const taken = [backend.now()];
  for (let temperature = 1; temperature <= count; temperature += 1) {
    await pass(MINUTE_MS);
    taken.push(backend.now());
    await device.add({ temperature });
    await pollDue(device);
  }
  await server.goOnline();
  // Two batches: the new readings, and the oldest.
  while (server.requests.length < 3) {
    const { waitMs } = await device.poll();
    if (waitMs !== null && waitMs > 0) await pass(waitMs);
  }
  taken.push(backend.now());
  await device.add({ temperature: count + 1 });
  expect(countsOf(await settle(device, { pass }))).toEqual({ ...NOTHING, stored: count + 2 });

  const entries = backend.history();
  expect(entries.map(({ temperature }) => temperature)).toEqual(taken.map((_, at) => at));
  const errors = entries.map(({ updatedAt }, at) => updatedAt - (taken[at] ?? 0));
  expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
  const [, first, ...others] = server.requests.map((request) => readRequest(request, sensor));
  const ages = first!.readings.map(({ timestamp }) => first!.timestamp - timestamp);
  expect(Math.max(...ages)).toBeLessThanOrEqual(5 * MINUTE_MS);
  // Readings at the limit of five minutes may wait for the next batch.
  expect(ages.length).toBeGreaterThanOrEqual(4);
  expect(first!.readings.at(-1)?.temperature).toBe(count);
  const isNew = (temperature: number | undefined): boolean => temperature === count + 1;
  expect(others[1]?.readings.map(({ temperature }) => isNew(temperature))).toEqual([true]);
  const backlog = others.flatMap(({ readings }) =>
    readings.map(({ temperature }) => temperature).filter((temperature) => !isNew(temperature)),
  );
  expect(backlog).toEqual(Array.from({ length: count - ages.length }, (_, at) => at + 1));
  expect(
    Math.max(first!.readings.length, ...others.map(({ readings }) => readings.length)),
  ).toBeLessThanOrEqual(client.batch);
});

testClients("learns the time from the backend, and keeps it", async (begin) => {
  const { device, server, backend } = await begin({ clockErrorMs: HOUR_MS });
  const before = Date.now();
  await device.add({ temperature: 20 });
  await expectCounts(device, { stored: 1 });
  await device.add({ temperature: 21 });
  await expectCounts(device, { stored: 2 });
  expect(server.requests.map(({ status }) => status)).toEqual([200, 200]);
  expect(server.timeRequests).toBe(1);
  for (const { updatedAt } of backend.history()) {
    expect(updatedAt).toBeGreaterThan(before - SLACK_MS);
    expect(updatedAt).toBeLessThan(Date.now() + SLACK_MS);
  }
  expect(device.report()).toMatch(/the clock was -?\d+ s off/);
});

testClients("dates readings from before it knew the time", async (begin) => {
  const { device, server, backend, pass } = await begin({ clockErrorMs: -Date.now() + MINUTE_MS });
  await server.goOffline();
  const taken: number[] = [];
  for (let temperature = 0; temperature < 5; temperature += 1) {
    taken.push(backend.now());
    await device.add({ temperature });
    await pollDue(device);
    await pass(MINUTE_MS);
  }
  await server.goOnline();
  expect(countsOf(await settle(device, { pass }))).toEqual({ ...NOTHING, stored: 5 });
  const errors = backend.history().map(({ updatedAt }, at) => updatedAt - taken[at]!);
  expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
  expect(device.report()).toMatch(/the clock was (?:-?\d+ s off|not set)/);
});

testClients("reads the date of a leap day", async (begin) => {
  const { device, server, sensor } = await begin();
  const date = "Thu, 29 Feb 2024 00:00:01 GMT";
  server.planTime({ status: 405, headers: { Date: date } });
  const begun = Date.now();
  await device.add({ temperature: 20 });
  // This date is wrong by years, and the reading keeps it.
  await expectCounts(device, { refused: 1 });
  for (const request of server.requests) {
    const sent = readRequest(request, sensor).readings[0]?.timestamp ?? 0;
    // Allows for the time that the machine took.
    expect(Math.abs(sent - Date.parse(date))).toBeLessThan(SLACK_MS + Date.now() - begun);
  }
  expect(server.requests.map(({ status }) => status)).toEqual([401, 200]);
  expect(device.report()).toMatch(/Reading is too old/);
});

describe("after a refusal", () => {
  testClients(
    "of the whole request, waits longer each time, until someone fixes the cause",
    async (begin) => {
      const { device, pass, server, backend, sensor } = await begin({ isRegistered: false });
      await device.add({ temperature: 20 });
      let state = await pollDue(device);
      await device.add({ temperature: 21 });
      expect(device.report()).toContain("404 Sensor UID not found");
      // Ten minutes are the maximum.
      for (const [at, minutes] of [1, 2, 4, 8, 10, 10].entries()) {
        expect(server.requests).toHaveLength(at + 1);
        expect(state.waitMs).toBeGreaterThan((minutes * MINUTE_MS) / 2 - 2_000);
        expect(state.waitMs).toBeLessThanOrEqual(minutes * MINUTE_MS);
        await pass(state.waitMs ?? 0);
        state = await pollDue(device);
      }
      backend.register(sensor);
      expect(countsOf(await settle(device, { pass }))).toEqual({ ...NOTHING, stored: 2 });
      expect(backend.history().map(({ temperature }) => temperature)).toEqual([20, 21]);
    },
  );

  testClients("of a stale request, tries again at once, but only once", async (begin) => {
    const { device, server, backend } = await begin();
    server.plan(STALE, STALE);
    await device.add({ temperature: 20 });
    const state = await pollDue(device);
    expect(server.requests).toHaveLength(2);
    expect(server.timeRequests).toBeGreaterThanOrEqual(2);
    expect(countsOf(state)).toEqual({ ...NOTHING, waiting: 1 });
    expect(state.waitMs).toBeGreaterThan(MINUTE_MS / 2 - 2_000);
    await expectCounts(device, { stored: 1 });
    expect(backend.history()).toHaveLength(1);
  });

  testClients("of a request that is too large, halves the batch", async (begin) => {
    const { device, server, sensor, backend } = await begin();
    await server.goOffline();
    for (const temperature of [1, 2, 3, 4, 5, 6, 7, 8]) await device.add({ temperature });
    await server.goOnline();
    server.plan({ status: 413 }, { status: 413 });
    await expectCounts(device, { stored: 8 });
    const sizes = temperaturesOf(server, sensor).map((temperatures) => temperatures.length);
    expect(sizes.slice(0, 3)).toEqual([8, 4, 2]);
    expect(backend.history()).toHaveLength(8);
  });
});

testClients("drops the oldest beyond its capacity, and reports it in one line", async (begin) => {
  const { device, server, backend } = await begin({ capacity: 4 });
  await server.goOffline();
  for (const temperature of [1, 2, 3, 4, 5, 6]) {
    await device.add({ temperature });
    await device.advance(1_000);
  }
  await server.goOnline();
  await expectCounts(device, { stored: 4, overflowed: 2 });
  expect(backend.history().map(({ temperature }) => temperature)).toEqual([3, 4, 5, 6]);
  expect(device.report()).toMatch(/\bthe 2 oldest readings were dropped/);
});

/** A reading's outcome in the backend's answer to a batch. The backend answers 425 if its clock is behind. */
type Outcome = "stored" | "early" | "too hot";

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

describe("keeps of early readings", () => {
  for (const [name, outcomes, stored, refused, kept] of [
    ["all at the batch's end", ["stored", "early", "early"], 1, 0, [2, 3]],
    ["the last after another refusal", ["too hot", "early"], 0, 1, [2]],
    ["none before a stored reading", ["early", "stored", "early"], 1, 1, [3]],
  ] as const) {
    testClients(name, async (begin) => {
      const { device, server, sensor, backend } = await begin();
      await server.goOffline();
      for (const at of outcomes.keys()) {
        await device.add({ temperature: at + 1 });
        await device.advance(1_000);
      }
      await server.goOnline();
      server.plan(answer(...outcomes));
      // The client still waits after its failed attempts.
      for (let { waitMs } = await device.poll(); server.requests.length === 0;) {
        await device.advance(waitMs ?? 0);
        ({ waitMs } = await device.poll());
      }
      const state = await pollDue(device);
      expect(countsOf(state)).toEqual({ ...NOTHING, stored, refused, waiting: kept.length });
      expect(server.requests).toHaveLength(1);
      const waits = `${EARLY}: (?:trying again in|no attempt for) \\d+ s, ${kept.length} waiting`;
      expect(device.report().match(new RegExp(waits, "g"))).toHaveLength(1);
      expect(state.waitMs).toBeGreaterThan(MINUTE_MS / 2);
      expect(state.waitMs).toBeLessThanOrEqual(MINUTE_MS);
      await expectCounts(device, { stored: stored + kept.length, refused });
      expect(backend.history().map(({ temperature }) => temperature)).toEqual(kept);
      expect(temperaturesOf(server, sensor).slice(1)).toEqual([kept]);
    });
  }

  testClients("a single reading until a later reading is stored", async (begin) => {
    const { device, server, sensor, backend } = await begin();
    server.plan(answer("early"), answer("early", "stored"));
    await device.add({ temperature: 1 });
    expect(countsOf(await pollDue(device))).toEqual({ ...NOTHING, waiting: 1 });
    await device.add({ temperature: 2 });
    await device.poll();
    expect(server.requests).toHaveLength(1);
    await expectCounts(device, { stored: 1, refused: 1 });
    expect(temperaturesOf(server, sensor)).toEqual([[1], [1, 2]]);
    expect(backend.history()).toEqual([]);
  });
});

describe.each(VERSIONS)("with $name", ({ rewrite, hasCodes }) => {
  function expectRefusals({ requests }: FaultServer, refusals: readonly number[]): void {
    const statuses = requests.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200)).toEqual(refusals);
  }

  testClients("understands the refusal of a wrong clock", async (begin) => {
    const { device, server } = await begin();
    server.rewriteWith(rewrite);
    const headers = { Date: new Date(Date.now() - HOUR_MS).toUTCString() };
    server.planTime({ status: 405, headers });
    await device.add({ temperature: 20 });
    await expectCounts(device, { stored: 1 });
    expectRefusals(server, [401]);
  });

  testClients("understands the refusal of a wrong key", async (begin) => {
    const { device, server } = await begin({ apiKey: "a-wrong-key-of-a-test" });
    server.rewriteWith(rewrite);
    await device.add({ temperature: 20 });
    expect(countsOf(await pollDue(device))).toEqual({ ...NOTHING, waiting: 1 });
    // Without a code the clock may be the cause, so it is compared once.
    expectRefusals(server, hasCodes ? [401] : [401, 401]);
  });
});
