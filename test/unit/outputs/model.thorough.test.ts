/** The explorations of the model with the most states. */

import { describe, expect, test } from "@jest/globals";

import { explore } from "../../support/outputs/explore";
import { BOUNDS, Model, type Bounds } from "../../support/outputs/model";

describe("an output is never on longer than allowed, in any order of events", () => {
  test.each<[string, Partial<Bounds>]>([
    ["three orders, messages out of order", { orders: 3, orderTicks: [3], inFlight: 2, ticks: 3 }],
    [
      "a fallback, orders, and somebody at the board",
      { fallBacks: 2, ticks: 3, presses: 1, leaseTicks: 1, orderTicks: [2], ticksADay: 9 },
    ],
    [
      "a fallback, restarts, an hour",
      { fallBacks: 1, ticks: 3, crashes: 1, hours: 1, leaseTicks: 1, orderTicks: [1] },
    ],
    [
      "what people are shown",
      { reports: true, inFlight: 2, crashes: 1, orderTicks: [2], ticks: 3, ticksADay: 8 },
    ],
    [
      "clocks that jump",
      { reports: true, clockJumps: 1, crashes: 1, ticks: 2, orders: 1, inFlight: 2 },
    ],
    ["two boards", { boards: 2, orderTicks: [2], ticks: 2 }],
    ["two restarts, failed writes, delays", { crashes: 2, failedWrites: 1, readsLater: true }],
    ["somebody at the board", { presses: 2, crashes: 1, ticks: 3, maxOnTicks: 1 }],
    ["timers that are late", { lateTimers: 2, presses: 1, ticks: 3, ticksADay: 9 }],
  ])("%s", (_, bounds) => {
    const { fault, states } = explore(new Model({ ...BOUNDS, ...bounds }));
    expect(fault).toBeUndefined();
    expect(states).toBeGreaterThan(20_000);
  });
});
