/** Every device client against the functions, through every fault: what it counts is what stands in the history. */

import signatures from "../../cases/signatures.json";
import { CLIENTS } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import type { Counts, Device } from "../../support/devices/device";
import type { Fault } from "../../support/devices/fault-server";
import { readRequest, useClients } from "../../support/devices/trial";

const MINUTE = 60_000;
const BUSY: Fault = { status: 503, headers: { "Retry-After": "7" } };
/** What the functions answer to a timestamp that is too old or too new. */
const stale = (date: string): Fault => ({
  status: 401,
  headers: { Date: date },
  body: `{"error":"Timestamp is more than 5 minutes from the server's time."}`,
});
const testClients = useClients(CLIENTS);

async function expectCounts(device: Device, counts: Partial<Counts>): Promise<void> {
  expect(countsOf(await settle(device))).toEqual({ ...NOTHING, ...counts });
}

testClients("signs as the specification says", async (begin) => {
  const { device } = await begin();
  for (const { apiKey, timestamp, uid, signature } of signatures) {
    expect(await device.sign(apiKey, timestamp, uid)).toBe(signature);
  }
});

testClients("sends a reading: its values, its time, and nothing else", async (begin, { name }) => {
  const { device, server, sensor, history } = await begin();
  const before = Date.now();
  const values = { temperature: -0.05, humidity: 60, light: 54321.5, battery: 88.125 };
  await device.add(values);
  await expectCounts(device, { stored: 1 });
  const [entry] = await history();
  const { uid, sensorName } = sensor;
  expect(entry).toEqual({ uid, sensorName, ...values, updatedAt: expect.any(Number) as number });
  // The shell client's times have whole seconds.
  expect(entry?.["updatedAt"]).toBeGreaterThanOrEqual(before - (name === "shell" ? 1000 : 1));
  expect(entry?.["updatedAt"]).toBeLessThanOrEqual(Date.now() + 1);
  expect(server.requests.map((request) => readRequest(request, sensor))).toHaveLength(1);
});

testClients(
  "sends a uid that JSON has to escape, and letters beyond ASCII",
  async (begin, client) => {
    const { device } = await begin({ uid: `Gewächs "7" \\ ${client.name} ${Date.now()} 🌱` });
    await device.add({ temperature: 20 });
    await expectCounts(device, { stored: 1 });
  },
);

testClients("understands an answer that comes in chunks", async (begin) => {
  const { device, server } = await begin();
  server.plan("in chunks");
  await device.add({ temperature: 20 });
  await expectCounts(device, { stored: 1 });
  expect(server.requests).toHaveLength(1);
});

describe("gets through with one entry", () => {
  for (const [name, faults] of [
    ["503", [{ status: 503 }, { status: 503 }]],
    ["500 without a word", [{ status: 500 }]],
    ["429", [{ status: 429 }]],
    ["the page of a hotel's network", [{ status: 200, body: "<html>Welcome!</html>" }]],
    ["JSON that is not the backend's", [{ status: 200, body: `{"ok":true}` }]],
    ["a broken connection", ["lost request"]],
    ["a lost answer", ["lost answer"]],
    ["an answer that breaks off", ["cut answer"]],
    ["everything in a row", ["lost answer", { status: 503 }, "lost request", "cut answer"]],
  ] satisfies readonly (readonly [string, readonly Fault[]])[]) {
    testClients(`after ${name}`, async (begin) => {
      const { device, server, sensor, history } = await begin();
      server.plan(...faults);
      await device.add({ temperature: 20, battery: 50 });
      await expectCounts(device, { stored: 1 });
      expect(await history()).toHaveLength(1);
      // The same request each time: that is what makes it one entry.
      expect(new Set(server.requests.map(({ text }) => text)).size).toBe(1);
      const sent = server.requests.map((request) => readRequest(request, sensor).idempotencyKey);
      expect(sent).toHaveLength(faults.length + 1);
      expect(new Set(sent).size).toBe(1);
    });
  }

  testClients("after an answer that does not come", async (begin) => {
    const { device, server, history } = await begin({ timeoutMs: 400 });
    server.plan("late");
    await device.add({ temperature: 20 });
    await expectCounts(device, { stored: 1 });
    expect(await history()).toHaveLength(1);
    expect(server.requests.length).toBeGreaterThan(1);
  });
});

testClients("backs off further each time, and as long as Retry-After says", async (begin) => {
  const { device, server } = await begin();
  server.plan(BUSY, { status: 503 }, { status: 503 }, { status: 503 });
  await device.add({ temperature: 20 });
  let { waitMs } = await device.poll();
  // A clock of whole seconds may have ticked since the answer.
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

testClients("gives each reading a key of its own, and keeps their order", async (begin) => {
  const { device, server, sensor, history } = await begin();
  await server.goOffline();
  for (const temperature of [1, 2, 3]) {
    await device.add({ temperature });
    await device.advance(1_000);
  }
  await server.goOnline();
  await expectCounts(device, { stored: 3 });
  expect((await history()).map(({ temperature }) => temperature)).toEqual([1, 2, 3]);
  const sent = server.requests.map((request) => readRequest(request, sensor));
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
});

describe.each([
  ["an hour ahead", 60 * MINUTE],
  ["an hour behind", -60 * MINUTE],
  ["since 1970", -Date.now() + MINUTE],
])("with a clock %s", (_, clockErrorMs) => {
  testClients("learns the time from the backend, and keeps it", async (begin) => {
    const { device, server, history } = await begin({ clockErrorMs });
    const before = Date.now();
    await device.add({ temperature: 20 });
    await expectCounts(device, { stored: 1 });
    await device.add({ temperature: 21 });
    await expectCounts(device, { stored: 2 });
    expect(server.requests.map(({ status }) => status)).toEqual([401, 200, 200]);
    for (const { updatedAt } of await history()) {
      expect(updatedAt).toBeGreaterThan(before - 3_000);
      expect(updatedAt).toBeLessThan(Date.now() + 3_000);
    }
  });

  testClients("makes one entry though answers are lost", async (begin) => {
    const { device, server, history } = await begin({ clockErrorMs });
    server.plan("lost answer", "in chunks", "lost answer");
    await device.add({ temperature: 20 });
    await expectCounts(device, { stored: 1 });
    expect(server.requests.map(({ status }) => status)).toEqual([401, 401, 200, 200]);
    expect(await history()).toHaveLength(1);
  });
});

for (const date of [
  "Thu, 29 Feb 2024 00:00:01 GMT",
  "Fri, 01 Mar 2024 09:08:07 GMT",
  "Tue, 31 Dec 2030 23:59:59 GMT",
  "Mon, 01 Mar 2100 12:00:00 GMT",
]) {
  testClients(`reads the date ${date}`, async (begin, { name }) => {
    const { device, server, sensor } = await begin();
    server.plan(stale(date));
    const begun = Date.now();
    await device.add({ temperature: 20 });
    // The real clock is years off then.
    await expectCounts(device, { refused: 1 });
    const [, second] = server.requests.map((request) => readRequest(request, sensor).timestamp);
    const sent = Number(second) * (name === "shell" ? 1000 : 1);
    // Beside what the machine took for it all.
    expect(Math.abs(sent - Date.parse(date))).toBeLessThan(3_000 + Date.now() - begun);
  });
}

testClients("does not store a reading again under another time", async (begin) => {
  // Within the window at first; then the reading waits, and its time is too far back.
  const { device, server, history } = await begin({ clockErrorMs: -5 * MINUTE + 30_000 });
  server.plan("lost answer", { status: 503, headers: { "Retry-After": "1" } });
  await device.add({ temperature: 20 });
  await device.poll();
  expect((await history()).length).toBeLessThanOrEqual(1);
  server.plan(stale(new Date().toUTCString()));
  await expectCounts(device, { unconfirmed: 1 });
  expect(await history()).toHaveLength(1);
});

describe("what it cannot deliver", () => {
  testClients(
    "offline for ten minutes keeps the last five, and counts the others",
    async (begin) => {
      // Its clock is right when it comes back.
      const { device, server, history } = await begin({ clockErrorMs: -10 * MINUTE });
      await server.goOffline();
      for (let minute = 0; minute < 10; minute += 1) {
        await device.add({ temperature: minute });
        await device.advance(MINUTE);
      }
      await server.goOnline();
      const counts = countsOf(await settle(device));
      // The reading that was taken five minutes ago may be sent just in time or just not.
      const { stored, expired } = counts;
      expect(counts).toEqual({ ...NOTHING, stored, expired });
      expect(stored + expired).toBe(10);
      expect([4, 5]).toContain(stored);
      expect((await history()).map(({ temperature }) => temperature)).toEqual(
        Array.from({ length: stored }, (_, index) => expired + index),
      );
      expect(device.report()).toContain("older than 5 minutes");
    },
  );

  testClients("drops the oldest when the buffer is full", async (begin) => {
    const { device, server, history } = await begin({ capacity: 4 });
    await server.goOffline();
    for (const temperature of [1, 2, 3, 4, 5, 6]) {
      await device.add({ temperature });
      await device.advance(1_000);
    }
    await server.goOnline();
    await expectCounts(device, { stored: 4, overflowed: 2 });
    expect((await history()).map(({ temperature }) => temperature)).toEqual([3, 4, 5, 6]);
    expect(device.report()).toContain("the buffer is full");
  });

  testClients("says so when it cannot know whether a reading was stored", async (begin) => {
    const { device, server, history } = await begin();
    // The shell client sends it with the first call, and may do so again with the second.
    server.plan("lost answer", "lost answer");
    await device.add({ temperature: 20 });
    await device.poll();
    await server.goOffline();
    await expectCounts(device, { unconfirmed: 1 });
    expect(await history()).toHaveLength(1);
  });

  testClients("says so when the readings of another time get refused", async (begin) => {
    const { device, server, history } = await begin();
    server.plan(stale("yesterday"));
    await device.add({ temperature: 20 });
    await expectCounts(device, { refused: 1 });
    // It does not go on asking a server that contradicts itself.
    const now = stale(new Date().toUTCString());
    server.plan(now, now);
    await device.add({ temperature: 20 });
    await expectCounts(device, { refused: 2 });
    expect(server.requests).toHaveLength(3);
    expect(await history()).toEqual([]);
  });

  testClients("does not try again what an unknown sensor sends, and says why", async (begin) => {
    const { device, server, sensor } = await begin({ isRegistered: false, uid: "nobody" });
    await device.add({ temperature: 20 });
    await device.add({ temperature: 21 });
    await expectCounts(device, { refused: 2 });
    expect(server.requests.map(({ status }) => status)).toEqual([404, 404]);
    expect(device.report()).toContain(`404 Sensor UID not found: ${sensor.uid}`);
  });

  testClients("does not try again with a wrong key, and says so", async (begin) => {
    const { device, server } = await begin({ apiKey: "a-wrong-key-of-a-test" });
    await device.add({ temperature: 20 });
    await expectCounts(device, { refused: 1 });
    expect(server.requests.map(({ status }) => status)).toEqual([401]);
    expect(device.report()).toContain("401 Invalid signature.");
    expect(device.report()).not.toContain("a-wrong-key-of-a-test");
  });

  for (const status of [301, 302, 307]) {
    testClients(`does not follow a redirection (${status})`, async (begin) => {
      const { device, server } = await begin();
      server.plan({ status, headers: { Location: `${server.url}/elsewhere` } });
      await device.add({ temperature: 20 });
      await expectCounts(device, { refused: 1 });
      expect(server.requests).toHaveLength(1);
    });
  }
});
