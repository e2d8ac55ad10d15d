/** A hostile answer cannot end a client's loop, fill its memory, or hold it beyond its deadline. */

import { HOSTILE_ANSWERS, HOSTILE_DATES, SUCCESS } from "../../cases/hostile-answers";
import { CLIENTS, NODE_CLIENT } from "../../support/devices/clients";
import { countsOf, NOTHING, pollDue, settle } from "../../support/devices/device";
import type { DeviceState } from "../../support/devices/device";
import type { Fault } from "../../support/devices/fault-server";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useClients } from "../../support/devices/trial";

const TIMEOUT_MS = 400;
/** Tolerance for a busy machine. */
const SLACK_MS = 10_000;
/** An Arduino board reads at most 8 kB of headers and 8 kB of body. */
const MAX_BYTES_READ = 17_000;
const MAX_MEMORY_KB = 256;
/** Error of a reading's time, on a busy machine. */
const MAX_ERROR_MS = 20_000;
const GOES_ON = /^.{1,400}: trying again in .*, 1 waiting\n$/;
const testClients = useClients([...CLIENTS, NODE_CLIENT]);

/** Only Arduino boards count the bytes that they read and use. */
function expectWithinLimits(before: DeviceState, after: DeviceState): void {
  if (before.bytesRead === undefined || before.memoryKb === undefined) return;
  expect(after.bytesRead! - before.bytesRead).toBeLessThan(MAX_BYTES_READ);
  expect(after.memoryKb! - before.memoryKb).toBeLessThan(MAX_MEMORY_KB);
}

for (const [description, answers] of Object.entries(HOSTILE_ANSWERS)) {
  testClients(`goes on after hostile answers: ${description}`, async (begin, client) => {
    const { device, server, backend } = await begin({ timeoutMs: TIMEOUT_MS });
    await device.add({ temperature: 0 });
    // The first attempt succeeds, so that the driver has already allocated the memory of an attempt.
    await settle(device);
    let stored = 1;
    const kind = client.board === undefined ? "others" : "boards";
    for (const { name, isCutOff = false, only = kind, ...answer } of answers) {
      if (only !== kind) continue;
      const before = await device.add({ temperature: stored });
      const reported = device.report();
      const played = server.outcomes.length;
      server.plan(answer);
      const begunAt = Date.now();
      const after = await device.poll();
      expect(Date.now() - begunAt).toBeLessThan(TIMEOUT_MS + SLACK_MS);
      expect([name, countsOf(after)]).toEqual([name, { ...NOTHING, stored, waiting: 1 }]);
      expect(after.waitMs).toBeGreaterThan(0);
      expect(after.waitMs).toBeLessThanOrEqual(1_000);
      expectWithinLimits(before, after);
      const line = device.report().slice(reported.length);
      expect([name, line]).toEqual([name, expect.stringMatching(GOES_ON)]);
      const cutOff = [name, "cut off by the device"];
      // On a busy machine the device may give up before the server reads its request.
      await expectSoon(() => Promise.resolve(server.outcomes.length), played + 1);
      if (isCutOff) expect([name, await server.outcomes[played]]).toEqual(cutOff);
      stored += 1;
      expect([name, countsOf(await settle(device))]).toEqual([name, { ...NOTHING, stored }]);
    }
    // Each reading is stored once. This machine's clock, which may be set back meanwhile, decides their order.
    const temperatures = backend.history().map(({ temperature }) => Number(temperature));
    expect(temperatures.sort((a, b) => a - b)).toEqual(
      Array.from({ length: stored }, (_, at) => at),
    );
  });
}

testClients("asks for the time until an answer has a plausible date", async (begin) => {
  const { device, server, backend, pass } = await begin();
  const headers = { Date: new Date(0).toUTCString() };
  const undated: readonly Fault[] = [
    "lost request",
    { status: 200, headers },
    { status: 302, headers: { Location: "/elsewhere" } },
    { status: 405 },
    { status: 503, headers },
  ];
  server.planTime(...undated, ...HOSTILE_DATES.map((Date) => ({ status: 405, headers: { Date } })));
  const takenAt = [backend.now()];
  await device.add({ temperature: 0 });
  expect(countsOf(await settle(device, { pass }))).toEqual({ ...NOTHING, stored: 1 });
  expect(server.timeRequests).toBe(undated.length + HOSTILE_DATES.length + 1);
  const report = device.report();
  // The answers to readings have the same date.
  for (const Date of HOSTILE_DATES) {
    server.plan({ status: 200, headers: { Date }, body: SUCCESS });
    await device.add({ temperature: 1 });
    await settle(device, { pass });
  }
  takenAt.push(backend.now());
  await device.add({ temperature: 2 });
  const stored = HOSTILE_DATES.length + 2;
  expect(countsOf(await settle(device, { pass }))).toEqual({ ...NOTHING, stored });
  expect(device.report()).toBe(report);
  const errors = backend.history().map(({ updatedAt }, at) => updatedAt - takenAt[at]!);
  expect(errors).toHaveLength(2);
  expect(errors.filter((error) => Math.abs(error) > MAX_ERROR_MS)).toEqual([]);
});

testClients("reports a refusal in one short line without control characters", async (begin) => {
  const { device, server } = await begin();
  const error = JSON.stringify({ error: `no\nsuch\u001b[31m thing${"!".repeat(2_000)}` });
  server.plan({ status: 404, body: error });
  await device.add({ temperature: 20 });
  expect(countsOf(await pollDue(device))).toEqual({ ...NOTHING, waiting: 1 });
  expect(device.report()).toMatch(/^.*404 no.such.\[31m thing!{60,200}.{0,60}$/m);
});
