/** Listens on a port: WebSockets at `/.ws` speak the wire protocol, everything else is REST. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { Namespaces } from "./namespaces";
import type { RestHandler } from "./rest/handler";
import { Session, type Socket } from "./wire/session";

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly namespaces: Namespaces;
  readonly rest: RestHandler;
  /** Sends clients on sockets the rule that refused a write. */
  readonly isExplaining: boolean;
  /** Called with an error of the emulator itself, such as a full disk. The client whose request failed is disconnected. */
  readonly onFault: (error: unknown) => void;
}

export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Longest frame in bytes; the SDKs split their messages into frames of 16 KB. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** @throws the error of `listen`, such as EADDRINUSE */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const http = createServer((request, response) => void options.rest.handle(request, response));
  // A client that is busy for longer than Node's 5 seconds would write its next request into a closed connection.
  http.keepAliveTimeout = 65_000;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    WebSocket: ClientSocket,
  });
  http.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // A client that vanishes while it is being greeted is no fault of ours.
    stream.on("error", () => stream.destroy());
    const namespace = namespaceOfUpgrade(request, options.namespaces);
    if (namespace === undefined) {
      stream.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serve(socket, namespace, request, options),
    );
  });
  http.listen(options.port, options.host);
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return { port, close: () => close(http, sockets.clients, options.rest) };
}

/** Which namespace a socket is for; undefined where the address is not that of a socket, or names none. */
function namespaceOfUpgrade(
  { url: target = "/", headers }: IncomingMessage,
  namespaces: Namespaces,
): string | undefined {
  if (!URL.canParse(target, "http://localhost")) return undefined;
  const url = new URL(target, "http://localhost");
  if (url.pathname !== "/.ws") return undefined;
  return namespaces.nameFor(url.searchParams, headers.host);
}

/** Reports the closing of a client at once: its disconnect writes must come before what it does next. */
class ClientSocket extends WebSocket {
  /** Called at least once when the connection is over, or about to be. */
  onClosing: () => void = () => undefined;

  finish(): void {
    super.close();
  }

  /** Called by the base class to answer the client's closing. */
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason);
    this.onClosing();
  }
}

function serve(
  webSocket: ClientSocket,
  namespace: string,
  request: IncomingMessage,
  { namespaces, onFault, host, isExplaining }: ServerOptions,
): void {
  const guarded = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      onFault(error);
      webSocket.terminate();
      return undefined;
    }
  };
  // A broken frame or connection closes the socket, which is what matters here.
  webSocket.on("error", () => webSocket.terminate());
  const socket: Socket = {
    send: (frame) => webSocket.send(frame, { binary: false }),
    close: () => webSocket.finish(),
    get bufferedBytes() {
      return webSocket.bufferedAmount;
    },
  };
  const options = { host: request.headers.host ?? host, sessionId: randomUUID(), isExplaining };
  const session = guarded(
    () => new Session(socket, { database: namespaces.get(namespace), ...options }),
  );
  if (session === undefined) return;
  webSocket.on("message", (data: Buffer) => guarded(() => session.receive(data.toString())));
  webSocket.onClosing = () => guarded(() => session.end());
  webSocket.on("close", webSocket.onClosing);
}

async function close(
  http: Server,
  clients: Iterable<ClientSocket>,
  rest: RestHandler,
): Promise<void> {
  const closed = once(http, "close");
  http.close();
  rest.close();
  for (const socket of clients) {
    socket.onClosing();
    socket.terminate();
  }
  http.closeAllConnections();
  await closed;
}
