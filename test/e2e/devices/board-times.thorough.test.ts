/**
 * The times of boards' readings are right: with and without NTP, with late NTP, wrong clocks, changed clocks, deep sleep,
 * and for months.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { BOARDS, PYTHON_CLIENTS } from "../../support/devices/clients";
import { countsOf, NOTHING, pollDue, settle } from "../../support/devices/device";
import { useClients } from "../../support/devices/trial";

/** The test's own machine may be slow. */
const SLACK_MS = 3_000;
/** After this time `millis()` wraps around to 0. */
const WRAP = 2 ** 32;

type Step =
  /** Takes a reading, and sends what is due. */
  | "reading"
  | "offline"
  | "online"
  /** Advances the time, in milliseconds. The board goes on polling. */
  | { readonly pass: number }
  /** Sleeps deeply: the memory and `millis()` restart. `set` also moves the board's clock. */
  | { readonly sleep: number; readonly set?: number }
  /** Sets the board's clock, in milliseconds ahead of the true time. */
  | { readonly clock: number }
  /** The power fails, and the board starts without a clock. */
  | "power cut";

interface Case {
  readonly name: string;
  /** `client` has no clock, `wifi` has a clock that NTP sets. */
  readonly board: "client" | "wifi";
  /** The board's clock at the start; "none" before NTP has answered. */
  readonly clock: number | "none";
  /** The value of `millis()` at the start. */
  readonly millis?: number;
  /** How much faster the board's time runs than the true time, in millionths. */
  readonly drift?: number;
  readonly hasFlash?: boolean;
  /** How often the board asks for the time. */
  readonly timeRequests?: number;
  readonly steps: readonly Step[];
}

/** Takes readings with a time between them. */
const readings = (count: number, ...between: readonly Step[]): Step[] =>
  Array.from({ length: count }, (): Step[] => ["reading", ...between]).flat();

const minutes = (count: number): Step[] => readings(count, { pass: MINUTE_MS });
const naps = (count: number): Step[] => readings(count, { sleep: 10 * MINUTE_MS });

const CASES: readonly Case[] = [
  {
    name: "NTP answers while readings wait for the network",
    board: "wifi",
    clock: "none",
    steps: ["offline", ...minutes(3), { clock: 0 }, ...minutes(2), "online", ...minutes(2)],
  },
  {
    name: "the network comes late, NTP never",
    board: "wifi",
    clock: "none",
    steps: ["offline", ...minutes(4), "online", ...minutes(2)],
    timeRequests: 1,
  },
  ...[HOUR_MS, -2 * MINUTE_MS].map((step): Case => ({
    name: `the clock steps by ${step / 1000} s and back`,
    board: "wifi",
    clock: 0,
    steps: [...minutes(3), { clock: step }, ...minutes(3), { clock: 0 }, ...minutes(3)],
  })),
  {
    name: "millis() wraps around while readings wait",
    board: "client",
    clock: "none",
    millis: WRAP - 2.5 * MINUTE_MS,
    steps: [...minutes(1), "offline", ...minutes(4), "online"],
  },
  {
    name: "a hundred days without a clock",
    board: "client",
    clock: "none",
    steps: readings(101, { pass: DAY_MS }),
  },
  {
    name: "a week without a clock, with a crystal error of 100 ppm",
    board: "client",
    clock: "none",
    drift: 100,
    steps: readings(7 * 24, { pass: HOUR_MS }),
  },
  ...([0, "none"] as const).map((clock): Case => ({
    name: `deep sleep between readings of an outage, with the clock ${clock}`,
    board: "wifi",
    clock,
    hasFlash: true,
    steps: [...naps(2), "offline", ...naps(60), "online", "reading"],
    timeRequests: 1,
  })),
  {
    name: "the clock is set by an hour in deep sleep",
    board: "wifi",
    clock: 0,
    hasFlash: true,
    steps: ["offline", "reading", { sleep: 10 * MINUTE_MS, set: -HOUR_MS }, "reading", "online"],
  },
  {
    name: "the power fails after the board has learned the time",
    board: "wifi",
    clock: "none",
    hasFlash: true,
    steps: ["offline", ...naps(1), "online", "power cut"],
  },
];

const testClients = useClients(PYTHON_CLIENTS);

for (const scenario of CASES) {
  const { name, board, clock, millis, drift = 0, steps } = scenario;
  testClients(
    name,
    async (begin) => {
      const { server, backend, ...trial } = await begin({
        capacity: 400,
        clockErrorMs: clock,
        store: scenario.hasFlash === true,
        ...(millis === undefined ? {} : { millis }),
      });
      let { device } = trial;
      /** Advances the time of board and backend, and sends what is due. */
      const pass = async (ms: number): Promise<void> => {
        backend.advance(ms);
        await device.advance(ms * (1 + drift / 1e6));
        await device.poll();
      };
      await device.poll();
      const taken: number[] = [];
      for (const step of steps) {
        if (step === "offline") await server.goOffline();
        else if (step === "online") await server.goOnline();
        else if (step === "power cut") {
          server.plan({ status: 503 });
          // The board learns the time, and cannot send.
          await device.poll();
          await device.poll();
          expect(server.requests).toHaveLength(1);
          device = await trial.restart();
        } else if (step === "reading") {
          taken.push(backend.now());
          await device.add({ temperature: 20 });
          // The board may first ask for the time.
          await pollDue(device);
        } else if ("clock" in step) {
          await device.ask("clock", String(step.clock));
          await device.poll();
        } else if ("sleep" in step) {
          backend.advance(step.sleep);
          await device.ask("sleep", String(step.sleep + (step.set ?? 0)));
        } else {
          await pass(step.pass);
        }
      }
      const state = await settle(device, { pass, polls: 40 });
      expect(state.waiting).toBe(0);
      const stored = backend.history().map(({ updatedAt }) => updatedAt);
      expect(stored).toHaveLength(taken.length);
      const errors = stored.map((at, index) => at - taken[index]!);
      expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
      expect(backend.statuses.filter((status) => status !== 200)).toEqual([]);
      if (scenario.timeRequests !== undefined)
        expect(server.timeRequests).toBe(scenario.timeRequests);
      // A sketch may also ask for the time.
      expect(Math.abs((state.unixMs ?? 0) - backend.now())).toBeLessThan(SLACK_MS);
    },
    BOARDS.filter((client) => client.board === board),
  );
}

testClients("are right though somebody sets the clock, while readings wait too", async (begin) => {
  const { device, server, backend, pass } = await begin();
  const taken: number[] = [];
  const take = async (): Promise<void> => {
    taken.push(backend.now());
    await device.add({ temperature: taken.length });
    await pass(MINUTE_MS);
  };
  for (const ahead of [0, HOUR_MS, 0, -3 * MINUTE_MS]) {
    await device.ask("clock", String(ahead));
    await take();
    await settle(device, { pass });
  }
  await server.goOffline();
  for (const ahead of [90 * MINUTE_MS, -90 * MINUTE_MS, 0]) {
    await take();
    await device.ask("clock", String(ahead));
    await take();
    await device.poll();
  }
  await server.goOnline();
  expect(countsOf(await settle(device, { pass }))).toEqual({ ...NOTHING, stored: taken.length });
  const errors = backend.history().map(({ updatedAt }, at) => updatedAt - taken[at]!);
  expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
});

testClients("stay right for a week, though the crystal is off by 100 ppm", async (begin) => {
  const clockErrorMs = -Date.now() + MINUTE_MS;
  const { device, backend, pass } = await begin({ clockErrorMs });
  const taken: number[] = [];
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    taken.push(backend.now());
    await device.add({ temperature: hour });
    await settle(device, { pass });
    await pass(HOUR_MS);
    await device.advance(360);
  }
  const errors = backend.history().map(({ updatedAt }, at) => updatedAt - taken[at]!);
  expect(errors).toHaveLength(taken.length);
  // A smaller error of a clock is not corrected.
  expect(errors.filter((error) => Math.abs(error) > 10_000 + SLACK_MS)).toEqual([]);
});
