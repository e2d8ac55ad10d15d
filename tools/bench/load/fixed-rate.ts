/**
 * Sends readings at a fixed rate: a slow answer delays no other request. (autocannon's rate is a
 * number of requests at the start of each second.)
 */

import { Agent, request } from "node:http";
import type { Message } from "./readings.ts";

/** The result of a load. */
export interface Outcome {
  /** Requests per second that were answered with 200. */
  readonly perSecond: number;
  /** Milliseconds from each request to its answer, ascending. */
  readonly latencies: readonly number[];
  /** Requests that failed or were answered with a status other than 200, and an example. */
  readonly failures: number;
  readonly failure?: string;
}

export interface Rate {
  readonly origin: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly next: () => Message;
}

/** Resolves when all requests are answered. */
export async function sendAtRate({ origin, perSecond, seconds, next }: Rate): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true });
  const startedMs = performance.now();
  const answers: Promise<number | string>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = ((performance.now() - startedMs) / 1000) * perSecond;
      while (answers.length < Math.min(due, perSecond * seconds)) {
        answers.push(send(agent, origin, next()));
      }
      if (due < perSecond * seconds) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  const results = await Promise.all(answers);
  const endedMs = performance.now();
  agent.destroy();
  const latencies = results.filter((result) => typeof result === "number");
  const failure = results.find((result) => typeof result === "string");
  return {
    perSecond: latencies.length / ((endedMs - startedMs) / 1000),
    latencies: latencies.sort((a, b) => a - b),
    failures: results.length - latencies.length,
    ...(failure !== undefined && { failure }),
  };
}

/** Resolves with the milliseconds until the answer, or with the error's text. */
export function send(
  agent: Agent,
  origin: string,
  { body, headers }: Message,
): Promise<number | string> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const length = { "content-length": Buffer.byteLength(body) };
    const sent = request(origin, { agent, method: "POST", headers: { ...headers, ...length } });
    sent.on("response", (response) => {
      response.resume().on("end", () => {
        const { statusCode = 0 } = response;
        resolve(statusCode === 200 ? performance.now() - startedMs : `status ${statusCode}`);
      });
    });
    sent.on("error", (error) => resolve(error.message));
    sent.end(body);
  });
}
