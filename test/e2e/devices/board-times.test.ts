/** The times of an Arduino board's readings: right with NTP and without, late NTP, wrong clocks, and for months. */

import { BOARD_TIMES } from "../../cases/board-times";
import type { BoardTimeCase, Step } from "../../cases/board-times";
import { useHost } from "../../support/backend/targets";
import { setClock, useBoards } from "../../support/devices/board-device";
import type { Board, BoardState } from "../../support/devices/board-device";
import { COMPILER } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import type { DrivenDevice } from "../../support/devices/device";
import { TimedBackend } from "../../support/devices/timed-backend";
import { useTrials } from "../../support/devices/trial";

const BOARDS: readonly Board[] = ["client", "wifi"];
/** The test's own machine may be slow. */
const SLACK_MS = 3_000;
const target = useHost();

describe("an Arduino board", () => {
  if (COMPILER === undefined) {
    test.skip("cannot be tried: neither g++ nor clang++ is installed", () => undefined); // Needs what this machine does not have.
    return;
  }
  const start = useBoards();

  describe("for months, with a backend whose time passes as fast", () => {
    let backend: TimedBackend;
    let device: DrivenDevice;
    let speed: number;
    beforeEach(async () => {
      backend = new TimedBackend();
      await backend.goOnline();
    });
    afterEach(async () => {
      await device.stop();
      await backend.goOffline();
    });

    async function begin({ board, clock, millis, drift = 0 }: BoardTimeCase): Promise<void> {
      speed = 1 + drift / 1e6;
      device = start(board, {
        url: backend.url,
        uid: "board",
        apiKey: "a-key-of-a-test",
        capacity: 32,
        timeoutMs: 15_000,
        clockErrorMs: 0,
        env: {
          CLOCK_ERROR_MS: String(clock),
          ...(millis === undefined ? {} : { BOARD_MILLIS: String(millis) }),
        },
      });
      await device.poll();
    }

    /** Lets time pass for the board and the backend; sends what is due. */
    async function pass(ms: number): Promise<void> {
      backend.advance(ms);
      await device.advance(ms * speed);
      await device.poll();
    }

    /** @returns the true time of a reading, where it takes one */
    async function take(step: Step): Promise<number | undefined> {
      if (step === "reading") {
        const takenAt = backend.now();
        await device.add({ temperature: 20 });
        // The second attempt is for one that is stale.
        await device.poll();
        await device.poll();
        return takenAt;
      }
      if (step === "offline") await backend.goOffline();
      else if (step === "online") await backend.goOnline();
      else if ("clock" in step) await setClock(device, step.clock);
      else await pass(step.pass);
      return undefined;
    }

    test.each(BOARD_TIMES)("$name", async (scenario) => {
      await begin(scenario);
      const taken: number[] = [];
      for (const step of scenario.steps) {
        const takenAt = await take(step);
        if (takenAt !== undefined) taken.push(takenAt);
      }
      let state = await device.poll();
      for (let poll = 0; state.waitMs !== null && poll < 40; poll += 1) {
        await pass(state.waitMs);
        state = await device.poll();
      }
      expect(countsOf(state)).toEqual({ ...NOTHING, stored: taken.length });
      const [firstWithinMs = scenario.withinMs] = [scenario.firstWithinMs];
      const errors = backend.stored.map((stored, at) => stored - (taken[at] ?? 0));
      expect(
        errors.filter(
          (error, at) => Math.abs(error) > (at === 0 ? firstWithinMs : scenario.withinMs),
        ),
      ).toEqual([]);
      expect(backend.statuses.filter((status) => status === 401)).toHaveLength(scenario.stale);
      // What a sketch may ask for too.
      const { unixMs } = state as BoardState;
      expect(Math.abs(unixMs - backend.now())).toBeLessThan(scenario.withinMs);
    });
  });

  describe.each(BOARDS)("of the kind %s, without a clock", (board) => {
    const begin = useTrials(
      (settings) => start(board, { ...settings, env: { CLOCK_ERROR_MS: "none", ...settings.env } }),
      () => target().url,
    );

    test("learns the time from the functions, once", async () => {
      const { device, server, history } = await begin();
      const before = Date.now();
      for (const temperature of [1, 2, 3]) {
        await device.add({ temperature });
        await settle(device);
      }
      expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 3 });
      expect(server.requests.map(({ status }) => status)).toEqual([401, 200, 200, 200]);
      const entries = await history();
      expect(entries.map(({ temperature }) => temperature)).toEqual([1, 2, 3]);
      for (const { updatedAt } of entries) {
        expect(updatedAt).toBeGreaterThan(before - SLACK_MS);
        expect(updatedAt).toBeLessThan(Date.now() + SLACK_MS);
      }
    });
  });
});
