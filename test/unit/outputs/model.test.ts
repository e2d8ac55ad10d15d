import { describe, expect, test } from "@jest/globals";

import * as board from "../../../tools/cli/src/simulation/reference-board";
import { explore } from "../../support/outputs/explore";
import {
  answerOfOlderBackend,
  BOUNDS,
  Model,
  REAL,
  type Bounds,
  type Parts,
} from "../../support/outputs/model";

describe("an output is never on longer than allowed, in any order of events", () => {
  test.each<[string, Partial<Bounds>, Partial<Parts>?]>([
    [
      "messages out of order and doubled, restarts",
      { inFlight: 2, crashes: 1, duplicates: 1, ticks: 2, leaseTicks: 1, orderTicks: [2] },
    ],
    [
      "from one day to the next",
      { orders: 1, orderTicks: [8], ticks: 8, ticksADay: 4, crashes: 1 },
    ],
    [
      "a fallback, orders, and somebody at the board",
      { fallBacks: 2, ticks: 2, presses: 1, leaseTicks: 1, orderTicks: [1], ticksADay: 9 },
    ],
    [
      "a fallback, orders, an older backend",
      { fallBacks: 1, ticks: 2, presses: 1, leaseTicks: 1, orderTicks: [1], ticksADay: 9 },
      { answer: answerOfOlderBackend },
    ],
    [
      "a fallback, restarts, an hour",
      {
        fallBacks: 1,
        ticks: 2,
        crashes: 1,
        hours: 1,
        leaseTicks: 1,
        orderTicks: [1],
        ticksADay: 99,
      },
    ],
    [
      "answers that nobody can read, restarts",
      { unreadables: 2, crashes: 1, inFlight: 2, ticks: 3, orders: 1 },
    ],
  ])("%s", (_, bounds, parts = {}) => {
    const { fault, states } = explore(new Model({ ...BOUNDS, ...bounds }, { ...REAL, ...parts }));
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
    [
      "a fallback that ignores the day's limit",
      {
        fallBack: (before, value, clock, keep) => {
          const { now } = before;
          const unlimited = { ...before, now: { ...now, usedMs: 0, sinceMs: 0 } };
          return board.fallBack(unlimited, value, clock, keep);
        },
      },
      { fallBacks: 2, ticks: 3, orders: 0, maxOnTicks: 1, ticksADay: 9 },
      "on for longer than the day's limit",
    ],
    [
      "a fallback that forgets off",
      {
        fallBack: (before, ...rest) =>
          board.fallBack({ ...before, offUntil: Math.min(before.offUntil, 0) }, ...rest),
      },
      { fallBacks: 1 },
      "on by its fallback after off",
    ],
    [
      "a board that keeps its fallback off for an hour after each off",
      {
        take: (before, answer, ...rest) =>
          typeof answer === "object" && answer.value === 0
            ? board.take(before, { ...answer, offForMs: undefined }, ...rest)
            : board.take(before, answer, ...rest),
      },
      { fallBacks: 1, ticks: 2 },
      "off, but its sensor asks for it",
    ],
    [
      "a backend that takes a plan's off for a person's",
      {
        answer: (output, order, nowMs) =>
          REAL.answer(output, order && { ...order, by: "olga" }, nowMs),
      },
      { fallBacks: 1, ticks: 2 },
      "off, but its sensor asks for it",
    ],
    [
      "a backend that takes a person's off for a plan's",
      {
        answer: (output, order, nowMs) =>
          REAL.answer(output, order && { ...order, by: "plan" }, nowMs),
      },
      { fallBacks: 1, ticks: 2 },
      "on by its fallback after off",
    ],
    [
      "an order to switch off that ends off at the board",
      {
        take: (before, answer, ...rest) => {
          const taken = board.take(before, answer, ...rest);
          return taken.version === before.version ? taken : { ...taken, pressedOffUntil: 0 };
        },
      },
      { fallBacks: 1, presses: 1, ticks: 2 },
      "on by its fallback after off",
    ],
    [
      "a restart that forgets off",
      { start: (kept) => ({ ...board.start(kept), offUntil: 0 }) },
      { fallBacks: 1, crashes: 1, ticks: 2, leaseTicks: 1, orderTicks: [1] },
      "on by its fallback after off",
    ],
    [
      "a fallback that stays on after its sensor has failed",
      {
        fallBack: (before, value, ...rest) =>
          value === undefined ? before : board.fallBack(before, value, ...rest),
      },
      { fallBacks: 2 },
      "on by its fallback, and no sensor asks for it",
    ],
    [
      "a fallback that replaces an order",
      {
        fallBack: (before, value, clock, keep) =>
          board.fallBack({ ...before, reason: "fallback" }, value, clock, keep),
      },
      { fallBacks: 1 },
      "on by its fallback while an order holds",
    ],
    [
      "a fallback of an output that is not defined any more",
      {
        take: (before, answer, ...rest) => {
          const taken = board.take(before, answer, ...rest);
          const { now, kept } = before;
          return answer === undefined && before.value === 0 ? { ...taken, now, kept } : taken;
        },
      },
      { fallBacks: 1 },
      "on by its fallback without a definition",
    ],
  ])("%s", (_, parts, bounds, fault) => {
    const found = explore(new Model({ ...BOUNDS, ...bounds }, { ...REAL, ...parts })).fault;
    expect(found?.rule).toBe(fault);
  });
});
