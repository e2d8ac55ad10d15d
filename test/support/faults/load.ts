/**
 * Devices that send one reading after another and repeat each until it is confirmed. A reading has
 * an ordinal of its own, which it sends as temperature, humidity and light. So no two readings can
 * be confused, and a half-written reading is noticed.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseClient } from "../backend/database-client";
import { exchange } from "../backend/exchange";
import { signedBody } from "../backend/farm";
import type { Sensor } from "../backend/farm";
import { readRecords } from "../backend/records";
import { DEADLINE_MS, LENGTH, MARGIN_MS } from "./length";

/** Returns a reading's measurements. */
export function measurementsOf(ordinal: number): Readonly<Record<string, number>> {
  return { temperature: ordinal, humidity: ordinal, light: ordinal };
}

export interface Load {
  /** Resolves when this many more readings have been confirmed. */
  confirmed(count: number): Promise<void>;
  /** Ends the load. Expects that every answer came in time, and that every reading is stored once. */
  settle(database: DatabaseClient): Promise<void>;
}

/** Devices do not send at the same moment: each waits a random part of the pause. */
const apart = (limitMs: number): Promise<void> => pause(Math.random() * limitMs);

let lastOrdinal = 0;

/** Functions that end running loads. */
const running = new Set<() => Promise<unknown>>();

/** For `afterEach`: ends the loads of a failed test, so that they do not disturb the next test. */
export async function abandonLoads(): Promise<void> {
  await Promise.all(Array.from(running, (abandon) => abandon()));
}

/** @param url returns the address before `/sensorData` */
export function startLoad(sensors: readonly Sensor[], url: () => string): Load {
  const sent: string[] = [];
  const statuses = new Set<number>();
  const expectant: { readonly at: number; readonly resolve: () => void }[] = [];
  let isStopping = false;
  let isAbandoned = false;
  let confirmations = 0;
  let slowestMs = 0;

  async function deliver(sensor: Sensor): Promise<void> {
    const ordinal = (lastOrdinal += 1);
    sent.push(`${sensor.uid} ${ordinal}`);
    const body = JSON.stringify(signedBody(sensor, measurementsOf(ordinal)));
    const headers = {
      "Content-Type": "application/json",
      "Idempotency-Key": `reading ${ordinal}`,
    };
    while (!isAbandoned) {
      // Nobody listens, or the connection breaks before an answer.
      const answer = await exchange(`${url()}/sensorData`, { headers, body }).catch(
        () => undefined,
      );
      slowestMs = Math.max(slowestMs, answer?.elapsedMs ?? 0);
      if (answer !== undefined && answer.status !== 503) {
        statuses.add(answer.status);
        return;
      }
      await apart(LENGTH.retryMs);
    }
  }

  async function operate(sensor: Sensor): Promise<void> {
    await apart(LENGTH.pauseMs);
    while (!isStopping) {
      await deliver(sensor);
      confirmations += 1;
      for (const { resolve } of expectant.filter(({ at }) => at <= confirmations)) resolve();
      await pause(LENGTH.pauseMs);
    }
  }

  const operating = Promise.all(sensors.map(operate));
  const abandon = (): Promise<unknown> => {
    isStopping = isAbandoned = true;
    return operating;
  };
  running.add(abandon);
  return {
    confirmed: (count) =>
      new Promise((resolve) => void expectant.push({ at: confirmations + count, resolve })),
    settle: async (database) => {
      isStopping = true;
      await operating;
      running.delete(abandon);
      expect([...statuses]).toEqual([200]);
      expect(slowestMs).toBeLessThan(DEADLINE_MS + MARGIN_MS);
      await expectWhole(sensors[0]!, database);
      const { history } = await readRecords(database, sensors[0]!.greenhouse);
      const stored = history.map(({ uid, light }) => `${uid as string} ${Number(light)}`);
      expect(stored.toSorted()).toEqual(sent.toSorted());
    },
  };
}

/** Expects that `history`, `current` and `bySensor` contain the same readings, and no half reading. */
export async function expectWhole({ greenhouse }: Sensor, database: DatabaseClient): Promise<void> {
  const { current, bySensor, history } = await readRecords(database, greenhouse);
  const ordinals = history.map(({ light }) => Number(light));
  for (const record of [...history, current, ...Object.values(bySensor)]) {
    const ordinal = Number((record as typeof current)["light"]);
    expect(ordinals).toContain(ordinal);
    expect(record).toMatchObject(measurementsOf(ordinal));
  }
}
