/** Every reading that a device has taken, and what became of it. Auditors compare it with the database. */

import { numberOf } from "@greenhouse/domain/stored";
import type { Json } from "../../emulator/src/in-process";
import type { HttpAnswer } from "./backend";
import type { DatabaseServer } from "./database-server";
import type { Credential } from "./farm";

export interface Reading {
  /** The value of `light`, which no other reading has: history shows it. */
  readonly id: number;
  readonly uid: string;
  readonly credential: Credential;
  /** A repetition of the request is recognized, so that the reading is stored once. */
  readonly isIdempotent: boolean;
  readonly takenMs: number;
  /** Each request that held the reading: when it was sent, and with which key. */
  readonly sent: { readonly atMs: number; readonly key: string }[];
  acknowledgedMs: number | undefined;
  /** The code of the newest refusal of this reading. */
  refusal: string | undefined;
  /** A power cut came before the first request with it: nobody may know better than the board's wrong clock. */
  isUndated: boolean;
  /** The time that history shows, in Unix milliseconds. */
  storedMs: number | undefined;
  /** Paths of its entries in history. */
  readonly stored: Set<string>;
}

const ENTRY = /^sensors\/([^/]+)\/history\/(.+)$/;

export class Ledger {
  readonly readings = new Map<number, Reading>();
  readonly #onStored: ((reading: Reading, greenhouse: string) => void)[] = [];
  readonly #onAnswered: ((reading: Reading) => void)[] = [];

  constructor(
    private readonly now: () => number,
    server: DatabaseServer,
  ) {
    server.onWrite(ENTRY, ([path = "", greenhouse = ""], entry) =>
      this.#notice(path, greenhouse, entry),
    );
  }

  onStored(listener: (reading: Reading, greenhouse: string) => void): void {
    this.#onStored.push(listener);
  }

  /** Called when a device learns that a reading is stored or refused. */
  onAnswered(listener: (reading: Reading) => void): void {
    this.#onAnswered.push(listener);
  }

  take(uid: string, credential: Credential, isIdempotent: boolean, takenMs = this.now()): Reading {
    const reading: Reading = {
      id: this.readings.size + 1,
      uid,
      credential,
      isIdempotent,
      takenMs,
      sent: [],
      acknowledgedMs: undefined,
      refusal: undefined,
      isUndated: false,
      storedMs: undefined,
      stored: new Set(),
    };
    this.readings.set(reading.id, reading);
    return reading;
  }

  /** The power of a device fails. */
  cutPower(uid: string): void {
    for (const reading of this.readings.values()) {
      if (reading.uid === uid && reading.sent.length === 0) reading.isUndated = true;
    }
  }

  sending(readings: readonly Reading[], key: string): void {
    for (const reading of readings) reading.sent.push({ atMs: this.now(), key });
  }

  /**
   * The answer to a request with these readings has reached its device.
   * @returns whether another attempt would get the same answer
   */
  settle(readings: readonly Reading[], { status, headers, body }: HttpAnswer): boolean {
    if (status === 429 || status >= 500) return false;
    const { refused = [] } = body as { refused?: readonly { index: number; code: string }[] };
    const codes = new Map(refused.map(({ index, code }) => [index, code]));
    const ofAll = status === 200 ? undefined : (headers["error-code"] ?? String(status));
    for (const [index, reading] of readings.entries()) {
      reading.refusal = ofAll ?? codes.get(index);
      if (reading.refusal === undefined) reading.acknowledgedMs ??= this.now();
      for (const listener of this.#onAnswered) listener(reading);
    }
    return true;
  }

  #notice(path: string, greenhouse: string, entry: Json): void {
    const reading = this.readings.get(numberOf(entry, "light") ?? NaN);
    if (reading === undefined) return;
    reading.storedMs = numberOf(entry, "updatedAt");
    const isNew = !reading.stored.has(path);
    reading.stored.add(path);
    if (isNew) for (const listener of this.#onStored) listener(reading, greenhouse);
  }
}
