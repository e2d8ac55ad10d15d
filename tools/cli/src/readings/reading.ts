/**
 * Builds and sends readings as devices do: with the signature in the body, over the whole body
 * (`X-Signature`), or with the deployment's key in the body.
 */

import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { ERROR_CODE_HEADER } from "@greenhouse/domain/refusals";
import { sign, signBody } from "@greenhouse/domain/identity/signing";
import type { Json } from "../core/database";

export const VARIANTS = ["signed", "hmac", "key-in-body"] as const;
export type Variant = (typeof VARIANTS)[number];

/** The text of a body, and the headers that belong to it. */
export interface SignedText {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a whole body. */
export function withSignature(key: string, fields: object): SignedText {
  const body = JSON.stringify(fields);
  return { body, headers: { "X-Signature": signBody(key, body) } };
}

/**
 * Builds the request of one reading. @param key the deployment's key in the key-in-body variant,
 * else the key that is valid for the sensor
 */
export function readingRequest(
  variant: Variant,
  key: string,
  { uid, timestamp, measurements, outputs }: TimedReading,
): SignedText {
  switch (variant) {
    case "signed":
      return plain(signedBody(uid, key, timestamp, measurements));
    case "hmac":
      return withSignature(key, { uid, timestamp, ...measurements, outputs });
    case "key-in-body":
      return plain(keyedBody(uid, key, measurements));
  }
}

export interface TimedReading {
  readonly uid: string;
  /** Sent as text, so that it arrives exactly as it was signed. */
  readonly timestamp: string;
  readonly measurements: Measurements;
  /**
   * States of the board's outputs. Only a request that is signed as a whole (`hmac`) can have them.
   */
  readonly outputs?: Readonly<Record<string, Reported>> | undefined;
}

function plain(fields: object): SignedText {
  return { body: JSON.stringify(fields), headers: {} };
}

/** @param timestamp sent as text, so that it arrives exactly as it was signed */
export function signedBody(
  uid: string,
  farmKey: string,
  timestamp: string,
  measurements: Measurements,
): object {
  return { uid, timestamp, signature: sign(farmKey, timestamp, uid), ...measurements };
}

/** Builds a body with only the contract's three measurements. JSON leaves out undefined values. */
export function keyedBody(uid: string, sensorKey: string, measurements: Measurements): object {
  const { temperature, humidity, light } = measurements;
  return { uid, apiKey: sensorKey, temperature, humidity, light };
}

export interface Answer {
  readonly status: number;
  /** From the header `Error-Code`; undefined without it, as from an older backend. */
  readonly code?: string | undefined;
  /** The JSON of the body, or its text if it is not JSON. */
  readonly body: Json;
  /** The server's clock in Unix milliseconds, to the second. */
  readonly dateMs: number | undefined;
  /** From the header `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

export type Sending =
  | { readonly outcome: "answered"; readonly answer: Answer }
  /** The request may have arrived nevertheless. */
  | { readonly outcome: "unanswered"; readonly reason: string };

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 30_000;

/** Posts once and never retries. @param body text is sent unchanged */
export async function send(
  url: string,
  body: object | string | undefined,
  { method = "POST", headers = {}, timeoutMs = TIMEOUT_MS, signal }: SendOptions = {},
): Promise<Sending> {
  try {
    const response = await fetch(url, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
    const text = await response.text();
    const dateMs = Date.parse(response.headers.get("date") ?? "");
    return {
      outcome: "answered",
      answer: {
        status: response.status,
        code: response.headers.get(ERROR_CODE_HEADER) ?? undefined,
        body: parse(text),
        dateMs: Number.isNaN(dateMs) ? undefined : dateMs,
        retryAfterMs: parseRetryAfter(response.headers.get("retry-after")),
      },
    };
  } catch (error) {
    return { outcome: "unanswered", reason: reasonOf(error, timeoutMs) };
  }
}

/** Returns the JSON of a body, or its text if it is not JSON. */
export function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Reads seconds. HTTP also allows a date, but the functions do not send one. */
function parseRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : undefined;
}

/** Returns the cause of a fetch error, because its message is only "fetch failed". */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / 1000} s`;
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
