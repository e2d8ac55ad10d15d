/** Listens on a port. `/.ws` (WebSocket) and `/.lp` (long polling) speak the wire protocol; other paths are REST. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Namespaces } from "./namespaces";
import type { Traffic } from "./open-clients";
import type { RestHandler } from "./rest/handler";
import { type Client, Connections, type Transport } from "./wire/connections";
import { LongPolling, type Respond } from "./wire/long-polling";

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly namespaces: Namespaces;
  readonly rest: RestHandler;
  /** Tells clients on sockets which rule refused a write. */
  readonly isExplaining: boolean;
  readonly pingIntervalMs?: number | undefined;
  /**
   * Called with an error of the emulator itself, such as a full disk. The client whose request failed is disconnected.
   */
  readonly onFault: (error: unknown) => void;
}

export interface RunningServer {
  readonly port: number;
  readonly traffic: () => Traffic;
  close(): Promise<void>;
}

/** Maximum size of a frame. The SDKs split their messages into frames of 16 KB. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/**
 * A client that vanishes without closing is disconnected after one to two intervals. The SDKs send a message every
 * 45 seconds. Browsers, and all clients that follow RFC 6455, answer pings.
 */
const PING_INTERVAL_MS = 30_000;
const PING_TURNS = 30;

/** @throws the error of `listen`, such as EADDRINUSE */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const connections = new Connections({
    ...options,
    createSessionId: () => crypto.randomUUID(),
    pingTurns: PING_TURNS,
  });
  const polling = new LongPolling(connections);
  const counts = { requests: 0, unanswered: 0 };
  const http = createServer((request, response) => {
    counts.requests += 1;
    counts.unanswered += 1;
    response.once("close", () => (counts.unanswered -= 1));
    const polled = addressOf(request, "/.lp", options);
    if (polled === undefined) void options.rest.handle(request, response);
    else polling.handle(polled.search, polled.client, respondTo(response));
  });
  // Node's default is 5 s. A client that is busy for longer would write its next request into a closed connection.
  http.keepAliveTimeout = 65_000;
  // Created for the first socket, because the library takes long to load.
  let sockets: WebSocketServer | undefined;
  http.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // A client that disconnects during its handshake is not an error of the emulator.
    stream.on("error", () => stream.destroy());
    const address = addressOf(request, "/.ws", options);
    if (address === undefined) {
      stream.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets ??= new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
    });
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const transport = transportOf(socket, request, counts);
      const sessionId = address.search.get("s");
      if (sessionId === null) connections.open(transport, address.client);
      else connections.upgrade(transport, sessionId);
    });
  });
  http.listen(options.port, options.host);
  await once(http, "listening");
  // `setImmediate` lets Node first read pongs that arrived while the process was busy.
  const ping = (): void => void setImmediate(() => connections.ping());
  const pings = setInterval(ping, (options.pingIntervalMs ?? PING_INTERVAL_MS) / PING_TURNS);
  http.on("close", () => clearInterval(pings));
  const { port } = http.address() as AddressInfo;
  const traffic = (): Traffic => ({ clients: sockets?.clients.size ?? 0, ...counts });
  return { port, traffic, close: () => close(http, connections, options.rest) };
}

function respondTo(response: ServerResponse): Respond {
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return (status, type, text) => {
    response.writeHead(status, { ...headers, "Content-Type": `${type}; charset=utf-8` });
    response.end(text);
  };
}

interface Address {
  readonly search: URLSearchParams;
  readonly client: Client;
}

/** Returns the client of a request and its parameters, or undefined for another path or without a namespace. */
function addressOf(
  { url: target = "/", headers }: IncomingMessage,
  path: "/.ws" | "/.lp",
  { namespaces, host }: ServerOptions,
): Address | undefined {
  if (!target.includes(path) || !URL.canParse(target, "http://localhost")) return undefined;
  const { pathname, searchParams: search } = new URL(target, "http://localhost");
  const namespace = namespaces.nameFor(search, headers.host);
  if (pathname !== path || namespace === undefined) return undefined;
  const lastSessionId = search.get("ls");
  return { search, client: { namespace, host: headers.host ?? host, lastSessionId } };
}

function transportOf(
  webSocket: WebSocket,
  { socket: stream }: IncomingMessage,
  counts: { requests: number },
): Transport {
  const close = webSocket.close.bind(webSocket);
  // A broken frame or connection only closes the socket.
  webSocket.on("error", () => webSocket.terminate());
  return {
    send: (frame) => webSocket.send(frame, { binary: false }),
    close: () => close(),
    terminate: () => webSocket.terminate(),
    ping: () => webSocket.ping(),
    get bufferedBytes() {
      return webSocket.bufferedAmount;
    },
    get received() {
      return stream.bytesRead;
    },
    follow: (receive, end) => {
      webSocket.on("message", (data: Buffer) => {
        // A single character keeps the connection alive.
        if (data.length > 1) counts.requests += 1;
        receive(data.toString());
      });
      // The library calls this method when a client closes. Report that at once: the client's `onDisconnect` writes
      // must come before its next requests.
      webSocket.close = (...reason) => {
        close(...reason);
        end();
      };
      webSocket.on("close", end);
    },
  };
}

async function close(http: Server, connections: Connections, rest: RestHandler): Promise<void> {
  const closed = once(http, "close");
  http.close();
  rest.close();
  connections.closeAll();
  http.closeAllConnections();
  await closed;
}
