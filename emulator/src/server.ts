/** Listens on a port: WebSockets at `/.ws` speak the wire protocol, everything else is REST. */

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { Namespaces } from "./namespaces";
import { namespaceOf } from "./namespaces";
import type { RestHandler } from "./rest/handler";
import { Session } from "./wire/session";
import type { Socket } from "./wire/session";

export interface ServerOptions {
  /** Name or address to listen at. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly namespaces: Namespaces;
  /** For clients that name none. */
  readonly defaultNamespace?: string;
  readonly rest: RestHandler;
  /** Tells clients on sockets which rule refused a write. */
  readonly isExplaining: boolean;
  /** Told of a fault in the emulator itself, such as a full disk; the client that met it is disconnected. */
  readonly onFault: (error: unknown) => void;
}

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** Closes every connection, then the port. */
  close(): Promise<void>;
}

/** @throws the error of `listen`, such as EADDRINUSE */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const http = createServer((request, response) => options.rest.handle(request, response));
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  http.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // A client that vanishes while it is being greeted is no fault of ours.
    stream.on("error", () => stream.destroy());
    const url = new URL(request.url ?? "/", "http://localhost");
    const namespace = namespaceOf(url, request.headers.host, options.defaultNamespace);
    if (url.pathname !== "/.ws" || namespace === undefined) {
      stream.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serve(socket, namespace, request, options),
    );
  });
  const { port } = await listen(http, options);
  return {
    host: options.host,
    port,
    close: () => close(http, sockets, options.rest),
  };
}

function listen(http: Server, { host, port }: ServerOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.off("error", reject);
      resolve(http.address() as AddressInfo);
    });
  });
}

function serve(
  webSocket: WebSocket,
  namespace: string,
  request: IncomingMessage,
  { namespaces, onFault, host, isExplaining }: ServerOptions,
): void {
  const socket: Socket = {
    send: (frame) => webSocket.send(frame),
    close: () => webSocket.close(),
    get bufferedBytes() {
      return webSocket.bufferedAmount;
    },
  };
  const guarded = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      onFault(error);
      webSocket.terminate();
    }
  };
  const session = new Session(socket, {
    database: namespaces.get(namespace),
    host: request.headers.host ?? host,
    sessionId: randomUUID(),
    isExplaining,
  });
  webSocket.on("message", (data: Buffer) => guarded(() => session.receive(data.toString())));
  webSocket.on("close", () => guarded(() => session.end()));
  // A broken frame or connection closes the socket, which is what matters here.
  webSocket.on("error", () => webSocket.terminate());
}

async function close(http: Server, sockets: WebSocketServer, rest: RestHandler): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    http.close(() => resolve());
  });
  rest.close();
  for (const client of sockets.clients) client.terminate();
  http.closeAllConnections();
  await closed;
}
