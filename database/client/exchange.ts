/**
 * One operation, tried until its deadline:
 * a. After a connection that failed, or an answer of 429 or 5xx, it is sent again after a short pause; at once if it was
 *    a kept connection, which may have been closed meanwhile.
 * b. A kept connection may be dead without notice. After 3 seconds without an answer on one, a copy is sent on a new
 *    connection (`mayCopy`), and the first answer counts. A copy writes the same values to the same paths.
 * c. A token that the database does not accept is renewed, once.
 * d. At the end no attempt and no timer is left. What the network has taken by then may still be stored.
 */

import type { Agent, ClientRequest, IncomingMessage } from "node:http";

import { shorten } from "@greenhouse/domain/words/text";
import { isDenial, type RestAnswer as Answer } from "./answers.ts";
import { Unavailable } from "./database.ts";
import type { Tokens } from "./tokens.ts";

/** Before another attempt: from half of it to one and a half. */
const RETRY_MS = 250;
/** When a copy is sent; with a timeout below ten seconds after three tenths of that. */
const COPY_AFTER_MS = 3_000;
/** What the functions read is much smaller. */
const USUAL_ANSWER_CHARACTERS = 1e6;
const MAX_LOGGED_CHARACTERS = 200;

export interface ExchangeSettings {
  readonly tokens: Tokens;
  /** How long a request may wait for the database, all in all, in milliseconds. */
  readonly timeoutMs: number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  /** A longer answer is a failure; by default a million. */
  readonly maxAnswerCharacters?: number;
  /** By default true. Not where answers are large, or where a second write of the same has another outcome. */
  readonly mayCopy?: boolean;
}

/** Has callbacks in place of promises, of which each attempt would need several. */
export class Exchange {
  readonly #ending = Promise.withResolvers<Answer>();
  readonly #deadline: NodeJS.Timeout;
  /** Requests without an answer: one, or two with a copy. */
  readonly #attempts = new Set<ClientRequest>();
  /** Until the copy, or the next attempt. */
  #timer: NodeJS.Timeout | undefined;
  #newest: ClientRequest | undefined;
  #mayCopy: boolean;
  #mayRenew = true;
  #isOver = false;
  /** What failed last. */
  #problem: unknown;

  readonly #send: (token: string) => ClientRequest;
  readonly #agent: Agent;
  readonly #settings: ExchangeSettings;

  /** @param send makes an attempt */
  constructor(
    send: (token: string) => ClientRequest,
    agent: Agent,
    settings: ExchangeSettings,
    deadlineMs: number,
  ) {
    this.#send = send;
    this.#agent = agent;
    this.#settings = settings;
    this.#mayCopy = settings.mayCopy ?? true;
    const leftMs = Math.max(0, deadlineMs - performance.now());
    this.#deadline = setTimeout(() => this.#fail(), leftMs);
    if (leftMs === 0) this.#fail();
    else this.#attempt();
  }

  /** Rejects with `Unavailable` when the deadline is over. */
  get answer(): Promise<Answer> {
    return this.#ending.promise;
  }

  #attempt(): void {
    const token = this.#settings.tokens.get();
    if (typeof token === "string") {
      this.#sendWith(token);
      return;
    }
    const earlier = this.#problem;
    this.#problem = new Error("No access token came in time.");
    token
      .then((value) => {
        this.#problem = earlier;
        this.#sendWith(value);
      })
      .catch((error: unknown) => this.#retry(error));
  }

  #sendWith(token: string): void {
    if (this.#isOver) return;
    const request = this.#send(token);
    this.#attempts.add(request);
    this.#newest = request;
    let problem: unknown;
    const noteProblem = (error: unknown): void => void (problem = error);
    request.on("error", noteProblem);
    request.once("response", (response) => {
      response.on("error", noteProblem);
      collect(response, this.#settings.maxAnswerCharacters ?? USUAL_ANSWER_CHARACTERS, (answer) => {
        if (this.#attempts.delete(request)) this.#receive(answer, token);
      });
    });
    request.once("close", () => {
      if (!this.#attempts.delete(request)) return;
      this.#retry(problem ?? new Error("The connection was closed."), request.reusedSocket);
    });
    if (!request.reusedSocket || !this.#mayCopy) return;
    this.#mayCopy = false;
    const copyAfterMs = Math.min(COPY_AFTER_MS, this.#settings.timeoutMs * 0.3);
    this.#timer = setTimeout(() => {
      this.#closeIdle();
      this.#attempt();
    }, copyAfterMs);
  }

  #receive(answer: Answer | "too long", token: string): void {
    if (answer === "too long") {
      this.#end();
      // Another attempt would read as much again.
      this.#ending.reject(new Unavailable("failed", "The database's answer is too long."));
      return;
    }
    const { status } = answer;
    if (status === 429 || status >= 500) {
      this.#retry(failure(answer));
    } else if (status === 401 && !isDenial(answer) && this.#mayRenew) {
      this.#mayRenew = false;
      this.#settings.tokens.renew(token);
      this.#attempt();
    } else {
      this.#end();
      this.#ending.resolve(answer);
    }
  }

  /** Tries again, unless it was the original of a copy that has no answer yet. */
  #retry(problem: unknown, isAtOnce = false): void {
    this.#problem = problem;
    if (this.#isOver || (this.#newest !== undefined && this.#attempts.has(this.#newest))) return;
    clearTimeout(this.#timer);
    if (isAtOnce) {
      this.#closeIdle();
      this.#attempt();
    } else {
      const pauseMs = RETRY_MS * (0.5 + this.#settings.random());
      this.#timer = setTimeout(() => this.#attempt(), pauseMs);
    }
  }

  /** Where one kept connection is dead, the others probably are: the next attempt opens a new one. */
  #closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }

  #fail(): void {
    this.#end();
    const options = { cause: this.#problem };
    const message = "The database did not answer in time.";
    this.#ending.reject(new Unavailable("timeout", message, options));
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#timer);
    const attempts = [...this.#attempts];
    this.#attempts.clear();
    for (const request of attempts) request.destroy();
  }
}

function collect(
  response: IncomingMessage,
  maxCharacters: number,
  onEnd: (answer: Answer | "too long") => void,
): void {
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
    if (text.length <= maxCharacters) return;
    onEnd("too long");
    response.destroy();
  });
  response.once("end", () => onEnd({ status: response.statusCode ?? 0, text }));
}

export function failure({ status, text }: Answer): Unavailable {
  const excerpt = shorten(text, MAX_LOGGED_CHARACTERS);
  return new Unavailable("failed", `The database answered ${status}: ${excerpt}`);
}
