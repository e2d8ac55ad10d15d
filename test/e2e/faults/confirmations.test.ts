/**
 * A 503 means: not confirmed, and not sent later. The write may be stored only if the network had
 * already taken it. A retry with the same Idempotency-Key is then the same entry.
 */

import { setTimeout as pass } from "node:timers/promises";
import { signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { measurementsOf } from "../../support/faults/ledger";
import { DEADLINE_MS, TIMEOUT_MS } from "../../support/faults/length";
import { PROBE, useProxiedHost } from "../../support/faults/proxied-host";

jest.setTimeout(TIMEOUT_MS);

const backend = useProxiedHost(DEADLINE_MS);
let sensor: Sensor;
beforeEach(async () => {
  [sensor] = await backend().addSensors(1);
  await backend().expectRecovery(sensor);
});

const storedLights = async (): Promise<number[]> => {
  const { history } = await readRecords(backend().database, sensor.greenhouse);
  return history.map(({ light }) => Number(light));
};

/** Waits until the reading is in history. */
async function untilStored(light: number): Promise<void> {
  while (!(await storedLights()).includes(light)) await pass(10);
}

test("broken before the write arrived: 200 over another connection, one entry", async () => {
  const { proxy } = backend();
  proxy.lose("requests");
  const loss = proxy.nextLoss();
  const sending = backend().send(signedBody(sensor, measurementsOf(1)));
  await loss;
  await proxy.pass();
  proxy.cut();
  expect((await sending).status).toBe(200);
  expect(await storedLights()).toEqual([PROBE, 1]);
});

test("broken after the write was applied: 200 over another connection, one entry", async () => {
  const { proxy } = backend();
  proxy.lose("answers");
  const sending = backend().send(signedBody(sensor, measurementsOf(1)));
  await untilStored(1);
  await proxy.pass();
  proxy.cut();
  expect((await sending).status).toBe(200);
  expect(await storedLights()).toEqual([PROBE, 1]);
});

test("broken before the write arrived, with no way back: 503, and no entry, even later", async () => {
  const { proxy } = backend();
  proxy.lose("requests");
  const loss = proxy.nextLoss();
  const sending = backend().send(signedBody(sensor, measurementsOf(1)));
  await loss;
  await proxy.refuse();
  await backend().expectUnavailable(sending);
  await proxy.pass();
  await backend().expectRecovery(sensor);
  expect(await storedLights()).toEqual([PROBE, PROBE]);
});

test("broken after the write was applied, with no way back: 503; the retry is the same entry", async () => {
  const { proxy } = backend();
  const body = signedBody(sensor, measurementsOf(1));
  const headers = { "Idempotency-Key": "reading 1" };
  proxy.lose("answers");
  const sending = backend().send(body, headers);
  await untilStored(1);
  await proxy.refuse();
  await backend().expectUnavailable(sending);
  await proxy.pass();
  for (const attempt of ["second", "third"]) {
    expect([attempt, (await backend().send(body, headers)).status]).toEqual([attempt, 200]);
  }
  expect(await storedLights()).toEqual([PROBE, 1]);
  // Without the header it is a separate reading, as documented.
  expect((await backend().send(body)).status).toBe(200);
  expect(await storedLights()).toEqual([PROBE, 1, 1]);
});

test("sends nothing after an answer of 503", async () => {
  const { proxy } = backend();
  await proxy.refuse();
  const refused = [1, 2, 3].map((light) => backend().send(signedBody(sensor, { light })));
  await Promise.all(refused.map((sending) => backend().expectUnavailable(sending)));
  await proxy.pass();
  await backend().expectRecovery(sensor);
  // Longer than any attempt that could still be under way.
  await pass(DEADLINE_MS);
  expect(await storedLights()).toEqual([PROBE, PROBE]);
});

test("after a network stall, sent writes arrive at most once, and a retry is the same entry", async () => {
  const { proxy, database } = backend();
  // More than the network's own buffers hold.
  const sensorName = "x".repeat(10_000);
  await database.put(`registeredSensors/${sensor.uid}/sensorName`, sensorName);
  const readings = Array.from({ length: 100 }, (_, n) => ({
    body: signedBody(sensor, measurementsOf(n + 1)),
    headers: { "Idempotency-Key": `reading ${n + 1}` },
  }));
  // The rules reject the name that the instance remembers, so the instance reads this one.
  await backend().expectRecovery(sensor);
  proxy.stall();
  await Promise.all(
    readings.map(({ body, headers }) => backend().expectUnavailable(backend().send(body, headers))),
  );
  await proxy.pass();
  await backend().expectRecovery(sensor);
  // Longer than anything sent before could still be in transit.
  await pass(DEADLINE_MS);
  const landed = (await storedLights()).filter((light) => light !== PROBE);
  expect(new Set(landed).size).toBe(landed.length);

  for (const { body, headers } of readings) {
    let { status } = await backend().send(body, headers);
    // On a slow machine a deadline passes without a fault: a device retries, as after any 503.
    while (status === 503) ({ status } = await backend().send(body, headers));
    expect(status).toBe(200);
  }
  const lights = (await storedLights()).filter((light) => light !== PROBE);
  expect(lights.toSorted((a, b) => a - b)).toEqual(readings.map((_, n) => n + 1));
});
