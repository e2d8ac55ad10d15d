/**
 * Each client runs for half an hour, with twenty minutes without a network. It is killed five times, and its clock is an
 * hour ahead. Every reading is stored in the history once. `npm test` advances the clocks of client and backend.
 * `npm run soak` waits, and uses the real functions.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { setTimeout as sleep } from "node:timers/promises";
import { CLIENTS } from "../../support/devices/clients";
import { settle } from "../../support/devices/device";
import type { Device } from "../../support/devices/device";
import { useClients } from "../../support/devices/trial";
import type { Trial } from "../../support/devices/trial";
import { IS_LONG, TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

const MINUTES = 30;
const OFFLINE = { from: 5, to: 25 };
/** Restarts of a client with a disk, and of a board. Each restart of a board is a new boot, without the time. */
const KILLS = { disk: [2, 8, 14, 20, 27], flash: [1, 3, 8, 26, 28] } as const;
/** The time between two readings. */
const PAUSE_MS = IS_LONG ? 5_000 : MINUTE_MS;
const SLACK_MS = 3_000;
const STORING = CLIENTS.flatMap((client) =>
  client.storage === undefined ? [] : [{ ...client, storage: client.storage }],
);
const testClients = useClients(STORING);

/** Advances the time. The client sends what is due. */
async function live({ pass }: Trial, device: Device): Promise<void> {
  for (let leftMs = PAUSE_MS; leftMs > 0;) {
    const { waitMs } = await device.poll();
    const ms = Math.min(leftMs, waitMs === null || waitMs <= 0 ? leftMs : waitMs);
    await (IS_LONG ? sleep(ms) : pass(ms));
    leftMs -= ms;
  }
}

testClients(
  "stores each reading once in half an hour with twenty minutes offline",
  async (begin, client) => {
    const storage = client.storage === "flash" ? "flash" : "disk";
    const trial = await begin({
      store: true,
      capacity: 400,
      isTimed: !IS_LONG,
      clockErrorMs: 60 * MINUTE_MS,
    });
    const { server, sensor, history, now } = trial;
    const startMs = now();
    const minutes = (): number => (now() - startMs) / MINUTE_MS;
    let { device } = trial;
    const kills: number[] = [...KILLS[storage]];
    const takenAt: number[] = [];
    let isOffline = false;
    while (minutes() < MINUTES) {
      const mustBeOffline = minutes() >= OFFLINE.from && minutes() < OFFLINE.to;
      if (mustBeOffline !== isOffline) await (isOffline ? server.goOnline() : server.goOffline());
      isOffline = mustBeOffline;
      takenAt.push(now());
      await device.add({ temperature: takenAt.length });
      const isKilled = minutes() >= (kills[0] ?? Infinity);
      if (isKilled) {
        kills.shift();
        // Boards write readings that could not be sent. A process on a computer is killed while it sends.
        if (storage === "flash") await device.poll();
        else if (!isOffline) server.plan("lost answer");
        const polled = device.poll().catch(() => undefined);
        device = await trial.restart();
        await polled;
      }
      await live(trial, device);
    }
    const pass = IS_LONG ? (ms: number) => sleep(ms) : trial.pass;
    const counts = await settle(device, { polls: 50, pass });
    expect([counts.waiting, counts.refused, counts.overflowed, kills]).toEqual([0, 0, 0, []]);
    const entries = await history();
    expect(entries.map(({ temperature }) => temperature)).toEqual(takenAt.map((_, at) => at + 1));
    const errors = entries.map(({ updatedAt }, at) => Number(updatedAt) - (takenAt[at] ?? 0));
    expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
    if (IS_LONG) {
      process.stdout.write(
        `${client.name}: ${takenAt.length} measured, ${entries.length} in the history, ${server.requests.length} requests, ` +
          `times off by ${Math.max(...errors.map(Math.abs))} ms at most (${sensor.uid})\n`,
      );
    }
  },
);
