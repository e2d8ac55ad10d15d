/**
 * Creates traces for the clients: events that may happen to a board in the model, with the expected
 * state of its output after each step.
 */

import { report } from "../../../tools/cli/src/simulation/reference-board";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { answerOfOlderBackend, Model, REAL, type Bounds, type Event, type Step } from "./model";

/** Times are in milliseconds by the board's clock, which begins at 0 with each start. */
export type Trace = readonly (Step & { readonly expected: Reported })[];

const BOUNDS: Bounds = {
  boards: 1,
  ticks: 30,
  ticksADay: 8,
  leaseTicks: 2,
  maxOnTicks: 3,
  orderTicks: [1, 3, 9],
  orders: 20,
  crashes: 3,
  duplicates: 3,
  failedWrites: 2,
  clockJumps: 0,
  unreadables: 4,
  lateTimers: 8,
  presses: 3,
  fallBacks: 12,
  hours: 0,
  inFlight: 3,
  readsLater: true,
  reports: true,
};

/** Returns a different trace for each number. Every fourth backend is an older one. */
export function traceOf(seed: number): Trace {
  const answer = seed % 4 === 3 ? answerOfOlderBackend : REAL.answer;
  const model = new Model(BOUNDS, { ...REAL, answer });
  const random = randomOf(seed);
  const trace: Trace[number][] = [];
  let state = model.initial();
  for (;;) {
    const events = [...model.events(state)].flatMap((event) =>
      isRare(event) ? [event] : Array.from({ length: 12 }, () => event),
    );
    const event = events[Math.floor(random() * events.length)];
    if (event === undefined) return trace;
    state = event.next;
    const [station] = state.stations;
    if (event.step === undefined || station === undefined) continue;
    const step = { ...event.step, expected: report(station.board, state.nowMs - station.bootedMs) };
    const last = trace.at(-1);
    const isLonger = isWait(step) && last !== undefined && isWait(last) && random() < 0.5;
    // The program's loop does not run in between.
    if (isLonger) trace[trace.length - 1] = { ...step, ms: step.ms + last.ms };
    else trace.push(step);
  }
}

function isWait(step: Step): step is Step & { readonly op: "wait" } {
  return step.op === "wait" && step.isLate !== true;
}

/** Leaves out lost messages: otherwise most traces would be about them. */
function isRare({ description }: Event): boolean {
  return /lost|doubled|restarts|cannot|is set|not defined|: off$/.test(description);
}

/** Returns numbers from 0 to below 1, the same for the same seed (Lehmer's generator). */
function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
