/** People hear that a board does not apply an order, if that is so, and not otherwise. Most orders are renewed by plans. */

import { MIN_REQUESTS_PER_LEASE } from "@greenhouse/domain/outputs/limits";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import { orderPath } from "@greenhouse/domain/outputs/ordering";
import { parseOrder, parseOutputState } from "@greenhouse/domain/outputs/records";
import { MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import type { Pin } from "../actors/board";
import { factsOf } from "../plans/facts";
import type { Auditor, Simulation } from "../simulation";
import { canJudge, ExpectedAlert } from "./expected-alert";

/** How long after an order's end it is still reported. */
const AFTER_END_MS = 10 * MINUTE_MS;

/** Follows one output from minute to minute. */
class Watched {
  readonly title: string;
  readonly #id: OutputId;
  readonly #leaseMs: number;
  readonly #intervalMs: number;
  /** The value that is ordered without a break, and since when. */
  #ordered = 0;
  #orderedMs = 0;
  #lastOrderedMs = -Infinity;
  /** When the board last reported the ordered value. */
  #goodMs = -Infinity;
  readonly #alert: ExpectedAlert;

  constructor({ farmId, uid, name, leaseSeconds }: Pin, nowMs: number) {
    this.title = `unapplied,${name},${uid}`;
    this.#id = { farmId, uid, output: name };
    this.#leaseMs = leaseSeconds * SECOND_MS;
    this.#intervalMs = this.#leaseMs / MIN_REQUESTS_PER_LEASE;
    this.#alert = new ExpectedAlert(nowMs);
  }

  /** Returns what is wrong with the alert; undefined if nothing is. */
  look({ server }: Simulation, nowMs: number, isSure: boolean): string | undefined {
    const { farmId, uid, output } = this.#id;
    const path = `${farmId}/${uid}/${output}`;
    const order = parseOrder(server.read(orderPath(this.#id)));
    const state = parseOutputState(server.read(`outputStates/${path}`));
    const isOn = order !== undefined && (order.until ?? 0) > nowMs;
    const value = isOn ? order.value : 0;
    if (value !== this.#ordered) this.#orderedMs = nowMs;
    this.#ordered = value;
    if (isOn) this.#lastOrderedMs = nowMs;

    const isAsOrdered = state?.value === value && (value === 0 || state.reason === "order");
    if (isAsOrdered) this.#goodMs = Math.max(this.#goodMs, state.heard);
    const isGood = isAsOrdered && nowMs - state.heard < this.#intervalMs;
    // After an order's end, nobody sees from here whether the board was in time.
    const hasEnded =
      !isOn && nowMs - this.#lastOrderedMs < 2 * this.#intervalMs + AFTER_END_MS + MINUTE_MS;
    const isOver = value === 0 && !hasEnded && (state?.value ?? 0) === 0;
    const isDefined = server.read(`outputs/${path}`) !== null;
    const isFine = isOver || (isOn && isGood);

    // The limit, a switch at the board and a restart have alerts and times of their own.
    const isExcused = state !== undefined && ["limit", "local"].includes(state.reason);
    if (isExcused) this.#goodMs = nowMs;
    const restartedMs = state?.reason === "start" ? (state.since ?? 0) : 0;
    const fineMs = Math.max(this.#orderedMs, this.#goodMs, restartedMs);
    const isMissed = nowMs > fineMs + this.#leaseMs + 2 * this.#intervalMs;
    this.#alert.learn(nowMs, isOn && isDefined && isMissed, !isDefined || !isFine);
    const isOpen = server.read(`alerts/${farmId}/open/${this.title}`) !== null;
    return isSure ? this.#alert.problem(nowMs, isOpen) : undefined;
  }
}

export const outputAlerts: Auditor = {
  name: "output alerts",
  watch: (simulation, violate) => {
    const facts = factsOf(simulation);
    const all = new Map<Pin, Watched>();
    return {
      everyMinute: (nowMs) => {
        const isSure = canJudge(facts, nowMs);
        for (const pin of simulation.pins) {
          const watched = all.get(pin) ?? new Watched(pin, nowMs);
          all.set(pin, watched);
          const fault = watched.look(simulation, nowMs, isSure);
          if (fault !== undefined) violate(`${watched.title} ${fault}`);
        }
      },
    };
  },
};
