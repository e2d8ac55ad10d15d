/** The finding `unapplied` while a plan of the kind "hold" renews its order, with boards that hear and boards that do not. */

import { fc, timesUsual } from "rtdb-emulator/testing/properties";
import { answerFor } from "@greenhouse/domain/outputs/answer";
import { outputFindingsOf } from "@greenhouse/domain/outputs/findings";
import type { KnownOutput, Order, OutputState } from "@greenhouse/domain/outputs/model";
import { FIRST_VERSION_STEP } from "@greenhouse/domain/outputs/ordering";
import { decidePlan } from "@greenhouse/domain/outputs/plans/decide";
import { MIN_HOLD_LEASE_SECONDS } from "@greenhouse/domain/outputs/limits";
import type { PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { DAY_MS, HOUR_MS, SECOND_MS } from "@greenhouse/domain/time";
import { advance, report, start, take } from "../../../../tools/cli/src/simulation/reference-board";
import type { Board } from "../../../../tools/cli/src/simulation/reference-board";
import { at, HOLD, OUTPUT, situation, storedOrder, storedRuns } from "./fixtures";

const ID = { farmId: "oak", uid: "dht-1", output: "vent" };
const PLAN = { ...HOLD, between: undefined, minOnSeconds: 0, minOffSeconds: 0 };
const START = at("12:00");

/** What happens to a board from `from` until `until`: it sends nothing, hears no answer, or hears everything. */
interface Life {
  readonly leaseSeconds: number;
  /** In seconds. The board asks at least three times in a lease. */
  readonly interval: number;
  readonly phase: number;
  /** Seconds by which checks are late, in turns. */
  readonly delays: readonly number[];
  /** Orders that people have given before, and that the board has not heard. */
  readonly persons: number;
  readonly loss: "silent" | "deaf" | "none";
  /** Seconds after the start. */
  readonly from: number;
  readonly until: number;
  /** When the board restarts. */
  readonly restart: number;
}

interface Moment {
  /** In seconds after the start. */
  readonly second: number;
  readonly nowMs: number;
  readonly isCheck: boolean;
  readonly known: KnownOutput;
}

/** Lives second by second. The farm is checked once a minute, and a moment comes before its check. */
function* live(life: Life): Generator<Moment> {
  const { leaseSeconds, interval, phase, delays, loss, from, until, restart } = life;
  const defined = { ...OUTPUT, leaseSeconds, maxOnSeconds: DAY_MS / SECOND_MS };
  let order: Order | undefined = orderOfPersons(life);
  let state: OutputState | undefined;
  let runs: readonly PlanRun[] = [];
  let [board, bootedAt]: [Board, number] = [{ ...start(), version: HEARD }, START];
  const keep = (): boolean => true;
  const seconds = until + 2 * leaseSeconds + 600;
  for (let second = 0; second < seconds; second += 1) {
    const nowMs = START + second * SECOND_MS;
    const clock = (): number => nowMs - bootedAt;
    if (second === restart) [board, bootedAt] = [start(board.kept), nowMs];
    board = advance(board, clock(), keep);
    const isCheck = second % 60 === (delays[Math.floor(second / 60) % delays.length] ?? 0);
    yield { second, nowMs, isCheck, known: { ...ID, defined, order, state } };
    if (isCheck) {
      const more = { value: 30, order, runs, defined, ...(state && { state }) };
      const decision = decidePlan(situation(PLAN, nowMs, more));
      order = storedOrder(decision, order, nowMs);
      runs = storedRuns(decision, runs);
    }
    const isLost = second >= from && second < until;
    if (second % interval !== phase % interval || (isLost && loss === "silent")) continue;
    const { agoMs = 0, ...reported } = report(board, clock());
    state = { ...reported, at: nowMs, heard: nowMs, since: nowMs - agoMs };
    if (isLost && loss === "deaf") continue;
    board = take(board, answerFor(defined, order, nowMs), clock(), clock(), keep);
  }
}

/** The version that the board has heard before people ordered. */
const HEARD = Math.floor((START - DAY_MS) / SECOND_MS) * FIRST_VERSION_STEP;

function orderOfPersons({ persons }: Life): Order | undefined {
  if (persons === 0) return undefined;
  const [at, until] = [START - 2 * HOUR_MS, START - HOUR_MS];
  return { value: 1, version: HEARD + persons, until, by: "olga", at };
}

const LIFE = fc.integer({ min: 60, max: 1_200 }).chain((leaseSeconds) =>
  fc.record<Life>({
    leaseSeconds: fc.constant(leaseSeconds),
    interval: fc.integer({ min: 1, max: Math.floor(leaseSeconds / 3) }),
    phase: fc.nat(3_600),
    delays: fc.array(fc.nat(20), { minLength: 1, maxLength: 7 }),
    persons: fc.nat(6),
    loss: fc.constant("none" as const),
    from: fc.nat(3 * leaseSeconds),
    until: fc.constant(6 * leaseSeconds),
    restart: leaseSeconds < MIN_HOLD_LEASE_SECONDS ? fc.constant(-1) : fc.nat(6 * leaseSeconds),
  }),
);

const unapplied = (known: KnownOutput, nowMs: number, wasReported = false) =>
  outputFindingsOf(known, nowMs, wasReported).filter(({ kind }) => kind === "unapplied");

test("a board that hears never has it, also if it restarts", () => {
  fc.assert(
    fc.property(LIFE, (life) => {
      for (const { second, known, nowMs } of live(life)) {
        const found = unapplied(known, nowMs);
        // A call of `expect` each second takes most of the time.
        if (found.length > 0) expect({ second, found }).toEqual({ second, found: [] });
      }
    }),
    timesUsual(0.2),
  );
});

const LOST = fc
  .tuple(LIFE, fc.constantFrom("silent" as const, "deaf" as const))
  .map(([life, loss]) => ({
    ...life,
    loss,
    restart: -1,
    until: life.from + 6 * life.leaseSeconds + 600,
  }));

test("a silent or deaf board has it after two intervals and half a lease, until it hears again", () => {
  fc.assert(
    fc.property(LOST, (life) => {
      const { leaseSeconds, interval, from, until } = life;
      // A check may be more than a minute after the check before.
      const renewal = Math.max(leaseSeconds / 2, Math.min(leaseSeconds, 240));
      const isDue = from + renewal + (2 * leaseSeconds) / 3 + 140;
      // With a short lease, orders may end between two checks, so the last order may be missed.
      const isShort = leaseSeconds < MIN_HOLD_LEASE_SECONDS;
      const isOver = until + 2 * interval + (isShort ? 300 : 90);
      let isOpen = false;
      for (const { second, known, nowMs, isCheck } of live(life)) {
        if (!isCheck) continue;
        const [found] = unapplied(known, nowMs, isOpen);
        isOpen = found !== undefined;
        if (second > isOver) expect({ second, isOpen }).toEqual({ second, isOpen: false });
        if (second < isDue || second >= until) continue;
        expect({ second, isOpen }).toEqual({ second, isOpen: true });
        if (isShort) continue;
        const since = ((found?.since ?? NaN) - START) / SECOND_MS;
        // The board reports what it heard by the request before.
        expect(since).toBeGreaterThanOrEqual(from - 2 * interval);
        expect(since).toBeLessThanOrEqual(from + leaseSeconds + 80);
      }
    }),
    timesUsual(0.2),
  );
});
