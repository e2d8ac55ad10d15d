/**
 * The Realtime Database over HTTPS (REST), which no other file speaks. Its rules authorize what is sent here as
 * `auth.uid === "sensor-ingest"`. Each operation is tried until its deadline:
 * a. After a connection that failed, or an answer of 429 or 5xx, it is sent again after a short pause; at once if it was
 *    a kept connection, which may have been closed meanwhile.
 * b. A kept connection may be dead without notice. After 3 seconds without an answer on one, a copy is sent on a new
 *    connection, and the first answer counts. A copy writes the same values to the same paths.
 * c. A token that the database does not accept is renewed, once.
 * d. At the end no attempt and no timer is left. What the network has taken by then may still be stored.
 * Sources: https://firebase.google.com/docs/reference/rest/database and, for `auth_variable_override`, the Admin SDKs
 * for Go and Python.
 */

import http, { type ClientRequest } from "node:http";
import https from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { urlToHttpOptions } from "node:url";

import {
  IDLE_MS,
  isDenial,
  isStored,
  restQuery,
  type RestAnswer as Answer,
} from "../../../domain/src/database-rest";
import { Unavailable, type Database } from "./database";
import type { Tokens } from "./tokens";

/** Before another attempt: from half of it to one and a half. */
const RETRY_MS = 250;
/** When a copy is sent; with a timeout below ten seconds after three tenths of that. */
const COPY_AFTER_MS = 3_000;
const MAX_LOGGED_CHARACTERS = 200;

export interface RestSettings {
  /** The URL of the database instance. */
  readonly url: string;
  /** `host:port`, as FIREBASE_DATABASE_EMULATOR_HOST has it; undefined: the instance itself. */
  readonly emulator: string | undefined;
  readonly tokens: Tokens;
  /** How long a request may wait for the database, all in all, in milliseconds. */
  readonly timeoutMs: number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

interface Outgoing {
  readonly method: "GET" | "PATCH";
  readonly path: string;
  readonly body?: string;
}

export class Rest {
  readonly #origin: URL;
  readonly #query: string;
  readonly #module: typeof http | typeof https;
  readonly #agent: http.Agent;
  readonly #copyAfterMs: number;

  constructor(readonly settings: RestSettings) {
    const { url, emulator, timeoutMs } = settings;
    const instance = new URL(url);
    this.#origin = emulator === undefined ? instance : new URL(`http://${emulator}`);
    this.#query = restQuery(instance, emulator !== undefined);
    this.#module = this.#origin.protocol === "http:" ? http : https;
    // As many connections as there are operations at once: an instance serves few requests, each has few operations.
    this.#agent = new this.#module.Agent({ keepAlive: true, timeout: IDLE_MS });
    this.#copyAfterMs = Math.min(COPY_AFTER_MS, timeoutMs * 0.3);
  }

  /** Gives a request the database, with a deadline that begins now. */
  open(): Database {
    const deadlineMs = performance.now() + this.settings.timeoutMs;
    return {
      read: async (path) => {
        const encoded = path.split("/").map(encodeURIComponent).join("/");
        const outgoing = { method: "GET", path: `/${encoded}.json?${this.#query}` } as const;
        const answer = await this.#exchange(outgoing, deadlineMs);
        if (answer.status === 200) return parseJson(answer);
        if (!isDenial(answer)) throw failure(answer);
        // The rest of the path is what a client sent, which may be a key by mistake.
        const [collection = ""] = path.split("/");
        throw new Unavailable("denied", `The database's rules forbid reading ${collection}.`);
      },
      commit: async (update) => {
        const path = `/.json?print=silent&${this.#query}`;
        const outgoing = { method: "PATCH", path, body: JSON.stringify(update) } as const;
        const answer = await this.#exchange(outgoing, deadlineMs);
        if (isStored(answer)) return "stored";
        if (isDenial(answer)) return "denied";
        throw failure(answer);
      },
    };
  }

  /** @throws Unavailable when the deadline is over */
  async #exchange(outgoing: Outgoing, deadlineMs: number): Promise<Answer> {
    const { tokens, random } = this.settings;
    const attempts = new AbortController();
    const { signal } = attempts;
    let problem: unknown;
    let mayRenew = true;
    const deadline = Promise.withResolvers<never>();
    const fail = (): void => {
      const message = "The database did not answer in time.";
      deadline.reject(new Unavailable("timeout", message, { cause: problem }));
    };
    const leftMs = Math.max(0, deadlineMs - performance.now());
    const timer = setTimeout(fail, leftMs);
    if (leftMs === 0) fail();
    const inTime = <T>(result: Promise<T>): Promise<T> => Promise.race([deadline.promise, result]);
    try {
      for (;;) {
        try {
          const token = await inTime(tokens.get());
          const answer = await inTime(this.#send(outgoing, token, signal));
          if (answer.status === 401 && !isDenial(answer) && mayRenew) {
            mayRenew = false;
            tokens.renew(token);
            continue;
          }
          if (answer.status !== 429 && answer.status < 500) return answer;
          problem = failure(answer);
        } catch (error) {
          if (error instanceof Unavailable) throw error;
          problem = error;
          if (error instanceof KeptConnectionFailed) continue;
        }
        await inTime(pause(RETRY_MS * (0.5 + random()), undefined, { signal }));
      }
    } finally {
      clearTimeout(timer);
      attempts.abort();
    }
  }

  /** Once; or twice, where a kept connection gives no answer. */
  async #send(outgoing: Outgoing, token: string, signal: AbortSignal): Promise<Answer> {
    const first = this.#attempt(outgoing, token, signal);
    if (!first.isKept) return first.answer;
    const copy = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => {
      this.#closeIdle();
      copy.resolve(this.#attempt(outgoing, token, signal).answer);
    }, this.#copyAfterMs);
    // Without effect once there is a copy.
    first.answer.catch(copy.reject);
    try {
      return await Promise.any([first.answer, copy.promise]);
    } catch (error) {
      this.#closeIdle();
      throw new KeptConnectionFailed("A kept connection failed.", { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #attempt({ body, ...outgoing }: Outgoing, token: string, signal: AbortSignal) {
    const { hostname, port } = urlToHttpOptions(this.#origin);
    const headers = { Authorization: `Bearer ${token}` };
    const options = { agent: this.#agent, signal, hostname, port, headers, ...outgoing };
    const request = this.#module.request(options);
    const answer = readAnswer(request);
    request.end(body);
    return { answer, isKept: request.reusedSocket };
  }

  /** Where one kept connection is dead, the others probably are: the next attempt opens a new one. */
  #closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }
}

class KeptConnectionFailed extends Error {}

function readAnswer(request: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("error", reject);
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
}

function parseJson(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    // Whoever answered was not the database.
    throw failure(answer);
  }
}

function failure({ status, text }: Answer): Unavailable {
  const said = text.slice(0, MAX_LOGGED_CHARACTERS);
  return new Unavailable("failed", `The database answered ${status}: ${said}`);
}
