/** Outputs of the Python and MicroPython clients behave as the reference model, and as specified beyond it. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fromRoot } from "../../../tools/dev/stack/project";
import { NO_PYTHON, PYTHON } from "../../support/devices/commands";
import { PYTHON_CLIENTS, type DeviceClient } from "../../support/devices/clients";
import { play, statesOf, type OutputStep, type Seen } from "../../support/devices/outputs";
import { testTogether } from "../../support/devices/trial";
import { traceOf } from "../../support/outputs/traces";

/** Set FUZZ_RUNS for more. */
const TRACES = Number(process.env["FUZZ_RUNS"] ?? 100);

testTogether(
  `agree with the model after each step of ${TRACES} traces`,
  PYTHON_CLIENTS,
  async (client) => {
    const traces = Array.from({ length: TRACES }, (_, seed) => traceOf(seed));
    const played = await statesOf(client, traces);
    const expected = traces.map((trace) =>
      trace.map(({ expected: state }) => [state, state.value]),
    );
    for (const [seed, states] of played.entries())
      expect([seed, states]).toEqual([seed, expected[seed]]);
    expect(expected.flat().filter(([, pin]) => pin === 1).length).toBeGreaterThan(TRACES);
  },
);

const LEASE_MS = 600_000;
const answer = (
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  value: 1,
  version: 7,
  forMs: LEASE_MS,
  maxOnMs: 3_600_000,
  day: 20_785,
  ...more,
});
const OFF = { value: 0, version: 7 };
const hear = (sent: number, outputs: Readonly<Record<string, unknown>>): OutputStep => ({
  op: "hear",
  sent,
  text: JSON.stringify({ success: true, outputs }),
});
const wait = (ms: number): OutputStep => ({ op: "wait", ms });
const restart: OutputStep = { op: "restart" };
const files = (file: string | null, name = "outputs.json"): OutputStep => ({
  op: "file",
  files: { [name]: file },
});

/** @returns the state after the last step */
async function endOf(client: DeviceClient, ...steps: readonly OutputStep[]): Promise<Seen> {
  return (await play(client, ["valve"], ...steps)).at(-1)!;
}

testTogether(
  "switch off at the start, and keep their record before they switch on",
  PYTHON_CLIENTS,
  async (client) => {
    const [begun, on, renewed, off] = await play(
      client,
      ["valve"],
      restart,
      hear(0, { valve: answer() }),
      hear(0, { valve: answer() }),
      wait(LEASE_MS),
    );
    expect(begun?.log).toEqual(["valve 0"]);
    expect(on?.log).toEqual(["keep", "valve 1"]);
    expect(renewed?.log).toEqual(["keep", "valve 1"]);
    expect(JSON.parse(on?.file ?? "")).toEqual({
      valve: { day: 20_785, usedMs: LEASE_MS, sinceMs: LEASE_MS, maxOnMs: 3_600_000 },
    });
    // First switched off by the alarm.
    expect(off?.log).toEqual(["valve 0", "valve 0", "keep"]);
    expect(off?.states["valve"]).toEqual({ ...OFF, reason: "lease" });
  },
);

testTogether("go off in time while the program is blocked", PYTHON_CLIENTS, async (client) => {
  const seen = await play(
    client,
    ["valve"],
    hear(0, { valve: answer() }),
    { op: "set", to: { is_blocked: true } },
    wait(LEASE_MS - 1),
    wait(1),
    wait(60_000),
    { op: "set", to: { is_blocked: false } },
    wait(0),
  );
  expect(seen.map(({ pins }) => pins["valve"])).toEqual([1, 1, 1, 0, 0, 0, 0]);
  expect(seen.at(-1)?.states["valve"]).toEqual({ ...OFF, reason: "lease" });
  expect(seen.map(({ overIn }) => overIn).slice(0, 4)).toEqual([LEASE_MS, LEASE_MS, 1, 0]);
});

testTogether(
  "stay off if keeping the record took longer than the lease, or without an alarm",
  PYTHON_CLIENTS,
  async (client) => {
    const slow = await endOf(
      client,
      { op: "set", to: { slow_ms: LEASE_MS } },
      hear(0, { valve: answer() }),
    );
    expect(slow.pins).toEqual({ valve: 0 });
    const unalarmed = await endOf(
      client,
      { op: "set", to: { has_no_alarms: true } },
      hear(0, { valve: answer() }),
    );
    expect([unalarmed.pins, unalarmed.states]).toEqual([
      { valve: 0 },
      { valve: { ...OFF, reason: "fault" } },
    ]);
    expect(unalarmed.log).not.toContain("valve 1");
  },
);

testTogether(
  "are off after an unreadable answer, and unchanged after an answer without outputs",
  PYTHON_CLIENTS,
  async (client) => {
    const on = hear(0, { valve: answer() });
    const ofValve = (valve: unknown): string =>
      JSON.stringify({ success: true, outputs: { valve } });
    const malformed = [
      "<html>",
      "",
      "[]",
      "null",
      '{"success":true',
      "[".repeat(50),
      ...[5, [], null].map((outputs) => JSON.stringify({ success: true, outputs })),
      ...[1, [], null, {}].map(ofValve),
      ...["value", "version", "forMs", "maxOnMs", "day"].flatMap((name) =>
        [-1, 0.5, "1", true, null, [1], 1e300, undefined].map((wrong) =>
          ofValve(answer({ version: 8, [name]: wrong })),
        ),
      ),
      ofValve(answer({ version: 8, value: 101 })),
    ];
    const noNews = ["{}", '{"success":true,"stored":1}'];
    const notDefined = ['{"outputs":{}}', '{"outputs":{"pump":{}}}'];
    const texts = [...malformed, ...noNews, ...notDefined];
    const scenarios = texts.map((text) => [
      on,
      wait(1_000),
      { op: "hear", sent: 1_000, text } as const,
    ]);
    const ends = (await statesOf(client, scenarios, "valve")).map((states, at) => {
      const [state, pin] = states.at(-1) ?? [];
      return [texts[at], state?.reason, pin];
    });
    expect(ends).toEqual([
      ...malformed.map((text) => [text, "fault", 0]),
      ...noNews.map((text) => [text, "order", 1]),
      ...notDefined.map((text) => [text, "start", 0]),
    ]);
  },
);

testTogether("report their last change for thirty days", PYTHON_CLIENTS, async (client) => {
  const month = 30 * 86_400_000;
  const [since] = await statesOf(client, [[wait(month), wait(1)]]);
  expect(since?.map(([{ agoMs }]) => agoMs)).toEqual([month, undefined]);
});

testTogether(
  "keep an order for an hour at most, and accept levels from 0 to 100",
  PYTHON_CLIENTS,
  async (client) => {
    const forMs = 86_400_000;
    const level = hear(0, { valve: answer({ value: 40, forMs, maxOnMs: forMs }) });
    const seen = await play(client, ["valve"], level, wait(3_599_999), wait(1));
    expect(seen.map(({ pins }) => pins["valve"])).toEqual([40, 40, 0]);
    const higher = hear(0, { valve: answer({ version: 8, value: 100 }) });
    const off = hear(0, { valve: answer({ version: 9, value: 0, forMs: 0 }) });
    const changed = await play(client, ["valve"], level, higher, off);
    expect(changed.map(({ log }) => log.filter((line) => line !== "keep"))).toEqual([
      ["valve 40"],
      ["valve 100"],
      ["valve 0"],
    ]);
  },
);

testTogether("are counted separately on one board", PYTHON_CLIENTS, async (client) => {
  const limited = { ...answer({ maxOnMs: 60_000 }) };
  const [switched, later, undefinedOne, restarted] = await play(
    client,
    ["valve", "pump-2"],
    hear(0, { valve: answer(), "pump-2": limited }),
    wait(60_000),
    hear(60_000, { "pump-2": limited }),
    restart,
  );
  expect(switched?.pins).toEqual({ valve: 1, "pump-2": 1 });
  expect(later?.pins).toEqual({ valve: 1, "pump-2": 0 });
  expect(later?.states).toEqual({
    valve: { value: 1, version: 7, reason: "order" },
    "pump-2": { ...OFF, reason: "limit" },
  });
  expect(undefinedOne?.states).toEqual({
    valve: { ...OFF, reason: "start" },
    "pump-2": { ...OFF, reason: "limit" },
  });
  expect(JSON.parse(restarted?.file ?? "")).toMatchObject({
    valve: { usedMs: 60_000 },
    "pump-2": { usedMs: 60_000 },
  });
});

testTogether(
  "count the whole day as used if the record is damaged",
  PYTHON_CLIENTS,
  async (client) => {
    const record = { valve: { day: 20_785, usedMs: 5, sinceMs: 5, maxOnMs: 10 } };
    const whole = JSON.stringify(record);
    const damaged = [
      ...[0, 1, 20, whole.length - 1].map((length) => whole.slice(0, length)),
      null,
      "[]",
      "\0".repeat(64),
      "[".repeat(5_000),
      ...["null", "[]", "{}"].map((valve) => `{"valve":${valve}}`),
      ...["day", "usedMs", "sinceMs", "maxOnMs"].flatMap((name) =>
        [-1, 0.5, "1", undefined].map((wrong) =>
          JSON.stringify({ valve: { ...record.valve, [name]: wrong } }),
        ),
      ),
    ];
    const today = hear(0, { valve: answer() });
    const tomorrow = hear(0, { valve: answer({ day: 20_786, version: 8 }) });
    const press = { op: "press", value: 1, ms: 60_000 } as const;
    const scenarios = damaged.map((file) => [
      files(file),
      restart,
      press,
      today,
      restart,
      today,
      tomorrow,
    ]);
    const states = await statesOf(client, scenarios, "valve");
    const reasons = states.map((seen) =>
      seen
        .slice(1)
        .map(([{ reason }]) => reason)
        .join(" "),
    );
    const expected = "start limit limit start limit order";
    expect(reasons.map((found, at) => [damaged[at], found])).toEqual(
      damaged.map((file) => [file, expected]),
    );
  },
);

testTogether(
  "start without a record only if none was ever kept",
  PYTHON_CLIENTS,
  async (client) => {
    const on = hear(0, { valve: answer() });
    // A first write that was interrupted before the file was renamed.
    const [, , unfinished] = await play(
      client,
      ["valve"],
      files("{", "outputs.json.new"),
      restart,
      on,
    );
    expect(unfinished?.pins).toEqual({ valve: 1 });
    // Another output of the same board was kept.
    const otherOutput = '{"pump":{"day":20785,"usedMs":5,"sinceMs":5,"maxOnMs":10}}';
    const [, , added] = await play(client, ["valve"], files(otherOutput), restart, on);
    expect(added?.pins).toEqual({ valve: 1 });
    expect(JSON.parse(added?.file ?? "")).toMatchObject(JSON.parse(otherOutput) as object);
  },
);

testTogether(
  "are off after a switch has failed, and are switched off again",
  PYTHON_CLIENTS,
  async (client) => {
    const on = hear(0, { valve: answer() });
    const seen = await play(
      client,
      ["valve"],
      on,
      { op: "set", to: { fails_at: 0 } },
      wait(LEASE_MS),
      wait(1_000),
      { op: "set", to: { fails_at: null } },
      wait(1_000),
      wait(1_000),
    );
    expect(seen.map(({ pins }) => pins["valve"])).toEqual([1, 1, 1, 1, 1, 0, 0]);
    expect(seen.at(-1)?.reports).toEqual(["valve cannot be switched (no such pin)"]);
    expect(seen.at(-1)?.log).toEqual([]);
  },
);

testTogether("are off at the end of the program", PYTHON_CLIENTS, async (client) => {
  const stopped = await endOf(client, hear(0, { valve: answer() }), wait(1_000), { op: "stop" });
  expect([stopped.pins, stopped.states]).toEqual([
    { valve: 0 },
    { valve: { ...OFF, reason: "start" } },
  ]);
  expect(JSON.parse(stopped.file ?? "")).toMatchObject({ valve: { usedMs: 1_000 } });
});

(NO_PYTHON === undefined ? test : test.skip)(
  "Python: an alarm goes off a second late at most, where the computer has slept",
  async () => {
    // The clock of a thread's wait stops meanwhile, and the uptime goes on.
    const program = `
import threading, time
import system
slept, awake, rang = 0, system.uptime_ms, threading.Event()
system.uptime_ms = lambda: awake() + slept
system.Alarm(rang.set).set(600000)
time.sleep(0.5)
slept = 600000
print(rang.wait(10))`;
    const { stdout } = await promisify(execFile)(PYTHON ?? "", ["-B", "-c", program], {
      cwd: fromRoot("devices/python"),
    });
    expect(stdout).toBe("True\n");
  },
);
