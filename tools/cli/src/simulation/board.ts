/**
 * The outputs of a simulated device. Each output is a reference board, and goes off by the device's
 * own clock.
 */

import { advance, report, start, take } from "./reference-board";
import type { Board } from "./reference-board";
import { MAX_VALUE } from "@greenhouse/domain/outputs/limits";
import type { OutputAnswer } from "@greenhouse/domain/outputs/answer";
import type { OutputReason, Reported } from "@greenhouse/domain/outputs/model";
import { fields, integerUpTo, parseRecord } from "@greenhouse/domain/stored";
import type { Session } from "../core/session";

/** How an output was until now, or is now. */
export interface Change {
  readonly output: string;
  readonly before: Reported;
  readonly after: Reported;
  /** `end`: the simulation is over. */
  readonly reason: OutputReason | "end";
}

export interface BoardParts {
  /** Milliseconds of a clock that never jumps. */
  readonly uptime: () => number;
  readonly sleep: Session["sleep"];
  readonly onChange: (change: Change) => void;
}

/** A simulated device never restarts, so nothing has to survive a restart. */
const keep = (): boolean => true;

export class SimulatedBoard {
  readonly #outputs: Map<string, Board>;
  /** Timers that switch off the outputs that are on. */
  readonly #timers = new Map<string, AbortController>();

  constructor(
    names: readonly string[],
    private readonly parts: BoardParts,
  ) {
    this.#outputs = new Map(names.map((name) => [name, start()]));
  }

  /** Returns the outputs' part of a request that is sent now. */
  report(): { readonly sentAt: number; readonly outputs: Readonly<Record<string, Reported>> } {
    const sentAt = this.parts.uptime();
    const reported = Array.from(this.#outputs, ([name, board]) => [name, report(board, sentAt)]);
    return { sentAt, outputs: Object.fromEntries(reported) as Record<string, Reported> };
  }

  /**
   * Takes the body of a 200. After any other answer the leases run on.
   * @param sentAt when the request was sent, as in its report
   */
  hear(body: unknown, sentAt: number): void {
    const isReadable = isObject(body);
    const answers = isReadable ? body["outputs"] : undefined;
    // The functions could not read the orders.
    if (isReadable && answers === undefined) return;
    for (const [name, board] of this.#outputs) {
      const answer = isObject(answers) ? readAnswer(answers[name]) : "unreadable";
      this.#become(name, take(board, answer, sentAt, this.parts.uptime(), keep));
    }
  }

  /** Switches the device off. */
  stop(): void {
    for (const [name, board] of this.#outputs) {
      this.#become(name, { ...board, value: 0, reason: "start" }, "end");
    }
  }

  #become(name: string, after: Board, reason: Change["reason"] = after.reason): void {
    const before = this.#outputs.get(name) ?? start();
    this.#outputs.set(name, after);
    this.#timers.get(name)?.abort();
    if (after.value > 0) void this.#switchOffInTime(name, after.endsAt);
    const isOther = before.value !== after.value || before.version !== after.version;
    if (isOther && before.value + after.value > 0) {
      this.parts.onChange({ output: name, before, after, reason });
    }
  }

  async #switchOffInTime(name: string, endsAt: number): Promise<void> {
    const { uptime, sleep } = this.parts;
    const timer = new AbortController();
    this.#timers.set(name, timer);
    // A timer of the system may end a moment too early.
    while (uptime() < endsAt && !timer.signal.aborted) {
      await sleep(Math.ceil(endsAt - uptime()), timer.signal);
    }
    const board = this.#outputs.get(name);
    if (timer.signal.aborted || board === undefined) return;
    this.#become(name, advance(board, uptime(), keep));
  }
}

const ANSWER = {
  value: integerUpTo(MAX_VALUE.level),
  ...fields(integerUpTo(Infinity), "version", "forMs", "maxOnMs", "day"),
};

/** @param answer undefined: the output is not defined */
function readAnswer(answer: unknown): OutputAnswer | undefined | "unreadable" {
  if (answer === undefined) return undefined;
  return parseRecord(answer, ANSWER, { offForMs: integerUpTo(Infinity) }) ?? "unreadable";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
