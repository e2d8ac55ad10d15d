/** The scheduler with fake functions and a clock that the test sets. */

import type { RunOutcome, ScheduledFunction } from "../../../src/schedules/functions-emulator";
import { Scheduler } from "../../../src/schedules/scheduler";

const NINE = Date.parse("2026-03-02T09:00Z");
const MINUTE_MS = 60_000;

function scheduled(name: string, schedule: string, timeZone = "UTC"): ScheduledFunction {
  const region = "us-central1";
  return { project: "demo", name, region, generation: 2, schedule, timeZone, timeoutSeconds: 60 };
}

interface Setup {
  list?: () => Promise<readonly ScheduledFunction[]>;
  run?: (name: string) => Promise<RunOutcome>;
}

function create({
  list = () => Promise.resolve([]),
  run = () => Promise.resolve({ kind: "done" }),
}: Setup) {
  const runs: string[] = [];
  const lines: string[] = [];
  const scheduler = new Scheduler({
    list,
    run: ({ name }, time) => {
      runs.push(`${name} ${new Date(time).toISOString().slice(11, 16)}`);
      return run(name);
    },
    now: Date.now,
    log: (line) => lines.push(line),
  });
  return { scheduler, runs, lines };
}

it("runs due functions, and reports unreadable schedules once", async () => {
  const functions = [
    scheduled("each", "every 1 minutes"),
    scheduled("bad", "whenever"),
    scheduled("nine", "0 9 * * *"),
    scheduled("lost", "0 9 * * *", "Europe/Atlantis"),
  ];
  const { scheduler, runs, lines } = create({ list: () => Promise.resolve(functions) });
  await scheduler.tick(NINE);
  await scheduler.tick(NINE + MINUTE_MS);
  expect(runs).toEqual(["each 09:00", "nine 09:00", "each 09:01"]);
  expect(lines).toEqual([
    'The schedule of bad is ignored: "whenever" cannot be read; use five cron fields such as ' +
      '"0 9 * * 1", "every 5 minutes", or "every monday 09:00".',
    'The schedule of lost is ignored: unknown time zone "Europe/Atlantis".',
    "Scheduled functions run by the clock: each, nine.",
  ]);
});

it("skips a function that still runs, and logs that", async () => {
  let end: (outcome: RunOutcome) => void = () => undefined;
  const slow = new Promise<RunOutcome>((resolve) => (end = resolve));
  const { scheduler, runs, lines } = create({
    list: () => Promise.resolve([scheduled("slow", "* * * * *"), scheduled("quick", "* * * * *")]),
    run: (name) => (name === "slow" ? slow : Promise.resolve({ kind: "done" })),
  });
  const first = scheduler.tick(NINE);
  // The quick function ends.
  await new Promise(setImmediate);
  await scheduler.tick(NINE + MINUTE_MS);
  end({ kind: "done" });
  await first;
  await scheduler.tick(NINE + 2 * MINUTE_MS);
  expect(runs).toEqual(["slow 09:00", "quick 09:00", "quick 09:01", "slow 09:02", "quick 09:02"]);
  expect(lines.slice(1)).toEqual([
    "Skipped a scheduled run of slow: the previous run has not ended.",
  ]);
});

it("logs that a function failed, and goes on", async () => {
  const { scheduler, lines } = create({
    list: () => Promise.resolve([scheduled("bad", "* * * * *"), scheduled("off", "* * * * *")]),
    run: (name) =>
      Promise.resolve(
        name === "bad" ? { kind: "failed", reason: "answer 500 no luck" } : { kind: "disabled" },
      ),
  });
  await scheduler.tick(NINE);
  await scheduler.tick(NINE + MINUTE_MS);
  expect(lines.slice(1)).toEqual(Array(2).fill("Scheduled bad: answer 500 no luck."));
});

it("logs once per outage that the functions emulator does not answer", async () => {
  let isThere = false;
  const { scheduler, runs, lines } = create({
    list: () =>
      isThere ? Promise.resolve([scheduled("one", "* * * * *")]) : Promise.reject(new Error("no")),
    run: () => Promise.reject(new Error("closed")),
  });
  for (isThere of [false, false, true, false]) await scheduler.tick(NINE);
  expect(runs).toEqual(["one 09:00"]);
  expect(lines).toEqual([
    "Schedules are paused: the functions emulator does not answer (no).",
    "Scheduled functions run by the clock: one.",
    "Scheduled one: no answer from the functions emulator (closed).",
    "Schedules are paused: the functions emulator does not answer (no).",
  ]);
});

describe("with a timer", () => {
  beforeEach(() => jest.useFakeTimers({ now: NINE + 59_000 }));
  afterEach(() => jest.useRealTimers());

  it("runs at the start of each minute, until it is stopped", async () => {
    const list = () => Promise.resolve([scheduled("one", "* * * * *")]);
    const { scheduler, runs } = create({ list });
    scheduler.start();
    await jest.advanceTimersByTimeAsync(999);
    expect(runs).toEqual([]);
    await jest.advanceTimersByTimeAsync(1 + 2 * MINUTE_MS);
    scheduler.stop();
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(runs).toEqual(["one 09:01", "one 09:02", "one 09:03"]);
  });
});
