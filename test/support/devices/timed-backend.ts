/**
 * Handles signed batches like the functions, with a clock that a test advances: the real functions cannot be a day
 * ahead. Each batch is of one sensor. There are no newest values, farms or database.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { answerFor } from "@greenhouse/domain/outputs/answer";
import type { Order, Output, Reported } from "@greenhouse/domain/outputs/model";
import { nextVersion } from "@greenhouse/domain/outputs/ordering";
import { REFUSALS, type RefusalCode } from "@greenhouse/domain/refusals";
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
  readonly outputs?: Readonly<Record<string, Reported>>;
  readonly intervalSeconds?: unknown;
  /** Absent if the device only reports its outputs. */
  readonly readings?: readonly (Readonly<Record<string, unknown>> & {
    readonly timestamp: number;
  })[];
}

export class TimedBackend {
  #passedMs = 0;
  /** The keys of the registered sensors. */
  readonly #keys = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #entries = new Map<string, Entry>();
  readonly #outputs = new Map<string, Output>();
  readonly #orders = new Map<string, Order>();
  /** The reported states of outputs, in order. */
  readonly reports: Readonly<Record<string, Reported>>[] = [];
  /** Whether the backend can read the orders. */
  readsOrders = true;
  /** What the owners ask for; undefined for no wish. A broken backend may answer anything. */
  intervalSeconds: unknown;
  /** The intervals that requests named, in order. */
  readonly namedIntervals: unknown[] = [];
  /** The statuses of its answers to readings, in order. */
  readonly statuses: number[] = [];

  /** Returns the true time in Unix milliseconds. */
  now(): number {
    return Date.now() + this.#passedMs;
  }

  advance(ms: number): void {
    this.#passedMs += ms;
  }

  register({ uid, sensorName, farm }: Sensor): void {
    this.#keys.set(uid, farm.apiKey);
    this.#names.set(uid, sensorName);
  }

  define(name: string, limits: Partial<Output> = {}): void {
    const output = { name, kind: "switch", leaseSeconds: 600, maxOnSeconds: 3_600 } as const;
    this.#outputs.set(name, { ...output, viewersMay: false, ...limits });
  }

  order(name: string, value: number, forMs: number): void {
    const version = nextVersion(this.#orders.get(name), this.now());
    const until = value > 0 ? this.now() + forMs : undefined;
    this.#orders.set(name, { value, version, until, by: "olga", at: this.now() });
  }

  versionOf(name: string): number | undefined {
    return this.#orders.get(name)?.version;
  }

  /** Returns the stored readings, sorted by time. */
  history(): readonly Entry[] {
    return [...this.#entries.values()].toSorted((a, b) => a.updatedAt - b.updatedAt);
  }

  answer(method: string, signature: string | undefined, body: Buffer): BackendAnswer {
    const taken = method === "POST" ? this.#take(signature, body) : "method-not-allowed";
    if (method === "POST")
      this.statuses.push(typeof taken === "string" ? REFUSALS[taken].status : 200);
    return typeof taken === "string" ? this.#refuse(taken) : this.#accept(taken);
  }

  #refuse(code: RefusalCode): BackendAnswer {
    const { status, error } = REFUSALS[code];
    const answer = this.#accept({ error });
    return { ...answer, status, headers: { ...answer.headers, "error-code": code } };
  }

  #accept(json: object): BackendAnswer {
    const headers = {
      "content-type": "application/json",
      date: new Date(this.now()).toUTCString(),
    };
    return { status: 200, headers, text: JSON.stringify(json) };
  }

  #take(signature: string | undefined, body: Buffer): RefusalCode | object {
    const batch = JSON.parse(body.toString()) as Batch;
    const { uid, timestamp, readings = [], outputs } = batch;
    const key = this.#keys.get(uid);
    if (key === undefined) return "sensor-not-found";
    const expected = `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    if (signature !== expected) return "invalid-signature";
    if (Math.abs(timestamp - this.now()) > WINDOW_MS) return "timestamp-out-of-range";
    const refused: object[] = [];
    readings.forEach((reading, index) => {
      const code = this.#faultOf(reading.timestamp);
      if (code === undefined) this.#store(uid, reading);
      else refused.push({ index, ...REFUSALS[code], code });
    });
    const stored = readings.length - refused.length;
    const { intervalSeconds } = this;
    if (batch.intervalSeconds !== undefined) this.namedIntervals.push(batch.intervalSeconds);
    const interval = Number.isFinite(batch.intervalSeconds) ? { intervalSeconds } : {};
    return { success: true, stored, refused, ...this.#answersTo(outputs), ...interval };
  }

  #answersTo(reported: Batch["outputs"]): object {
    if (reported === undefined) return {};
    this.reports.push(reported);
    if (!this.readsOrders) return {};
    const answers = Object.keys(reported).flatMap((name) => {
      const output = this.#outputs.get(name);
      if (output === undefined) return [];
      return [[name, answerFor(output, this.#orders.get(name), this.now())] as const];
    });
    return { outputs: Object.fromEntries(answers) };
  }

  #faultOf(timestamp: number): RefusalCode | undefined {
    const age = this.now() - timestamp;
    if (age > OLDEST_MS) return "reading-too-old";
    if (age >= -WINDOW_MS) return undefined;
    return age < -OLDEST_MS ? "reading-from-far-future" : "reading-from-future";
  }

  #store(uid: string, { timestamp, ...values }: NonNullable<Batch["readings"]>[number]): void {
    const entry = { uid, sensorName: this.#names.get(uid), ...values, updatedAt: timestamp };
    this.#entries.set(JSON.stringify(Object.entries(entry).toSorted()), entry);
  }
}
