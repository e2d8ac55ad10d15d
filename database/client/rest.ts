/**
 * The Realtime Database over HTTPS (REST), which no other file speaks. `node:http` and not `undici`: measured, that needs
 * the same processor time within noise and 30 MB more memory. The database's rules authorize what is sent here as one
 * account (`auth.uid`). How often an operation is tried: exchange.ts.
 * Sources: https://firebase.google.com/docs/reference/rest/database and, for `auth_variable_override`, the Admin SDKs
 * for Go and Python.
 */

import http, { type ClientRequest } from "node:http";
import https from "node:https";
import { urlToHttpOptions } from "node:url";

import { IDLE_MS, isDenial, isStored, restQuery, type RestAnswer as Answer } from "./answers.ts";
import { Unavailable, type Database } from "./database.ts";
import { queryParameters } from "./queries.ts";
import { Exchange, failure, type ExchangeSettings } from "./exchange.ts";

export interface RestSettings extends ExchangeSettings {
  /** The URL of the database instance. */
  readonly url: string;
  /** `host:port`, as FIREBASE_DATABASE_EMULATOR_HOST has it; undefined: the instance itself. */
  readonly emulator: string | undefined;
  /** The account that the rules authorize. */
  readonly uid: string;
  /** Connections at once, where operations may wait for another to end; by default there are as many as operations. */
  readonly maxConnections?: number;
}

interface Outgoing {
  readonly method: "GET" | "PATCH";
  readonly path: string;
  readonly body?: string;
}

export class Rest {
  readonly #address: http.ClientRequestArgs;
  readonly #query: string;
  readonly #module: typeof http | typeof https;
  readonly #agent: http.Agent;
  readonly #settings: RestSettings;

  constructor(settings: RestSettings) {
    this.#settings = settings;
    const { url, emulator, uid, maxConnections = Infinity } = settings;
    const instance = new URL(url);
    const origin = emulator === undefined ? instance : new URL(`http://${emulator}`);
    this.#address = urlToHttpOptions(origin);
    this.#query = restQuery(instance, emulator !== undefined, uid);
    this.#module = origin.protocol === "http:" ? http : https;
    const options = { keepAlive: true, timeout: IDLE_MS, maxSockets: maxConnections };
    this.#agent = new this.#module.Agent(options);
  }

  /** Gives a request or a run the database, with a deadline that begins now; no later one than the settings say. */
  open(timeoutMs = Infinity): Database {
    const deadlineMs = performance.now() + Math.min(timeoutMs, this.#settings.timeoutMs);
    return {
      read: async (path, query) => {
        const encoded = path.split("/").map(encodeURIComponent).join("/");
        const selection = query === undefined ? "" : `${queryParameters(query)}&`;
        const target = `/${encoded}.json?${selection}${this.#query}`;
        const outgoing = { method: "GET", path: target } as const;
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

  /** Ends the connections that are kept. */
  close(): void {
    this.#agent.destroy();
  }

  #exchange({ body, ...outgoing }: Outgoing, deadlineMs: number): Promise<Answer> {
    const { hostname, port } = this.#address;
    const send = (token: string): ClientRequest => {
      const headers = { Authorization: `Bearer ${token}` };
      const options = { agent: this.#agent, hostname, port, headers, ...outgoing };
      return this.#module.request(options).end(body);
    };
    return new Exchange(send, this.#agent, this.#settings, deadlineMs).answer;
  }
}

function parseJson(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    // Whoever answered was not the database.
    throw failure(answer);
  }
}
