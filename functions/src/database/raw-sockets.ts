/**
 * The network sockets below the SDK's, which keeps them to itself. Node tells of every one that is opened, and the
 * asynchronous context it is opened in tells for whom. Two things need them:
 * 1. Whether anything arrives tells a connection that is lost from one that is slow.
 * 2. What is written to a socket and then given up must not be sent any more. The SDK closes politely, for half a
 *    minute, and after that the operating system goes on trying; only a reset drops what it holds.
 * Where Node does not tell (older ones leave out TLS), no socket is known: silence is then judged by answers alone, and
 * nothing is reset.
 * Source: https://nodejs.org/api/diagnostics_channel.html#net
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

import { once } from "../once";

/** The sockets of one owner. */
export interface RawSockets {
  /** Whatever begins in `act` opens its sockets as this owner's. */
  within<T>(act: () => T): T;
  /** A number that changes when something arrives; undefined where no socket is known. */
  heard(): number | undefined;
  /** Breaks off all sockets: what they have not sent is never sent. */
  reset(): void;
}

const openers = new AsyncLocalStorage<Set<Socket> | undefined>();

const listen = once(() => {
  subscribe("net.client.socket", (message) => {
    const { socket } = message as { readonly socket: Socket };
    const sockets = openers.getStore();
    sockets?.add(socket);
    socket.once("close", () => sockets?.delete(socket));
  });
});

/** Makes an owner that has no sockets yet. */
export function createRawSockets(): RawSockets {
  listen();
  const sockets = new Set<Socket>();
  return {
    within: (act) => openers.run(sockets, act),
    heard: () => (sockets.size === 0 ? undefined : sumOf(sockets, signsOf)),
    reset: () => {
      for (const socket of sockets) reset(socket);
    },
  };
}

/** What begins in `act` opens its sockets as nobody's. */
export function withoutOwner<T>(act: () => T): T {
  return openers.run(undefined, act);
}

function signsOf(socket: Socket): number {
  return socket.bytesRead + (socket.connecting ? 0 : 1);
}

function sumOf<T>(values: Iterable<T>, count: (value: T) => number): number {
  let sum = 0;
  for (const value of values) sum += count(value);
  return sum;
}

function reset(socket: Socket): void {
  // Nothing has been written yet, or all has been and the other side has closed.
  if (socket.connecting || socket.writableEnded) socket.destroy();
  else if (socket instanceof TLSSocket) resetBelow(socket);
  else socket.resetAndDestroy();
}

/** What Node keeps below a socket with TLS. */
interface Hidden {
  readonly _handle?: { readonly _parent?: { close?: unknown; readonly reset?: unknown } } | null;
}

/**
 * Node refuses to reset a socket with TLS (https://github.com/nodejs/node/issues/49484), so the one below it is told to
 * take closing for resetting. Where there is none of that form, it is closed as ever.
 */
function resetBelow(socket: TLSSocket): void {
  const below = (socket as unknown as Hidden)._handle?._parent;
  if (typeof below?.reset === "function") below.close = below.reset;
  socket.destroy();
}
