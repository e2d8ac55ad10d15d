/**
 * The Realtime Database over REST. The database's rules authorize what is sent here as one account (`auth.uid`).
 * exchange.ts explains how often an operation is tried.
 * Sources: https://firebase.google.com/docs/reference/rest/database and, for `auth_variable_override`, the Admin SDKs
 * for Go and Python.
 */

import { isDenial, isStored, restQuery, type RestAnswer as Answer } from "./answers.ts";
import { Unavailable, type Database } from "./database.ts";
import { queryParameters } from "./queries.ts";
import { Exchange, failure, type ExchangeSettings } from "./exchange.ts";
import type { RestRequest } from "./transport.ts";

export interface RestSettings extends ExchangeSettings {
  /** The URL of the database instance. */
  readonly url: string;
  /** Whether the transport leads to an emulator of the instance. */
  readonly isEmulator: boolean;
  /** The account that the rules authorize. */
  readonly uid: string;
  /** The time for all operations of a request or a run together, in milliseconds. */
  readonly timeoutMs: number;
}

export class Rest {
  readonly #query: string;
  readonly #settings: RestSettings;

  constructor(settings: RestSettings) {
    const { url, isEmulator, uid } = settings;
    this.#settings = settings;
    this.#query = restQuery(new URL(url), isEmulator, uid);
  }

  /** Returns the database for a request or a run. The deadline counts from now, and the settings limit it. */
  open(timeoutMs = Infinity): Database {
    const { clock } = this.#settings;
    const deadlineMs = clock.elapsed() + Math.min(timeoutMs, this.#settings.timeoutMs);
    const exchange = (request: Omit<RestRequest, "token">): Promise<Answer> =>
      new Exchange(request, this.#settings, deadlineMs).answer;
    return {
      read: async (path, query) => {
        const encoded = path.split("/").map(encodeURIComponent).join("/");
        const selection = query === undefined ? "" : `${queryParameters(query)}&`;
        const target = `/${encoded}.json?${selection}${this.#query}`;
        const answer = await exchange({ method: "GET", path: target });
        if (answer.status === 200) return parseJson(answer);
        if (!isDenial(answer)) throw failure(answer);
        // The rest of the path is what a client sent, which may be a key by mistake.
        const [collection = ""] = path.split("/");
        throw new Unavailable("denied", `The database's rules forbid reading ${collection}.`);
      },
      commit: async (update) => {
        const path = `/.json?print=silent&${this.#query}`;
        const answer = await exchange({ method: "PATCH", path, body: JSON.stringify(update) });
        if (isStored(answer)) return "stored";
        if (isDenial(answer)) return "denied";
        throw failure(answer);
      },
    };
  }

  /** Ends the connections that are kept. */
  close(): void {
    this.#settings.transport.close();
  }
}

function parseJson(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    // Another server answered, such as a proxy.
    throw failure(answer);
  }
}
