/**
 * Requests over HTTPS, on connections that are kept. `node:http` and not `undici`: measured, `undici` needs the same
 * processor time within noise and 30 MB more memory.
 */

import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { urlToHttpOptions } from "node:url";

import { IDLE_MS, type RestAnswer } from "./answers.ts";
import type { Attempt, AttemptEnd, RestRequest, Transport } from "./transport.ts";

/** An answer for the functions is much smaller. */
const USUAL_ANSWER_CHARACTERS = 1e6;

export interface HttpTransportOptions {
  /** Connections at once; by default as many as requests. */
  readonly maxConnections?: number;
  /** A longer answer is a failure; by default a million. */
  readonly maxAnswerCharacters?: number;
}

export class HttpTransport implements Transport {
  readonly #address: http.ClientRequestArgs;
  readonly #module: typeof http | typeof https;
  readonly #agent: http.Agent;
  readonly #maxAnswerCharacters: number;

  constructor(origin: URL, options: HttpTransportOptions = {}) {
    const { maxConnections = Infinity, maxAnswerCharacters = USUAL_ANSWER_CHARACTERS } = options;
    const { hostname, port } = urlToHttpOptions(origin);
    this.#address = { hostname, port };
    this.#module = origin.protocol === "http:" ? http : https;
    this.#agent = new this.#module.Agent({
      keepAlive: true,
      timeout: IDLE_MS,
      maxSockets: maxConnections,
    });
    this.#maxAnswerCharacters = maxAnswerCharacters;
  }

  send({ token, body, ...target }: RestRequest, onEnd: (end: AttemptEnd) => void): Attempt {
    const headers = { Authorization: `Bearer ${token}` };
    const options = { ...this.#address, ...target, agent: this.#agent, headers };
    const request = this.#module.request(options).end(body);
    let isOver = false;
    const end = (outcome: AttemptEnd): void => {
      if (isOver) return;
      isOver = true;
      onEnd(outcome);
    };
    let problem: unknown;
    const noteProblem = (error: unknown): void => void (problem = error);
    request.on("error", noteProblem);
    request.once("response", (response) => {
      response.on("error", noteProblem);
      collect(response, this.#maxAnswerCharacters, end);
    });
    request.once("close", () =>
      end({ kind: "failed", problem: problem ?? new Error("The connection was closed.") }),
    );
    return new HttpAttempt(request, () => (isOver = true));
  }

  closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

class HttpAttempt implements Attempt {
  constructor(
    private readonly request: ClientRequest,
    private readonly silence: () => void,
  ) {}

  get usesKeptConnection(): boolean {
    return this.request.reusedSocket;
  }

  abort(): void {
    this.silence();
    this.request.destroy();
  }
}

function collect(
  response: IncomingMessage,
  maxCharacters: number,
  onEnd: (end: AttemptEnd) => void,
): void {
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
    if (text.length <= maxCharacters) return;
    onEnd({ kind: "too long" });
    response.destroy();
  });
  response.once("end", () => {
    const answer: RestAnswer = { status: response.statusCode ?? 0, text };
    onEnd({ kind: "answered", answer });
  });
}
