/** Answers as the backend never does, byte for byte; what is not planned passes to the functions. */

import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

export interface HostileAnswer {
  /** Sent part by part. */
  readonly parts: Iterable<string>;
  /** Between two parts. */
  readonly pauseMs?: number;
}

/** How far an answer came before its connection was over. */
export type Outcome = "sent" | "cut off by the device";

export interface HostileServer {
  readonly url: string;
  /** One for each request that got a planned answer, in their order. */
  readonly outcomes: readonly Promise<Outcome>[];
  plan(...answers: readonly HostileAnswer[]): void;
  close(): Promise<void>;
}

/** @param target the URL of the functions */
export async function startHostileServer(target: string): Promise<HostileServer> {
  const planned: HostileAnswer[] = [];
  const outcomes: Promise<Outcome>[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    void readRequest(socket).then((request) => {
      const answer = planned.shift();
      if (answer === undefined) pass(socket, request, target);
      else outcomes.push(play(socket, answer));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    outcomes,
    plan: (...answers) => planned.push(...answers),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

/** Resolves once its body is there; a device says how long that is. */
function readRequest(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    let request = Buffer.alloc(0);
    socket.on("data", function take(part: Buffer) {
      request = Buffer.concat([request, part]);
      const [head = "", body] = request.toString("latin1").split("\r\n\r\n", 2);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body === undefined || body.length < length) return;
      socket.off("data", take);
      resolve(request);
    });
  });
}

async function play(socket: Socket, { parts, pauseMs }: HostileAnswer): Promise<Outcome> {
  socket.resume();
  for (const part of parts) {
    if (socket.closed || socket.destroyed) return "cut off by the device";
    if (!socket.write(part)) {
      // The device may end the connection instead of reading on.
      await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => undefined);
    }
    if (pauseMs !== undefined) await setTimeout(pauseMs);
  }
  socket.end();
  return "sent";
}

function pass(socket: Socket, request: Buffer, target: string): void {
  const { hostname, port } = new URL(target);
  const backend = connect({ host: hostname, port: Number(port) });
  backend.on("error", () => socket.destroy());
  backend.write(request);
  socket.pipe(backend).pipe(socket);
}
