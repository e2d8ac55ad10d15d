/**
 * What the functions do with signed batches, under a clock that a test moves on: the real functions cannot be a
 * day ahead. Batches of one sensor each; the newest values, farms and the database are left out.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { createHmac } from "node:crypto";
import type { Sensor } from "../backend/farm";

const WINDOW_MS = 5 * MINUTE_MS;
const OLDEST_MS = 30 * 24 * 60 * MINUTE_MS;

export interface BackendAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

type Entry = Readonly<Record<string, unknown>> & { readonly updatedAt: number };
interface Batch {
  readonly uid: string;
  readonly timestamp: number;
  readonly readings: readonly (Readonly<Record<string, unknown>> & {
    readonly timestamp: number;
  })[];
}

export class TimedBackend {
  #passedMs = 0;
  /** Of the registered sensors. */
  readonly #keys = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #entries = new Map<string, Entry>();
  /** What it answered to readings, in order. */
  readonly statuses: number[] = [];

  /** The true time, Unix milliseconds. */
  now(): number {
    return Date.now() + this.#passedMs;
  }

  advance(ms: number): void {
    this.#passedMs += ms;
  }

  register({ uid, sensorName }: Sensor, key: string): void {
    this.#keys.set(uid, key);
    this.#names.set(uid, sensorName);
  }

  /** The stored readings, by their time. */
  history(): readonly Entry[] {
    return [...this.#entries.values()].toSorted((a, b) => a.updatedAt - b.updatedAt);
  }

  answer(method: string, signature: string | undefined, body: Buffer): BackendAnswer {
    const [status, json] =
      method === "POST"
        ? this.#take(signature, body)
        : ([405, { error: "Method not allowed." }] as const);
    if (method === "POST") this.statuses.push(status);
    return {
      status,
      headers: { "content-type": "application/json", date: new Date(this.now()).toUTCString() },
      text: JSON.stringify(json),
    };
  }

  #take(signature: string | undefined, body: Buffer): readonly [number, object] {
    const { uid, timestamp, readings } = JSON.parse(body.toString()) as Batch;
    const key = this.#keys.get(uid);
    if (key === undefined) return [404, { error: `Sensor UID not found: ${uid}` }];
    const expected = `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    if (signature !== expected) return [401, { error: "Invalid signature." }];
    if (Math.abs(timestamp - this.now()) > WINDOW_MS) {
      return [401, { error: "Timestamp is more than 5 minutes from the server's time." }];
    }
    const refused: object[] = [];
    readings.forEach((reading, index) => {
      const age = this.now() - reading.timestamp;
      if (age < -WINDOW_MS) {
        const status = age < -OLDEST_MS ? 400 : 425;
        refused.push({ index, status, error: "Reading is from the future." });
      } else if (age > OLDEST_MS) {
        refused.push({ index, status: 400, error: "Reading is too old." });
      } else {
        this.#store(uid, reading);
      }
    });
    return [200, { success: true, stored: readings.length - refused.length, refused }];
  }

  #store(uid: string, { timestamp, ...values }: Batch["readings"][number]): void {
    const entry = { uid, sensorName: this.#names.get(uid), ...values, updatedAt: timestamp };
    this.#entries.set(JSON.stringify(Object.entries(entry).toSorted()), entry);
  }
}
