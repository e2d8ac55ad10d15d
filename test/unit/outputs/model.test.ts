import { describe, expect, test } from "@jest/globals";

import * as board from "../../../tools/cli/src/simulation/reference-board";
import { BOUNDS, explore, Model, REAL, type Bounds, type Parts } from "../../support/outputs/model";

describe("an output is never on longer than allowed, in any order of events", () => {
  test.each<[string, Partial<Bounds>]>([
    [
      "messages out of order and doubled, restarts",
      { inFlight: 2, crashes: 1, duplicates: 1, ticks: 2, leaseTicks: 1, orderTicks: [2] },
    ],
    [
      "from one day to the next",
      { orders: 1, orderTicks: [8], ticks: 8, ticksADay: 4, crashes: 1 },
    ],
    [
      "answers that nobody can read, restarts",
      { unreadables: 2, crashes: 1, inFlight: 2, ticks: 3, orders: 1 },
    ],
  ])("%s", (_, bounds) => {
    const { fault, states } = explore(new Model({ ...BOUNDS, ...bounds }));
    expect(fault).toBeUndefined();
    expect(states).toBeGreaterThan(10_000);
  });
});

describe("the model catches", () => {
  const NEW_DAY = { orders: 1, orderTicks: [8], ticks: 8, ticksADay: 4 };
  test.each<[string, Partial<Parts>, Partial<Bounds>, string]>([
    [
      "a lease that is counted from the answer's arrival",
      { take: (before, answer, _, clock, keep) => board.take(before, answer, clock, clock, keep) },
      {},
      "on without a lease",
    ],
    [
      "a board that takes late answers",
      {
        take: ({ ...before }, ...rest) => board.take({ ...before, heardAt: -Infinity }, ...rest),
      },
      { inFlight: 2, ticks: 3 },
      "on by an order that is not the newest it heard",
    ],
    [
      "a day's limit that a restart forgets",
      { start: () => board.start() },
      { crashes: 1, ticksADay: 9 },
      "on for longer than the day's limit",
    ],
    [
      "time that is kept only when the output goes off",
      {
        take: (before, answer, sentAt, clock, keep) => {
          const taken = board.take(before, answer, sentAt, clock, keep);
          return { ...taken, kept: taken.now };
        },
      },
      { crashes: 1, ticksADay: 9 },
      "on for longer than the day's limit",
    ],
    [
      "a board that does not mind a failed write",
      {
        take: (before, answer, sentAt, clock, keep) => {
          const taken = board.take(before, answer, sentAt, clock, () => true);
          return keep(taken.kept) ? taken : { ...taken, kept: before.kept };
        },
      },
      { crashes: 1, failedWrites: 1, ticksADay: 9 },
      "on for longer than the day's limit",
    ],
    [
      "a new day that forgets what came after midnight",
      {
        take: (before, ...rest) =>
          board.take({ ...before, now: { ...before.now, sinceMs: 0 } }, ...rest),
      },
      NEW_DAY,
      "on for longer than the day's limit",
    ],
    [
      "a board that is on again after a restart",
      {
        start: (kept) =>
          kept === undefined ? board.start() : { ...board.start(kept), value: 1, endsAt: 120_000 },
      },
      { crashes: 1 },
      "on without a lease",
    ],
    [
      "a board that goes off only when it hears something",
      { advance: (unchanged) => unchanged },
      {},
      "on without a lease",
    ],
    [
      "a board that stays on after an answer that it cannot read",
      {
        take: (before, answer, ...rest) =>
          answer === "unreadable" ? before : board.take(before, answer, ...rest),
      },
      { unreadables: 1 },
      "not off after an unreadable answer",
    ],
    [
      "a late timer whose time counts until the lease was over",
      {
        advance: (before, clock, keep) =>
          board.advance(before, before.value > 0 ? Math.min(clock, before.endsAt) : clock, keep),
      },
      { lateTimers: 2, ticksADay: 9 },
      "on for longer than it counts",
    ],
    [
      "an answer that does not know when the order ends",
      {
        answer: (output, order, nowMs) => ({
          ...REAL.answer(output, order, nowMs),
          forMs: 120_000,
        }),
      },
      {},
      "on without a lease",
    ],
    [
      "a late report that replaces a newer one",
      { mayReplace: () => true },
      { reports: true, inFlight: 2 },
      "the shown state goes back",
    ],
    [
      "a board that reports an order before it heard of it",
      { take: (...all) => ({ ...board.take(...all), version: board.take(...all).version + 1 }) },
      { reports: true, orders: 0 },
      "applied, but the board never heard of it",
    ],
  ])("%s", (_, parts, bounds, fault) => {
    const found = explore(new Model({ ...BOUNDS, ...bounds }, { ...REAL, ...parts })).fault;
    expect(found?.rule).toBe(fault);
  });
});
