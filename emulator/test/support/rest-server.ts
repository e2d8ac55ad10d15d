/**
 * A REST handler behind a plain HTTP server on a free port, and a client that sends paths unchanged.
 */

import { createServer, request as sendRequest } from "node:http";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Namespaces } from "../../src/namespaces";
import { type RestContext, RestHandler } from "../../src/rest/handler";
import { OPEN_RULES } from "../../src/rules/ruleset";

export interface Exchange {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RestServer {
  readonly namespaces: Namespaces;
  readonly port: number;
  send(exchange: Exchange): Promise<Answer>;
  /** Opens an event stream. */
  stream(path: string): Promise<EventReader>;
  close(): Promise<void>;
}

/** Server time of the tests, in Unix milliseconds. */
export const NOW = 1_700_000_000_000;

export async function startRestServer(overrides: Partial<RestContext> = {}): Promise<RestServer> {
  const optionsFor = () => ({ now: () => NOW, ruleset: OPEN_RULES });
  const namespaces = new Namespaces(optionsFor);
  let pushed = 0;
  const handler = new RestHandler({
    namespaces,
    now: () => NOW,
    createPushId: () => `-pushed${(pushed += 1)}`,
    ...overrides,
  });
  const server = createServer((request, response) => void handler.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    namespaces: overrides.namespaces ?? namespaces,
    port,
    send: async (exchange) => readAnswer(await respond(port, exchange)),
    stream: async (path) => {
      const headers = { Accept: "text/event-stream" };
      const response = await respond(port, { path, headers });
      if (response.statusCode !== 200) throw new Error((await readAnswer(response)).text);
      return new EventReader(response);
    },
    close: () => {
      handler.close();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function respond(port: number, exchange: Exchange): Promise<IncomingMessage> {
  const { method = "GET", path, body } = exchange;
  const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
  const headers = { ...exchange.headers, ...length };
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = sendRequest(
      { host: "127.0.0.1", port, method, path, headers, agent: false },
      resolve,
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  return { status, headers, text: await text(response) };
}

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Reads a stream's events one by one. */
export class EventReader {
  private readonly events: AsyncGenerator<StreamEvent>;

  constructor(private readonly response: IncomingMessage) {
    this.events = readEvents(response);
  }

  /** Returns the next event, or undefined after the end of the stream. */
  async next(): Promise<StreamEvent | undefined> {
    const { done, value } = await this.events.next();
    return done === true ? undefined : value;
  }

  close(): void {
    this.response.destroy();
  }
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<StreamEvent> {
  response.setEncoding("utf8");
  let text = "";
  for await (const chunk of response) {
    text += String(chunk);
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const [, event = "", data = ""] = /^event: (.*)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? [];
      yield { event, data: JSON.parse(data) as unknown };
      text = text.slice(end + 2);
    }
  }
}
