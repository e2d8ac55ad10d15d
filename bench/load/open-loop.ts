/**
 * Sends at a fixed rate whatever is still in flight, as sensors do: an answer that takes long delays no other request.
 * (The rate of autocannon is a number of requests at the start of each second, as fast as they are answered.)
 */

import { Agent, request } from "node:http";
import type { LoadRequest } from "./readings.ts";
import type { Outcome } from "./worker.ts";

export interface Pace {
  readonly origin: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly next: () => LoadRequest;
}

/** Sends for so many seconds, and resolves when all is answered. */
export async function sendAtRate({ origin, perSecond, seconds, next }: Pace): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const answers: Promise<number | string>[] = [];
  await new Promise<void>((resolve) => {
    const tick = setInterval(() => {
      const due = ((performance.now() - started) / 1000) * perSecond;
      while (answers.length < Math.min(due, perSecond * seconds)) {
        answers.push(send(agent, origin, next()));
      }
      if (due < perSecond * seconds) return;
      clearInterval(tick);
      resolve();
    }, 1);
  });
  const results = await Promise.all(answers);
  const ended = performance.now();
  agent.destroy();
  const latencies = results.filter((result) => typeof result === "number");
  const failure = results.find((result) => typeof result === "string");
  return {
    perSecond: latencies.length / ((ended - started) / 1000),
    latencies: latencies.sort((a, b) => a - b),
    failures: results.length - latencies.length,
    ...(failure !== undefined && { failure }),
  };
}

/** Resolves with the milliseconds it took, or with what went wrong. */
function send(agent: Agent, origin: string, what: LoadRequest): Promise<number | string> {
  return new Promise((resolve) => {
    const started = performance.now();
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(what.body),
    };
    const sent = request(`${origin}${what.path}`, { agent, method: what.method, headers });
    sent.on("response", (response) => {
      response.resume().on("end", () => {
        const { statusCode } = response;
        const isStored = statusCode === 200 || statusCode === 204;
        resolve(isStored ? performance.now() - started : `status ${statusCode ?? 0}`);
      });
    });
    sent.on("error", (error) => resolve(error.message));
    sent.end(what.body);
  });
}
