/** The thread with the sockets. sockets.ts describes its messages. */

import { connect } from "node:net";
import type { Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { SocketCall } from "./sockets.ts";

interface Connection {
  readonly socket: Socket;
  received: Buffer;
  isEnded: boolean;
  /** A negative errno, or 0. */
  failure: number;
}

/** MicroPython's errnos. */
const EIO = 5;
const EAGAIN = 11;
const ERRNOS = new Map([
  ["ECONNRESET", 104],
  ["ETIMEDOUT", 110],
  ["ECONNREFUSED", 111],
]);
/** As small as a board's buffers: unread data must wait at the server. */
const MAX_RECEIVED = 8_192;
const connections: Connection[] = [];

function open(host: string, port: number, ms: number): Promise<number> {
  const socket = connect({ host, port });
  const connection: Connection = {
    socket,
    received: Buffer.alloc(0),
    isEnded: false,
    failure: 0,
  };
  socket.on("data", (part: Buffer) => {
    connection.received = Buffer.concat([connection.received, part]);
    if (connection.received.length >= MAX_RECEIVED) socket.pause();
  });
  socket.on("end", () => {
    connection.isEnded = true;
  });
  return new Promise((resolve) => {
    const tooLate = setTimeout(() => {
      socket.destroy(Object.assign(new Error("no connection"), { code: "ETIMEDOUT" }));
    }, ms);
    socket.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(tooLate);
      connection.failure = -(ERRNOS.get(error.code ?? "") ?? EIO);
      resolve(connection.failure);
    });
    socket.once("connect", () => {
      clearTimeout(tooLate);
      resolve(connections.push(connection) - 1);
    });
  });
}

function read({ received, failure, isEnded }: Connection, count: number): string | number {
  if (received.length > 0) return received.toString("hex", 0, count);
  if (failure !== 0) return failure;
  return isEnded ? "" : -EAGAIN;
}

async function answer(call: SocketCall): Promise<string | number> {
  if (call[0] === "connect") return open(call[1], call[2], call[3]);
  const connection = connections[call[1]];
  if (connection === undefined) return -EIO;
  switch (call[0]) {
    case "write":
      if (connection.failure === 0) connection.socket.write(Buffer.from(call[2], "hex"));
      return connection.failure;
    case "read": {
      const result = read(connection, call[2]);
      connection.received = connection.received.subarray(call[2]);
      if (connection.received.length < MAX_RECEIVED) connection.socket.resume();
      return result;
    }
    case "close":
      connection.socket.destroy();
      return 0;
  }
}

const { signal, port } = workerData as { readonly signal: Int32Array; readonly port: MessagePort };
parentPort?.on("message", (call: SocketCall) => {
  void answer(call).then((result) => {
    port.postMessage(result);
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
});
