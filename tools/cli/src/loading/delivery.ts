/** Sends a batch until there is an answer, and reads the answer. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { errorOf, mayBe, quote } from "../doctor/check";
import { CommandError, EXIT, failed, unreachable } from "../core/failure";
import { withSignature, send } from "../readings/reading";
import type { Answer, Sending } from "../readings/reading";
import type { Session } from "../core/session";
import type { Batch } from "./batches";

/** A reading that the functions refused. */
export interface RefusedReading {
  readonly line: number;
  readonly error: string;
}

/** The part of a session that a delivery needs. */
export type DeliverySession = Pick<Session, "now" | "sleep" | "random"> & {
  readonly target: Pick<Session["target"], "functionsUrl" | "kind">;
};

export interface DeliverySettings {
  /** The id of the import that the batch is a part of. */
  readonly importId: string;
  readonly stopping: AbortSignal;
  /** Called before each retry, with the reason and the pause. */
  readonly onRetry: (reason: string, waitMs: number) => void;
}

/** About four minutes, with the pauses below. */
const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = MINUTE_MS;
/** The longest pause, even if the server asks for more. */
const MAX_RETRY_AFTER_MS = 600_000;

/**
 * Stores a batch. If a batch arrives twice, each reading is stored only once.
 * @returns the readings that are refused
 * @throws CommandError: unreachable, interrupted, or failed if a retry would not help
 */
export async function deliver(
  session: DeliverySession,
  batch: Batch,
  { importId, stopping, onRetry }: DeliverySettings,
): Promise<readonly RefusedReading[]> {
  const url = `${session.target.functionsUrl}/sensorData`;
  let pauseMs = FIRST_PAUSE_MS;
  for (let attempt = 1; ; attempt += 1) {
    // The signature includes the time, so each attempt has its own.
    const { body, headers } = withSignature(batch.sender.key, {
      ...batch.sender.id,
      timestamp: session.now(),
      import: importId,
      readings: batch.readings,
    });
    const sending = await send(url, body, { headers, signal: stopping });
    throwIfInterrupted(stopping);
    const reason = reasonToRetry(sending);
    if (reason === undefined) return readAnswer(sending, batch, url);
    if (attempt >= MAX_ATTEMPTS) {
      throw unreachable(
        `${url} did not accept the readings in ${MAX_ATTEMPTS} attempts (${reason}).`,
        session.target.kind === "emulators"
          ? "Is `npm start` running? `farm doctor` checks everything."
          : "Check --region and --functions-url; `farm doctor` checks everything.",
      );
    }
    const waitMs = pauseOf(sending, pauseMs, session.random());
    onRetry(reason, waitMs);
    await session.sleep(waitMs, stopping);
    throwIfInterrupted(stopping);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}

function throwIfInterrupted({ aborted }: AbortSignal): void {
  if (aborted) throw new CommandError(EXIT.interrupted, "Interrupted.");
}

/** Returns undefined if the answer is final. */
function reasonToRetry(sending: Sending): string | undefined {
  if (sending.outcome === "unanswered") return sending.reason;
  const { status } = sending.answer;
  const isTemporary = status === 408 || status === 429 || status >= 500;
  return isTemporary ? quote(sending.answer) : undefined;
}

/**
 * Returns the pause: half of it is random, so that several senders do not retry at once, and at
 * least what the server asks for.
 */
function pauseOf(sending: Sending, pauseMs: number, random: number): number {
  const requestedMs = sending.outcome === "answered" ? (sending.answer.retryAfterMs ?? 0) : 0;
  return Math.max(pauseMs * (0.5 + random / 2), Math.min(requestedMs, MAX_RETRY_AFTER_MS));
}

function readAnswer(sending: Sending, batch: Batch, url: string): readonly RefusedReading[] {
  if (sending.outcome !== "answered") return [];
  const { answer } = sending;
  const refused = answer.status === 200 ? readRefused(answer, batch) : undefined;
  if (refused !== undefined) return refused;
  const error = errorOf(answer);
  const isOfSensor = "uid" in batch.sender.id && [400, 401, 404].includes(answer.status);
  if (isOfSensor && error !== undefined && !mayBe(answer, "timestamp-out-of-range")) {
    return batch.rows.map(({ line }) => ({ line, error }));
  }
  throw failed(`${url} answered ${quote(answer)}`, hintOf(answer));
}

function hintOf(answer: Answer): string {
  const hints = [
    mayBe(answer, "timestamp-out-of-range") &&
      "Set the clock of this machine; `farm doctor` compares the clocks.",
    mayBe(answer, "invalid-signature") &&
      "The functions have a different key from the database, or accept no batches (SENSOR_DATA_VARIANT): `farm doctor` checks the deployment.",
  ].filter((hint) => hint !== false);
  if (hints.length > 0) return hints.join(" Or: ");
  return "Is this the address of the functions? `farm doctor` checks the deployment.";
}

/** Returns undefined if the answer does not fit this number of readings. */
function readRefused({ body }: Answer, { rows }: Batch): readonly RefusedReading[] | undefined {
  if (typeof body !== "object" || body === null || !("refused" in body)) return undefined;
  const { stored, refused } = body;
  if (!Array.isArray(refused) || stored !== rows.length - refused.length) return undefined;
  const found: RefusedReading[] = [];
  for (const refusal of refused as readonly unknown[]) {
    const { index, error } = (refusal ?? {}) as {
      readonly index?: unknown;
      readonly error?: unknown;
    };
    const line = typeof index === "number" ? rows[index]?.line : undefined;
    if (line === undefined || typeof error !== "string") return undefined;
    found.push({ line, error });
  }
  return found;
}
