/**
 * Sockets for MicroPython in WebAssembly, which cannot await. Another thread (socket-thread.ts) has the sockets, and a
 * call blocks until that thread has answered. Bytes are hexadecimal text. A failure is a negative errno.
 */

import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

export type SocketCall =
  | readonly ["connect", host: string, port: number, ms: number]
  | readonly ["write", id: number, hex: string]
  | readonly ["read", id: number, count: number]
  | readonly ["close", id: number];

/** A string for a call that returns bytes, otherwise a number. */
type Result = string | number;

const signal = new Int32Array(new SharedArrayBuffer(4));
const { port1, port2 } = new MessageChannel();
const worker = new Worker(new URL("socket-thread.ts", import.meta.url), {
  workerData: { signal, port: port2 },
  transferList: [port2],
});

function ask(...call: SocketCall): Result {
  Atomics.store(signal, 0, 0);
  worker.postMessage(call);
  // The thread may still notify about the previous call.
  while (Atomics.load(signal, 0) === 0) Atomics.wait(signal, 0, 0);
  return (receiveMessageOnPort(port1) as { readonly message: Result }).message;
}

export const sockets = {
  /** Returns the connection's number, or an errno. */
  connect: (host: string, port: number, ms: number): Result => ask("connect", host, port, ms),
  /** Returns 0, or an errno. */
  write: (id: number, hex: string): Result => ask("write", id, hex),
  /** Returns the bytes that have arrived, "" at the end, or an errno: -EAGAIN while nothing has arrived. */
  read: (id: number, count: number): Result => ask("read", id, count),
  close: (id: number): Result => ask("close", id),
  end: (): void => void worker.terminate(),
};
