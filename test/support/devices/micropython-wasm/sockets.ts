/**
 * Sockets for MicroPython in WebAssembly, which cannot await: another thread (socket-thread.ts) has them, and a call
 * blocks until that one has answered. Bytes go as hexadecimal text; a failure is a negative errno.
 */

import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

export type SocketCall =
  | readonly ["connect", host: string, port: number, ms: number]
  | readonly ["write", id: number, hex: string]
  | readonly ["read", id: number, count: number]
  | readonly ["close", id: number];

/** Text where bytes are asked for, else a number. */
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
  // The thread may still notify of the call before.
  while (Atomics.load(signal, 0) === 0) Atomics.wait(signal, 0, 0);
  return (receiveMessageOnPort(port1) as { readonly message: Result }).message;
}

export const sockets = {
  /** The connection's number, or an errno. */
  connect: (host: string, port: number, ms: number): Result => ask("connect", host, port, ms),
  /** 0, or an errno. */
  write: (id: number, hex: string): Result => ask("write", id, hex),
  /** What has arrived, "" at the end, or an errno; -EAGAIN while nothing has arrived. */
  read: (id: number, count: number): Result => ask("read", id, count),
  close: (id: number): Result => ask("close", id),
  end: (): void => void worker.terminate(),
};
