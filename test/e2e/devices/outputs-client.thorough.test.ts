/** A board with outputs and the backend: when it asks and reports, and how it behaves without a network. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { CLIENTS } from "../../support/devices/clients";
import type { DeviceState } from "../../support/devices/device";
import type { Fault } from "../../support/devices/fault-server";
import { useClients } from "../../support/devices/trial";
import type { Trial } from "../../support/devices/trial";
import type { Reported } from "@greenhouse/domain/outputs/model";

const OFF: Reported = { value: 0, version: 0, reason: "start" };

interface State extends DeviceState {
  readonly outputs: Readonly<Record<string, Reported>>;
  readonly pins: Readonly<Record<string, number>>;
}

interface OutputTrial extends Trial {
  /** Polls once. Returns how many requests it sent. */
  readonly poll: () => Promise<State & { readonly requests: number }>;
  /** Polls as often as the client wants, for a time. Returns how many requests it sent. */
  readonly live: (ms: number) => Promise<number>;
  readonly bodies: () => readonly Readonly<Record<string, unknown>>[];
}

const onClients = useClients(CLIENTS);

function testClients(
  name: string,
  scenario: (trial: OutputTrial) => Promise<void>,
  timeoutMs = 15_000,
): void {
  onClients(name, async (begin) => {
    const trial = await begin({ store: true, board: { hasValve: true }, timeoutMs });
    const { device, server, backend, pass } = trial;
    const poll: OutputTrial["poll"] = async () => {
      const before = server.requests.length;
      const state = (await device.poll()) as State;
      return { ...state, requests: server.requests.length - before };
    };
    const live: OutputTrial["live"] = async (ms) => {
      let requests = 0;
      for (const end = backend.now() + ms; backend.now() < end;) {
        const state = await poll();
        requests += state.requests;
        await pass(Math.max(1, Math.min(state.waitMs ?? ms, end - backend.now())));
      }
      return requests;
    };
    const bodies: OutputTrial["bodies"] = () =>
      server.requests.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    await scenario({ ...trial, poll, live, bodies });
  });
}

/** Polls as often as the client wants, until it has reported the expected state. */
async function untilReported(
  { backend, poll, pass }: OutputTrial,
  name: string,
  expected: Partial<Reported>,
): Promise<void> {
  const lastReport = (): Reported | undefined => backend.reports.at(-1)?.[name];
  const isReported = (): boolean =>
    lastReport()?.value === expected.value && lastReport()?.reason === expected.reason;
  for (let polls = 0; polls < 40 && !isReported(); polls += 1) {
    const { waitMs } = await poll();
    if (!isReported()) await pass(waitMs ?? 0);
  }
  expect(lastReport()).toMatchObject(expected);
}

/** Makes an order, and polls until the output is on. */
async function switchOn(trial: OutputTrial, forMs = 30 * MINUTE_MS): Promise<void> {
  trial.backend.define("valve");
  trial.backend.order("valve", 1, forMs);
  await untilReported(trial, "valve", { value: 1, reason: "order" });
}

testClients("ask at once, report changes soon, and ask again every 30 seconds", async (trial) => {
  const { backend, poll, pass, bodies } = trial;
  backend.define("valve");
  backend.order("valve", 1, 30 * MINUTE_MS);
  const version = backend.versionOf("valve");
  // The client learns the time first.
  expect((await poll()).requests).toBe(0);
  const first = await poll();
  expect(first.pins).toEqual({ valve: 1 });
  expect(first.waitMs).toBeLessThanOrEqual(2_000);
  await pass(first.waitMs ?? 0);
  const second = await poll();
  expect(second.requests).toBe(1);
  expect(second.waitMs).toBeGreaterThan(2_000);
  await pass(second.waitMs ?? 0);
  await poll();
  const on = { value: 1, version, reason: "order" };
  const reports = bodies().map(({ outputs }) => outputs as Readonly<Record<string, Reported>>);
  expect(reports).toMatchObject([OFF, on, on].map((valve) => ({ valve })));
  const agoMs = reports.map(({ valve }) => valve?.agoMs ?? Infinity);
  expect(agoMs[1]).toBeLessThan(10_000);
  expect(agoMs[2]! - agoMs[1]!).toBeGreaterThan(20_000);
  const fields = ["uid", "timestamp", "version", "outputs"];
  for (const body of bodies()) expect(Object.keys(body)).toEqual(fields);
  expect(new Set(backend.statuses)).toEqual(new Set([200]));
});

testClients("report their current state with a reading", async (trial) => {
  const { backend, server, device, poll, pass, live, bodies } = trial;
  backend.define("valve");
  await live(1_000);
  await server.goOffline();
  await device.add({ temperature: 1 });
  await poll();
  await device.ask("press", "valve", "1", "600");
  await server.goOnline();
  await pass(MINUTE_MS);
  const state = await poll();
  expect(state).toMatchObject({ stored: 1, waiting: 0, requests: 1 });
  expect(bodies().at(-1)).toMatchObject({
    outputs: { valve: { value: 1, reason: "local" } },
    readings: [{ temperature: 1 }],
  });
  const [reading] = bodies().at(-1)!["readings"] as readonly object[];
  expect(Object.keys(reading ?? {})).toEqual(["timestamp", "temperature"]);
});

testClients("report a state again until an answer acknowledges it", async (trial) => {
  const { backend, server, poll, pass } = trial;
  await switchOn(trial);
  backend.order("valve", 0, 0);
  let state = await poll();
  for (let polls = 0; polls < 40 && state.pins["valve"] !== 0; polls += 1) {
    await pass(state.waitMs ?? 0);
    state = await poll();
  }
  server.plan({ status: 503 }, "lost request");
  const { length } = server.requests;
  await untilReported(trial, "valve", { value: 0, reason: "order" });
  expect(server.requests).toHaveLength(length + 3);
});

testClients("do not flood a backend that refuses requests or has no outputs", async (trial) => {
  const { backend, server, device, live } = trial;
  await live(1_000);
  const count = async (fault: Fault): Promise<number> => {
    server.plan(...Array.from({ length: 200 }, () => fault));
    const requests = await live(30 * MINUTE_MS);
    server.unplan();
    return requests;
  };
  expect(await count({ status: 404, body: '{"error":"no such sensor"}' })).toBeLessThan(10);
  expect(await count({ status: 200, body: "<html>" })).toBeLessThan(66);
  backend.readsOrders = false;
  await live(11 * MINUTE_MS);
  await device.ask("press", "valve", "1", "600");
  expect(await live(30 * MINUTE_MS)).toBeLessThan(64);
});

testClients("stay on for their lease without a new answer, and not longer", async (trial) => {
  const { backend, server, device, poll, pass, live } = trial;
  await switchOn(trial);
  backend.readsOrders = false;
  server.plan({ status: 500 }, "lost request", "lost answer");
  await live(4 * MINUTE_MS);
  expect((await poll()).pins).toEqual({ valve: 1 });
  await server.goOffline();
  await live(4 * MINUTE_MS);
  expect((await poll()).pins).toEqual({ valve: 1 });
  await live(2 * MINUTE_MS + 10_000);
  const { pins, outputs } = await poll();
  expect([pins["valve"], outputs["valve"]?.reason]).toEqual([0, "lease"]);
  await server.goOnline();
  await pass(10 * MINUTE_MS);
  await device.poll();
  expect(backend.reports.at(-1)).toMatchObject({ valve: { value: 0, reason: "lease" } });
});

testClients(
  "go off in time while the program waits for an answer",
  async (trial) => {
    const { backend, server, device, pass, poll, live } = trial;
    await live(1_000);
    backend.define("valve");
    await pass(30_000 + 1_000);
    backend.order("valve", 1, 2_000);
    await poll();
    const onAt = Number(/valve: 1 at (\d+)/.exec(device.report())?.[1]);
    expect(onAt).toBeGreaterThan(0);
    server.plan("late");
    await device.add({ temperature: 1 });
    await poll();
    const endedAt = Date.now();
    const offAt = Number(/valve: 0 at (\d+)\n[^]*no answer/.exec(device.report())?.[1]);
    expect(offAt - onAt).toBeLessThan(4_000);
    // The program waited longer for the answer.
    expect(endedAt - offAt).toBeGreaterThan(1_000);
  },
  6_000,
);

testClients("are not prolonged by a late answer", async (trial) => {
  const { server, device, poll, pass, live } = trial;
  await live(1_000);
  const valve = { value: 1, version: 7, forMs: 4_000, maxOnMs: MINUTE_MS, day: 20_785 };
  const body = JSON.stringify({ success: true, outputs: { valve } });
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
  // The rest of the answer comes two seconds later.
  server.plan({ parts: [head, body], pauseMs: 2_000 });
  await pass(31_000);
  expect((await poll()).pins).toEqual({ valve: 1 });
  await server.goOffline();
  for (let { pins } = await poll(); pins["valve"] === 1;) ({ pins } = await poll());
  const [, on, off] = /valve: 1 at (\d+)\n[^]*valve: 0 at (\d+)/.exec(device.report()) ?? [];
  expect(Number(off) - Number(on)).toBeLessThan(3_500);
});
