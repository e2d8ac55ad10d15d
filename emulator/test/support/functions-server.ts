/** Replaces the functions emulator: receives events on a port and answers as a test decides. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import { freePort } from "../../testing/free-port";
import { Received } from "../../testing/received";

export interface ReceivedEvent {
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

/** Answers an event. Without an answer the event stays under way. */
export type Answerer = (event: ReceivedEvent, response: ServerResponse) => void;

export class FunctionsServer {
  readonly host = "127.0.0.1";
  readonly received = new Received<ReceivedEvent>();
  /** Number of connections so far. */
  connections = 0;
  answer: Answerer = (_, response) => acknowledge(response);
  /** What it lists at /backends: folders, and the functions that were loaded from them. */
  backends: readonly object[] = [];
  private server: Server | undefined;
  port = 0;

  /** Starts again after a stop, on the same port. */
  async start(): Promise<void> {
    this.port ||= await freePort();
    const server = createServer((request, response) => void this.receive(request, response));
    server.on("connection", () => (this.connections += 1));
    server.listen(this.port, this.host);
    await once(server, "listening");
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = "", headers, method } = request;
    if (method === "GET") {
      response.end(JSON.stringify({ backends: this.backends }));
      return;
    }
    const { "content-type": contentType } = headers;
    const event = { path, contentType, body: await json(request) };
    this.answer(event, response);
    this.received.add(event);
  }
}

/** Answers like the functions emulator when a function has returned. */
export function acknowledge(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end('{"status":"acknowledged"}');
}
