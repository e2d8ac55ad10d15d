/** Outputs of each client behave as the reference in test/support/outputs, and as specified beyond it. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { HOUR_MS } from "@greenhouse/domain/time";
import { fromRoot } from "../../../tools/dev/stack/project";
import { NO_PYTHON, PYTHON } from "../../support/devices/commands";
import {
  ARDUINO,
  OLD_ARDUINO,
  OUTPUT_CLIENTS,
  play,
  playAll,
  PYTHON_OUTPUTS,
  stopOutputs,
  type OutputClient,
  type OutputStep,
} from "../../support/devices/outputs";
import { testTogether } from "../../support/devices/trial";
import { traceOf } from "../../support/outputs/traces";

/** Set FUZZ_RUNS for more. */
const TRACES = Number(process.env["FUZZ_RUNS"] ?? 60);
const LEASE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The clients whose outputs end by a timer. */
const TIMED = [...PYTHON_OUTPUTS, ARDUINO];

type Numbers = Readonly<Record<string, unknown>>;
const answer = (more: Numbers = {}): Numbers => ({
  value: 1,
  version: 7,
  forMs: LEASE_MS,
  maxOnMs: 100_000,
  day: 20_785,
  ...more,
});
const bodyOf = (outputs: unknown): string => JSON.stringify({ success: true, outputs });
const hear = (more: Numbers = {}, sent = 0): OutputStep => hearAll({ valve: answer(more) }, sent);
const hearAll = (outputs: Numbers, sent = 0): OutputStep => ({
  op: "hear",
  sent,
  text: bodyOf(outputs),
});
const wait = (ms: number): OutputStep => ({ op: "wait", ms });
const block = (ms: number): OutputStep => ({ op: "wait", ms, isBlocked: true });
const restart: OutputStep = { op: "restart" };
const files = (file: string | null, name = "outputs.json"): OutputStep => ({
  op: "file",
  files: { [name]: file },
});

afterAll(stopOutputs);

/** Returns the pin of the valve after each step. */
async function pinsOf(client: OutputClient, ...steps: readonly OutputStep[]) {
  return (await play(client, ["valve"], ...steps)).map(({ pins }) => pins["valve"]);
}

testTogether(`agree with the model in ${TRACES} traces`, OUTPUT_CLIENTS, async (client) => {
  const traces = Array.from({ length: TRACES }, (_, seed) => traceOf(seed));
  const played = await playAll(client, traces);
  const expected = traces.map((trace) => trace.map(({ expected: state }) => [state, state.value]));
  for (const [seed, states] of played.entries()) {
    const found = states.map((seen) => [seen.states["valve"], seen.pins["valve"]]);
    expect([seed, found]).toEqual([seed, expected[seed]]);
  }
  expect(expected.flat().filter(([, pin]) => pin === 1).length).toBeGreaterThan(TRACES);
});

testTogether(
  "are off at the start, and keep their record before they are on and after they are off",
  OUTPUT_CLIENTS,
  async (client) => {
    const steps = [restart, hear(), hear(), wait(LEASE_MS)];
    const seen = await play(client, ["valve"], ...steps);
    expect(seen.map(({ log }) => log)).toEqual([
      ["valve is 0"],
      ["kept", "valve is 1"],
      ["kept"],
      ["valve is 0", "kept"],
    ]);
  },
);

testTogether("end in time while the program is blocked", TIMED, async (client) => {
  const seen = await play(
    client,
    ["valve"],
    hear(),
    block(LEASE_MS - 1),
    block(1),
    block(600_000),
    wait(0),
    hear({ version: 8 }, 660_000),
    block(600_000),
    wait(0),
  );
  expect(seen.map(({ pins }) => pins["valve"])).toEqual([1, 1, 0, 0, 0, 1, 0, 0]);
  expect(seen[4]?.states["valve"]).toMatchObject({ value: 0, reason: "lease" });
  // Only the time on counts: 60 s of the first order, 40 s of the second.
  expect(seen.at(-1)?.states["valve"]).toMatchObject({ reason: "limit", agoMs: 560_000 });
});

testTogether(
  "are off after an unreadable answer, and unchanged after an answer without outputs",
  OUTPUT_CLIENTS,
  async (client) => {
    const ofValve = (valve: unknown): string => bodyOf({ valve });
    const malformed = [
      "<html>",
      "",
      "[]",
      ofValve(answer()).slice(0, -1),
      `${ofValve(answer())} or not`,
      "[".repeat(50),
      ...[5, [], null].map(bodyOf),
      ...[1, [], null, {}].map(ofValve),
      ...["value", "version", "forMs", "maxOnMs", "day"].flatMap((name) =>
        [-1, 0.5, "1", null, 1e300, undefined].map((wrong) =>
          ofValve(answer({ version: 8, [name]: wrong })),
        ),
      ),
      ofValve(answer({ version: 8, value: 101 })),
    ];
    const noNews = ["{}", '{"success":true,"stored":1}'];
    const notDefined = ['{"outputs":{}}', '{"outputs":{"pump":{}}}'];
    const texts = [...malformed, ...noNews, ...notDefined];
    const scenarios = texts.map((text) => [
      hear(),
      wait(1_000),
      { op: "hear", sent: 1_000, text } as const,
    ]);
    const ends = (await playAll(client, scenarios)).map((seen, at) => {
      const { states, pins } = seen.at(-1)!;
      return [texts[at], states["valve"]?.reason, pins["valve"]];
    });
    expect(ends).toEqual([
      ...malformed.map((text) => [text, "fault", 0]),
      ...noNews.map((text) => [text, "order", 1]),
      ...notDefined.map((text) => [text, "start", 0]),
    ]);
  },
);

testTogether("report their last change for thirty days", OUTPUT_CLIENTS, async (client) => {
  const days = Array.from({ length: 30 }, () => wait(DAY_MS));
  const seen = await play(client, ["valve"], ...days, wait(1));
  const agoMs = seen.slice(-2).map(({ states }) => states["valve"]?.agoMs);
  expect(agoMs).toEqual([30 * DAY_MS, undefined]);
});

testTogether("may be levels, and are counted separately", OUTPUT_CLIENTS, async (client) => {
  const outputs = (vent: object, pump: unknown, sent = 0): OutputStep =>
    hearAll({ other: 7, valve: answer({ forMs: 30_000 - sent }), "vent-2": vent, pump }, sent);
  const seen = await play(
    client,
    ["valve", "vent-2=100", "pump"],
    outputs(answer({ value: 40 }), answer({ value: 0 })),
    wait(30_000),
    outputs(answer({ value: 100, version: 8 }), [], 30_000),
    outputs(answer({ value: 101, version: 9 }), undefined, 30_000),
    restart,
  );
  expect(seen.map(({ pins }) => [pins["valve"], pins["vent-2"], pins["pump"]])).toEqual([
    [1, 40, 0],
    [0, 40, 0],
    [0, 100, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(seen[2]?.states).toMatchObject({
    valve: { value: 0, version: 7, reason: "lease" },
    "vent-2": { value: 100, version: 8, reason: "order" },
    pump: { value: 0, reason: "fault" },
  });
});

/** Nothing is ordered, and the limit is a whole day. */
const NOTHING = { value: 0, version: 0, forMs: 0, maxOnMs: DAY_MS };
const fallBack = (value: number | null): OutputStep => ({ op: "fallBack", value });
const fallBackAt = (reading: number): OutputStep => ({ op: "fallBackAt", reading });

const slow = (ms: number): OutputStep => ({ op: "slow", ms });
const press = (value: number, ms: number): OutputStep => ({ op: "press", value, ms });
const LONG = { forMs: DAY_MS, maxOnMs: DAY_MS };

/** A step with the expected pin and reason after it. */
type ExpectedStep = readonly [step: OutputStep, pin: number, reason: string];

/** The traces have orders, switches at the board, definitions and fallbacks, but no hours. */
const SCENARIOS: Readonly<Record<string, readonly ExpectedStep[]>> = {
  "obeys an order after two hundred days": [
    ...Array.from({ length: 200 }, () => [wait(DAY_MS), 0, "start"] as const),
    [hear({}, 200 * DAY_MS), 1, "order"],
    [wait(LEASE_MS - 1), 1, "order"],
    [wait(1), 0, "lease"],
  ],
  "is on for an hour at most without a new answer: ordered, or set at the board": [
    [hear({ ...LONG, value: 0, version: 6 }), 0, "order"],
    [hear(LONG), 1, "order"],
    [wait(HOUR_MS - 1), 1, "order"],
    [wait(1), 0, "lease"],
    [press(1, DAY_MS), 1, "local"],
    [wait(HOUR_MS - 1), 1, "local"],
    [wait(1), 0, "lease"],
  ],
  "is not on longer because its record takes time": [
    [slow(50_000), 0, "start"],
    [hear(), 1, "order"],
    [slow(0), 1, "order"],
    [wait(9_999), 1, "order"],
    [wait(1), 0, "lease"],
  ],
  "its fallback ends five minutes after the last call": [
    [hear(NOTHING), 0, "order"],
    [fallBack(1), 1, "fallback"],
    [wait(60_000), 1, "fallback"],
    [fallBack(1), 1, "fallback"],
    [wait(299_999), 1, "fallback"],
    [wait(1), 0, "lease"],
  ],
  "its fallback stays off for an hour after off, ordered or set at the board": [
    [hear(NOTHING), 0, "order"],
    [fallBack(1), 1, "fallback"],
    [hear({ ...NOTHING, version: 8 }), 0, "order"],
    [wait(HOUR_MS - 1), 0, "order"],
    [hear({ ...NOTHING, version: 8 }, HOUR_MS - 1), 0, "order"],
    [fallBack(1), 0, "order"],
    [wait(1), 0, "order"],
    [fallBack(1), 1, "fallback"],
    [hear({ ...NOTHING, version: 8 }, HOUR_MS), 1, "fallback"],
    [press(0, 0), 0, "local"],
    [wait(HOUR_MS - 1), 0, "local"],
    [fallBack(1), 0, "local"],
    [wait(1), 0, "local"],
    [fallBack(1), 1, "fallback"],
  ],
  "its fallback stays off after off for as long as the answer says, an hour at most from when the request was sent":
    [
      [hear(NOTHING), 0, "order"],
      [fallBack(1), 1, "fallback"],
      [hear({ ...NOTHING, version: 8, offForMs: 0 }), 1, "fallback"],
      [fallBack(0), 0, "lease"],
      [restart, 0, "start"],
      [wait(LEASE_MS), 0, "start"],
      [hear({ ...NOTHING, version: 8, offForMs: 0 }, LEASE_MS), 0, "order"],
      [fallBack(1), 1, "fallback"],
      [wait(60_000), 1, "fallback"],
      // The request was sent a minute ago.
      [hear({ ...NOTHING, version: 9, offForMs: 120_000 }, LEASE_MS), 0, "order"],
      [wait(59_999), 0, "order"],
      [fallBack(1), 0, "order"],
      [wait(1), 0, "order"],
      [fallBack(1), 1, "fallback"],
      [hear({ ...NOTHING, version: 10, offForMs: DAY_MS }, 180_000), 0, "order"],
      [wait(HOUR_MS - 1), 0, "order"],
      [fallBack(1), 0, "order"],
      [wait(1), 0, "order"],
      [fallBack(1), 1, "fallback"],
      // Unreadable, so it counts as absent.
      [hear({ ...NOTHING, version: 11, offForMs: "0" }, 180_000 + HOUR_MS), 0, "order"],
      [fallBack(1), 0, "order"],
      // A later answer knows better.
      [hear({ ...NOTHING, version: 11, offForMs: 0 }, 180_000 + HOUR_MS), 0, "order"],
      [press(0, 0), 0, "local"],
      [hear({ ...NOTHING, version: 12, offForMs: 0 }, 180_000 + HOUR_MS), 0, "order"],
      [wait(HOUR_MS - 1), 0, "order"],
      [fallBack(1), 0, "order"],
      [wait(1), 0, "order"],
      [fallBack(1), 1, "fallback"],
    ],
  "its fallback waits after a start for the orders, or an hour": [
    [hear(NOTHING), 0, "order"],
    [fallBack(0), 0, "order"],
    [restart, 0, "start"],
    [wait(HOUR_MS - 1), 0, "start"],
    [fallBack(1), 0, "start"],
    [wait(1), 0, "start"],
    [fallBack(1), 1, "fallback"],
    [restart, 0, "start"],
    [hear(NOTHING), 0, "order"],
    [fallBack(1), 1, "fallback"],
  ],
  "its fallback has a hysteresis, and is off without a reading": [
    [hear(NOTHING), 0, "order"],
    [fallBackAt(4), 0, "order"],
    [fallBackAt(3.9), 1, "fallback"],
    [fallBackAt(5.9), 1, "fallback"],
    [fallBackAt(6), 0, "lease"],
    [wait(60_000), 0, "lease"],
    [fallBackAt(5.9), 0, "lease"],
    [fallBackAt(-1), 1, "fallback"],
    [fallBack(null), 0, "lease"],
    // Spares the relay for a minute.
    [fallBackAt(-1), 0, "lease"],
    [wait(60_000), 0, "lease"],
    [fallBackAt(-1), 1, "fallback"],
  ],
  "its fallback stays off if its time cannot be kept": [
    [hear(NOTHING), 0, "order"],
    [{ op: "fallBack", value: 1, keeps: false }, 0, "fault"],
    [wait(60_000), 0, "fault"],
    [fallBack(1), 1, "fallback"],
  ],
};

testTogether(
  "keep their bounds, and have a fallback while no order holds",
  OUTPUT_CLIENTS,
  async (client) => {
    const scenarios = Object.values(SCENARIOS);
    const played = await playAll(
      client,
      scenarios.map((steps) => steps.map(([step]) => step)),
    );
    const found = played.map((seen) =>
      seen.map(({ states, pins }) => [pins["valve"], states["valve"]?.reason]),
    );
    const byName = (all: readonly unknown[]): unknown =>
      Object.fromEntries(Object.keys(SCENARIOS).map((name, at) => [name, all[at]]));
    const expected = scenarios.map((steps) => steps.map(([, pin, reason]) => [pin, reason]));
    expect(byName(found)).toEqual(byName(expected));
  },
);

testTogether(
  "stay off if their record takes as long as the lease",
  OUTPUT_CLIENTS,
  async (client) => {
    expect(await pinsOf(client, slow(LEASE_MS), hear())).toEqual([0, 0]);
  },
);

const RECORD = { day: 20_785, usedMs: 5, sinceMs: 5, maxOnMs: 10 };
const WHOLE = JSON.stringify({ valve: RECORD });
const DAMAGED_FILES = [
  ...[0, 1, WHOLE.length - 1].map((length) => WHOLE.slice(0, length)),
  null,
  "[]",
  "\0".repeat(64),
  "[".repeat(5_000),
  ...["null", "{}"].map((valve) => `{"valve":${valve}}`),
  ...["day", "usedMs", "sinceMs", "maxOnMs"].flatMap((name) =>
    [-1, 0.5, undefined].map((wrong) => JSON.stringify({ valve: { ...RECORD, [name]: wrong } })),
  ),
].map((file) => files(file));
const DAMAGED_FLASH = (["cut", "flip"] as const).map((how) => ({ op: "damage", how }) as const);

testTogether("count the day as used if the record is damaged", OUTPUT_CLIENTS, async (client) => {
  const isPython = PYTHON_OUTPUTS.includes(client);
  const damages: readonly OutputStep[] = isPython ? DAMAGED_FILES : DAMAGED_FLASH;
  const tomorrow = hear({ day: 20_786, version: 8 });
  const rest = [restart, press(1, 60_000), hear(), restart, hear(), tomorrow];
  const played = await playAll(
    client,
    damages.map((damage) => [hear(), wait(1_000), damage, ...rest]),
  );
  const reasons = played.map((seen) =>
    seen
      .slice(3)
      .map(({ states }) => states["valve"]?.reason)
      .join(" "),
  );
  expect(reasons.map((found, at) => [damages[at], found])).toEqual(
    damages.map((damage) => [damage, "start limit limit start limit order"]),
  );
});

testTogether("start without a record only if none was kept", PYTHON_OUTPUTS, async (client) => {
  // A first write that was interrupted before the file was renamed.
  expect(await pinsOf(client, files("{", "outputs.json.new"), restart, hear())).toEqual([0, 0, 1]);
  // Another output of the same board was kept.
  const otherOutput = JSON.stringify({ pump: RECORD });
  const added = (await play(client, ["valve"], files(otherOutput), restart, hear())).at(-1)!;
  expect(added.pins).toEqual({ valve: 1 });
  expect(JSON.parse(added.file ?? "")).toMatchObject({ pump: RECORD });
});

testTogether("are off after a switch or an alarm has failed", PYTHON_OUTPUTS, async (client) => {
  const set = (to: Numbers): OutputStep => ({ op: "set", to });
  const seen = await play(
    client,
    ["valve"],
    hear(),
    set({ fails_at: 0 }),
    wait(LEASE_MS),
    wait(1_000),
    set({ fails_at: null }),
    wait(1_000),
  );
  expect(seen.map(({ pins }) => pins["valve"])).toEqual([1, 1, 1, 1, 1, 0]);
  expect(seen.at(-1)?.reports).toEqual(["valve cannot be switched (no such pin)"]);
  expect(await pinsOf(client, set({ has_no_alarms: true }), hear())).toEqual([0, 0]);
});

testTogether("are off at the end of the program", PYTHON_OUTPUTS, async (client) => {
  const seen = await play(client, ["valve"], hear(), wait(1_000), { op: "stop" });
  expect(seen.at(-1)?.pins).toEqual({ valve: 0 });
  expect(JSON.parse(seen.at(-1)?.file ?? "")).toMatchObject({ valve: { usedMs: 1_000 } });
});

const BOARDS = [ARDUINO, OLD_ARDUINO];

testTogether("read their record later if the flash cannot be read", BOARDS, async (client) => {
  const toggle: OutputStep = { op: "damage", how: "unreadable" };
  const used = [hear(), wait(LEASE_MS), toggle, restart];
  const steps = [...used, hear(), toggle, hear({ version: 8 }), wait(40_000)];
  const reasons = (await play(client, ["valve"], ...steps)).map(({ states }) => states["valve"]);
  expect(reasons.slice(used.length).map((state) => state?.reason)).toEqual([
    "fault",
    "fault",
    "order",
    "limit",
  ]);
});

testTogether(
  "have a valid name of their own, at most eight",
  BOARDS.slice(0, 1),
  async (client) => {
    const others = ["g", "h", "i", "j", "k"];
    const names = ["a", "b", "a", "9d", "d e", "e-f_2", "abcdefghijklmnop", ...others, "l"];
    const order = hearAll(Object.fromEntries(names.map((name) => [name, answer()])));
    const [seen] = await play(client, names, order);
    const on = seen?.log.filter((event) => event.endsWith(" is 1"));
    expect(on).toEqual(["a", "b", "e-f_2", ...others].map((name) => `${name} is 1`));
  },
);

(NO_PYTHON === undefined ? test : test.skip)(
  "Python: an alarm goes off a second late at most, where the computer has slept",
  async () => {
    // The clock of a thread's wait stops meanwhile, and the uptime goes on.
    const program = `
import threading, time
from greenhouse import system
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
