/** Every device client against the functions, through every fault: what it counts is what stands in the history. */

import signatures from "../../cases/signatures.json";
import { useHost } from "../../support/backend/targets";
import { CLIENTS } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import type { Fault } from "../../support/devices/fault-server";
import { readRequest, useTrials } from "../../support/devices/trial";

const MINUTE = 60_000;
const BUSY: Fault = { status: 503, headers: { "Retry-After": "7" } };
const STALE = `{"error":"Timestamp is more than 5 minutes from the server's time."}`;
const target = useHost();

describe.each(CLIENTS)("the $name client", ({ missing, use, isInSeconds }) => {
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const begin = useTrials(use(), () => target().url);

  test("signs as the specification says", async () => {
    const { device } = await begin();
    for (const { apiKey, timestamp, uid, signature } of signatures) {
      expect(await device.sign(apiKey, timestamp, uid)).toBe(signature);
    }
  });

  test("sends a reading: its values, its time, and nothing else", async () => {
    const { device, server, sensor, history } = await begin();
    const before = Date.now();
    const values = { temperature: -0.05, humidity: 60, light: 54321.5, battery: 88.125 };
    await device.add(values);
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
    const [entry] = await history();
    const { uid, sensorName } = sensor;
    expect(entry).toEqual({ uid, sensorName, ...values, updatedAt: expect.any(Number) as number });
    expect(entry?.["updatedAt"]).toBeGreaterThanOrEqual(before - (isInSeconds ? 1000 : 1));
    expect(entry?.["updatedAt"]).toBeLessThanOrEqual(Date.now() + 1);
    expect(server.requests.map((request) => readRequest(request, sensor))).toHaveLength(1);
  });

  test("sends a uid that JSON has to escape, and letters beyond ASCII", async () => {
    const { device, sensor } = await begin({ uid: `Gewächs "7" \\ ${Date.now()} 🌱` });
    await device.add({ temperature: 20 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
    expect(sensor.uid).toContain("🌱");
  });

  test("understands an answer that comes in chunks", async () => {
    const { device, server } = await begin();
    server.plan("in chunks");
    await device.add({ temperature: 20 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, readonly Fault[]]>([
    ["503", [{ status: 503 }, { status: 503 }]],
    ["500 without a word", [{ status: 500 }]],
    ["429", [{ status: 429 }]],
    ["the page of a hotel's network", [{ status: 200, body: "<html>Welcome!</html>" }]],
    ["JSON that is not the backend's", [{ status: 200, body: `{"ok":true}` }]],
    ["a broken connection", ["lost request"]],
    ["a lost answer", ["lost answer"]],
    ["an answer that breaks off", ["cut answer"]],
    ["everything in a row", ["lost answer", { status: 503 }, "lost request", "cut answer"]],
  ])("gets through after %s, with one entry", async (_, faults) => {
    const { device, server, sensor, history } = await begin();
    server.plan(...faults);
    await device.add({ temperature: 20, battery: 50 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
    expect(await history()).toHaveLength(1);
    // The same request each time: that is what makes it one entry.
    expect(new Set(server.requests.map(({ text }) => text)).size).toBe(1);
    const sent = server.requests.map((request) => readRequest(request, sensor).idempotencyKey);
    expect(sent).toHaveLength(faults.length + 1);
    expect(new Set(sent).size).toBe(1);
  });

  test("does not wait for ever for an answer, and makes one entry", async () => {
    const { device, server, history } = await begin({ timeoutMs: 800 });
    server.plan("late");
    await device.add({ temperature: 20 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
    expect(await history()).toHaveLength(1);
    expect(server.requests.length).toBeGreaterThan(1);
  });

  test("backs off further each time, and as long as Retry-After says", async () => {
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

  test("gives readings keys of their own, and sends them in their order", async () => {
    const { device, server, sensor, history } = await begin();
    await server.goOffline();
    for (const temperature of [1, 2, 3]) {
      await device.add({ temperature });
      await device.advance(1_000);
    }
    await server.goOnline();
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 3 });
    expect((await history()).map(({ temperature }) => temperature)).toEqual([1, 2, 3]);
    const sent = server.requests.map((request) => readRequest(request, sensor));
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });

  describe.each([
    ["an hour ahead", 60 * MINUTE],
    ["an hour behind", -60 * MINUTE],
    ["since 1970", -Date.now() + MINUTE],
  ])("with a clock %s", (_, clockErrorMs) => {
    test("is told the time, and keeps it", async () => {
      const { device, server, history } = await begin({ clockErrorMs });
      const before = Date.now();
      await device.add({ temperature: 20 });
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
      await device.add({ temperature: 21 });
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 2 });
      expect(server.requests.map(({ status }) => status)).toEqual([401, 200, 200]);
      for (const { updatedAt } of await history()) {
        expect(updatedAt).toBeGreaterThan(before - 3_000);
        expect(updatedAt).toBeLessThan(Date.now() + 3_000);
      }
    });

    test("makes one entry though answers are lost", async () => {
      const { device, server, history } = await begin({ clockErrorMs });
      server.plan("lost answer", "in chunks", "lost answer");
      await device.add({ temperature: 20 });
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
      expect(server.requests.map(({ status }) => status)).toEqual([401, 401, 200, 200]);
      expect(await history()).toHaveLength(1);
    });
  });

  test.each([
    "Thu, 29 Feb 2024 00:00:01 GMT",
    "Fri, 01 Mar 2024 09:08:07 GMT",
    "Tue, 31 Dec 2030 23:59:59 GMT",
    "Mon, 01 Mar 2100 12:00:00 GMT",
  ])("reads the date %s", async (date) => {
    const { device, server, sensor } = await begin();
    server.plan({ status: 401, headers: { Date: date }, body: STALE });
    const begun = Date.now();
    await device.add({ temperature: 20 });
    // The real clock is years off then.
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, refused: 1 });
    const [, second] = server.requests.map((request) => readRequest(request, sensor).timestamp);
    const sent = Number(second) * (isInSeconds ? 1000 : 1);
    // Beside what the machine took for it all.
    expect(Math.abs(sent - Date.parse(date))).toBeLessThan(3_000 + Date.now() - begun);
  });

  test("does not store twice what may be stored under a time that has become stale", async () => {
    // Within the window at first; then the reading waits, and its time is too far back.
    const { device, server, history } = await begin({ clockErrorMs: -5 * MINUTE + 30_000 });
    server.plan("lost answer", { status: 503, headers: { "Retry-After": "1" } });
    await device.add({ temperature: 20 });
    await device.poll();
    expect((await history()).length).toBeLessThanOrEqual(1);
    server.plan({
      status: 401,
      headers: { Date: new Date().toUTCString() },
      body: STALE,
    });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, unconfirmed: 1 });
    expect(await history()).toHaveLength(1);
  });
});
