/** Relays requests from the functions to the database, and records them. */

import { once } from "node:events";
import { Agent, createServer, request as sendRequest } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { DATABASE_ADDRESS, HOST } from "./addresses";

export class DatabaseRelay {
  /** The methods of the functions' requests. */
  readonly methods: string[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static async start(): Promise<DatabaseRelay> {
    const relay = new DatabaseRelay();
    relay.#server.listen(0, HOST);
    await once(relay.#server, "listening");
    return relay;
  }

  /** The relay's `host:port`, to use instead of the database's. */
  get address(): string {
    return `${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    this.methods.push(method);
    const target = new URL(`http://${DATABASE_ADDRESS}${url}`);
    const sent = sendRequest(target, { method, headers, agent: this.#agent });
    request.pipe(sent);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    await pipeline(answer, response);
  }
}
