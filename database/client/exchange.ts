/**
 * Tries one operation until its deadline:
 * a. If the connection fails, or the answer is 429 or 5xx, the request is sent again after a short pause. If the request
 *    used a kept connection, the database may have closed it. Then the request is sent again at once.
 * b. A kept connection may be dead without notice. After 3 seconds without an answer on such a connection, a copy is
 *    sent on a new connection (`mayCopy`). With less than 10 seconds left, it is sent earlier, so that it can be answered
 *    in time. The first answer counts. A copy writes the same values to the same paths.
 * c. If the database does not accept the token, the token is renewed once.
 * d. At the end no attempt and no timer is left. A request that is under way at the deadline may still be stored.
 */

import type { Clock } from "@greenhouse/domain/clock";
import { shorten } from "@greenhouse/domain/words/text";
import { isDenial, type RestAnswer as Answer } from "./answers.ts";
import { Unavailable } from "./database.ts";
import type { Tokens } from "./tokens.ts";
import type { Attempt, AttemptEnd, RestRequest, Transport } from "./transport.ts";

/** The pause before another attempt lasts from 0.5 to 1.5 times this. */
const RETRY_MS = 250;
/** A copy is sent after this; with less than ten seconds left, after three tenths of the time left. */
const COPY_AFTER_MS = 3_000;
const MAX_LOGGED_CHARACTERS = 200;

export interface ExchangeSettings {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly tokens: Tokens;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  /** By default true. Must be false where answers are large, or where the same write has another outcome when repeated. */
  readonly mayCopy?: boolean;
}

/** Uses callbacks, because each attempt would need several promises. */
export class Exchange {
  readonly #ending = Promise.withResolvers<Answer>();
  /** Stops the timer of the deadline. */
  readonly #stopDeadline: () => void;
  /** The attempts without an answer: at most the original and a copy. */
  readonly #attempts = new Set<Attempt>();
  /** Stops the timer until the copy, or until the next attempt. */
  #stopTimer: (() => void) | undefined;
  #newest: Attempt | undefined;
  #mayCopy: boolean;
  #mayRenew = true;
  #isOver = false;
  /** The newest failure. */
  #problem: unknown;

  readonly #request: Omit<RestRequest, "token">;
  readonly #settings: ExchangeSettings;
  readonly #deadlineMs: number;

  /** @param deadlineMs by the clock's `elapsed` */
  constructor(request: Omit<RestRequest, "token">, settings: ExchangeSettings, deadlineMs: number) {
    const { clock, mayCopy = true } = settings;
    this.#request = request;
    this.#settings = settings;
    this.#deadlineMs = deadlineMs;
    this.#mayCopy = mayCopy;
    const leftMs = this.#leftMs;
    this.#stopDeadline = clock.after(leftMs, () => this.#fail());
    if (leftMs === 0) this.#fail();
    else this.#attempt();
  }

  /** Rejects with `Unavailable` when the deadline is over. */
  get answer(): Promise<Answer> {
    return this.#ending.promise;
  }

  /** The time for all attempts together that is left, in milliseconds. */
  get #leftMs(): number {
    return Math.max(0, this.#deadlineMs - this.#settings.clock.elapsed());
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
    const { transport, clock } = this.#settings;
    const attempt = transport.send({ ...this.#request, token }, (end) => {
      if (this.#attempts.delete(attempt)) this.#receive(attempt, end, token);
    });
    this.#attempts.add(attempt);
    this.#newest = attempt;
    if (!attempt.usesKeptConnection || !this.#mayCopy) return;
    this.#mayCopy = false;
    this.#stopTimer = clock.after(Math.min(COPY_AFTER_MS, this.#leftMs * 0.3), () => {
      transport.closeIdle();
      this.#attempt();
    });
  }

  #receive(attempt: Attempt, end: AttemptEnd, token: string): void {
    switch (end.kind) {
      case "failed":
        this.#retry(end.problem, attempt.usesKeptConnection);
        break;
      case "too long":
        this.#end();
        // Another attempt would read as much again.
        this.#ending.reject(new Unavailable("failed", "The database's answer is too long."));
        break;
      case "answered":
        this.#receiveAnswer(end.answer, token);
    }
  }

  #receiveAnswer(answer: Answer, token: string): void {
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
    const { transport, clock, random } = this.#settings;
    this.#problem = problem;
    if (this.#isOver || (this.#newest !== undefined && this.#attempts.has(this.#newest))) return;
    this.#stopTimer?.();
    if (isAtOnce) {
      // Where one kept connection is dead, the others probably are: the next attempt opens a new one.
      transport.closeIdle();
      this.#attempt();
    } else {
      this.#stopTimer = clock.after(RETRY_MS * (0.5 + random()), () => this.#attempt());
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
    this.#stopDeadline();
    this.#stopTimer?.();
    const attempts = [...this.#attempts];
    this.#attempts.clear();
    for (const attempt of attempts) attempt.abort();
  }
}

export function failure({ status, text }: Answer): Unavailable {
  const excerpt = shorten(text, MAX_LOGGED_CHARACTERS);
  return new Unavailable("failed", `The database answered ${status}: ${excerpt}`);
}
