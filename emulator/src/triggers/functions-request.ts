/** Asks the functions emulator of firebase-tools something, apart from events: those are functions-client.ts. */

import { request } from "node:http";
import type { Address } from "./functions-client";

/** Extra time for the start of a function's process. If the start fails, the request never gets an answer. */
export const START_MS = 30_000;

/** @throws Error if there is no answer or it is not JSON */
export async function getJson(
  address: Address,
  path: string,
  timeoutMs = START_MS,
): Promise<unknown> {
  return JSON.parse((await send(address, "GET", path, { timeoutMs })).text);
}

/** A folder of functions, and the functions that were loaded from it. */
export interface Backend {
  readonly directory?: string;
  readonly functionTriggers?: readonly {
    readonly name: string;
    readonly region: string;
    readonly platform: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly timeoutSeconds?: number | null;
    readonly schedule?: { readonly schedule?: unknown; readonly timeZone?: string | null };
  }[];
}

/** @throws Error if there is no answer or it is not JSON */
export async function listBackends(
  address: Address,
  timeoutMs = START_MS,
): Promise<readonly Backend[]> {
  const answer = (await getJson(address, "/backends", timeoutMs)) as { backends?: Backend[] };
  return answer.backends ?? [];
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Content {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

/** Sends a request. Not `fetch`, which waits for at most five minutes: functions may take longer. */
export function send(
  { host, port }: Address,
  method: string,
  path: string,
  { headers = {}, body = "", timeoutMs = START_MS }: Content = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, method, path, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.setTimeout(timeoutMs, () => {
      sent.destroy(new Error(`no answer within ${Math.round(timeoutMs / 1_000)} s`));
    });
    sent.end(body);
  });
}
