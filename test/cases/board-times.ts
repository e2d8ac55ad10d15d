/** Events of a board's clock while it takes readings, and the required precision of their stored times. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";

/** After this time `millis()` wraps around to 0. */
const WRAP = 2 ** 32;

export type Step =
  /** Takes a reading, and sends what is due. */
  | "reading"
  | "offline"
  | "online"
  /** Advances the time, in milliseconds. The board goes on polling. */
  | { readonly pass: number }
  /** Sets the board's clock, in milliseconds ahead of the true time. */
  | { readonly clock: number };

export interface BoardTimeCase {
  readonly name: string;
  /** `client` has no clock, `wifi` has a clock that NTP sets. */
  readonly board: "client" | "wifi";
  /** The board's clock at the start; "none" before NTP has answered. */
  readonly clock: number | "none";
  /** The value of `millis()` at the start. */
  readonly millis?: number;
  /** How much faster the board's time runs than the true time, in millionths. */
  readonly drift?: number;
  readonly steps: readonly Step[];
  /** The maximum error of the stored times. */
  readonly withinMs: number;
}

const SECONDS = 2_000;
/** The error of a clock that NTP has set, with a reserve for the machine that runs the test. */
const EXACT = 300;

/** Takes readings with a time between them. */
function readings(count: number, apart: number): Step[] {
  return Array.from({ length: count }, (_, at): Step[] =>
    at === 0 ? ["reading"] : [{ pass: apart }, "reading"],
  ).flat();
}

const later = (apart: number, count: number): Step[] => [
  { pass: apart },
  ...readings(count, apart),
];

export const BOARD_TIMES: readonly BoardTimeCase[] = [
  {
    name: "no clock, twelve readings",
    board: "client",
    clock: "none",
    steps: readings(12, 40_000),
    withinMs: SECONDS,
  },
  {
    name: "NTP never answers",
    board: "wifi",
    clock: "none",
    steps: readings(12, 4 * MINUTE_MS),
    withinMs: SECONDS,
  },
  {
    name: "NTP has answered",
    board: "wifi",
    clock: 0,
    steps: readings(12, 4 * MINUTE_MS),
    withinMs: EXACT,
  },
  {
    name: "NTP answers after three readings",
    board: "wifi",
    clock: "none",
    steps: [...readings(3, MINUTE_MS), { clock: 0 }, ...later(MINUTE_MS, 5)],
    withinMs: SECONDS,
  },
  {
    name: "NTP answers while readings wait for the network",
    board: "wifi",
    clock: "none",
    steps: [
      "offline",
      ...readings(3, MINUTE_MS),
      { clock: 0 },
      { pass: MINUTE_MS },
      "reading",
      "online",
    ],
    withinMs: EXACT,
  },
  {
    name: "the network comes late, NTP never",
    board: "wifi",
    clock: "none",
    steps: ["offline", ...readings(4, MINUTE_MS), "online", ...later(MINUTE_MS, 2)],
    withinMs: SECONDS,
  },
  ...[HOUR_MS, -HOUR_MS, 2 * MINUTE_MS, -2 * MINUTE_MS, 10_000, -10_000].map(
    (step): BoardTimeCase => {
      const name = `the clock steps by ${step / 1000} s and back`;
      const ahead: Step[] = [{ clock: step }, ...later(MINUTE_MS, 3)];
      const back: Step[] = [{ clock: 0 }, ...later(MINUTE_MS, 3)];
      const steps: Step[] = [...readings(3, MINUTE_MS), ...ahead, ...back];
      return { name, board: "wifi", clock: 0, steps, withinMs: SECONDS };
    },
  ),
  {
    name: "the clock jumps while readings wait",
    board: "wifi",
    clock: 0,
    steps: [
      ...readings(2, MINUTE_MS),
      "offline",
      ...later(50_000, 2),
      { clock: HOUR_MS },
      ...later(50_000, 2),
      "online",
      ...later(MINUTE_MS, 2),
    ],
    withinMs: SECONDS,
  },
  {
    name: "the clock is an hour wrong until NTP answers",
    board: "wifi",
    clock: -HOUR_MS,
    steps: [...readings(3, MINUTE_MS), { clock: 0 }, ...later(MINUTE_MS, 3)],
    withinMs: SECONDS,
  },
  {
    name: "the clock is two minutes wrong",
    board: "wifi",
    clock: 2 * MINUTE_MS,
    steps: readings(4, MINUTE_MS),
    withinMs: SECONDS,
  },
  {
    name: "millis() wraps around, without a clock",
    board: "client",
    clock: "none",
    millis: WRAP - 2.5 * MINUTE_MS,
    steps: readings(6, MINUTE_MS),
    withinMs: SECONDS,
  },
  {
    name: "millis() wraps around while readings wait",
    board: "client",
    clock: "none",
    millis: WRAP - 2.5 * MINUTE_MS,
    steps: ["reading", "offline", ...later(MINUTE_MS, 4), "online"],
    withinMs: SECONDS,
  },
  {
    name: "a hundred days without a clock",
    board: "client",
    clock: "none",
    steps: readings(101, DAY_MS),
    withinMs: SECONDS,
  },
  ...[100, -100].map((drift): BoardTimeCase => ({
    name: `two weeks without a clock, with a crystal error of ${drift} ppm`,
    board: "client",
    clock: "none",
    drift,
    steps: readings(14 * 24, HOUR_MS),
    withinMs: SECONDS,
  })),
  {
    name: "no readings for sixty days",
    board: "client",
    clock: "none",
    steps: ["reading", ...Array.from({ length: 6 }, () => ({ pass: 10 * DAY_MS })), "reading"],
    withinMs: SECONDS,
  },
];
