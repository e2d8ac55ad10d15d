/** The clock of the simulation behaves as the real one: the same cases run on both. */

import type { Clock } from "@greenhouse/domain/clock";
import { SYSTEM_CLOCK } from "@greenhouse/database/client/system-clock";
import { World } from "../world";

interface Driver {
  readonly clock: Clock;
  /** Lets at least this time pass. */
  readonly pass: (ms: number) => Promise<void>;
}

const START_MS = Date.UTC(2026, 2, 1);

function simulated(): Driver {
  const world = new World(1, START_MS);
  return { clock: world.clock(), pass: (ms) => world.run(world.now() + ms) };
}
const real = (): Driver => ({
  clock: SYSTEM_CLOCK,
  pass: (ms) => new Promise((resolve) => void setTimeout(resolve, ms + 5)),
});

describe.each([
  ["the real clock", real],
  ["the clock of the simulation", simulated],
])("%s", (_, create) => {
  test("calls back once, after the delay and in order", async () => {
    const { clock, pass } = create();
    const calls: string[] = [];
    clock.after(20, () => calls.push("later"));
    clock.after(5, () => calls.push("sooner"));
    expect(calls).toEqual([]);
    await pass(60);
    await pass(30);
    expect(calls).toEqual(["sooner", "later"]);
  });

  test("does not call back after a timer was stopped", async () => {
    const { clock, pass } = create();
    let isCalled = false;
    const stop = clock.after(5, () => (isCalled = true));
    stop();
    await pass(20);
    expect(isCalled).toBe(false);
  });

  test("tells whole Unix milliseconds, and a time that passes", async () => {
    const { clock, pass } = create();
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    await pass(10);
    expect(Number.isInteger(now)).toBe(true);
    expect(now).toBeGreaterThan(Date.UTC(2020, 0, 1));
    expect(clock.now() - now).toBeGreaterThanOrEqual(9);
    expect(clock.elapsed() - elapsed).toBeGreaterThanOrEqual(9);
  });
});
