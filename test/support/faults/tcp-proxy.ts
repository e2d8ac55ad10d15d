/**
 * A proxy between two TCP endpoints that behaves to the connection as networks and restarts do. It
 * knows only bytes, not the protocol.
 */

import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { freePort, HOST } from "../backend/addresses";

type Direction = "requests" | "answers";

/**
 * Resets a connection, as a machine does that does not know the connection. A connection that is
 * already ending is only closed. Node can no longer reset it, would keep its handle, and the
 * process could not end.
 */
function breakOff(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** @param target `host:port` that connections are forwarded to */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const proxy = new TcpProxy(target);
  await proxy.accept();
  return proxy;
}

export class TcpProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  /** Lost connections whose two ends were not notified. */
  readonly #vanished = new WeakSet<Socket>();
  readonly #lost = new Set<Direction>();
  #server: Server | undefined;
  #port = 0;
  #isHanging = false;
  #isStalled = false;

  constructor(target: string) {
    const { hostname, port } = new URL(`http://${target}`);
    this.#target = { host: hostname, port: Number(port) };
  }

  /** The `host:port` to use instead of the target's. */
  get address(): string {
    return `${HOST}:${this.#port}`;
  }

  /** Passes everything again, on connections that were not broken and on new ones. */
  async pass(): Promise<void> {
    this.#isHanging = false;
    this.#isStalled = false;
    this.#lost.clear();
    for (const socket of this.#sockets) socket.resume();
    await this.accept();
  }

  /** Listens at the same port as before. */
  async accept(): Promise<void> {
    if (this.#server !== undefined) return;
    this.#port ||= await freePort();
    this.#server = createServer((socket) => this.#join(socket));
    this.#server.listen(this.#port, HOST);
    await once(this.#server, "listening");
  }

  /** Breaks all connections and refuses new ones. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server === undefined ? undefined : once(server, "close");
    server?.close();
    this.cut();
    await closed;
  }

  /**
   * Loses connections without notice, for good: neither end receives anything. New connections
   * hang.
   */
  vanish(): void {
    for (const socket of this.#sockets) this.#vanished.add(socket);
    this.#isHanging = true;
  }

  /** Reads nothing any more; everything is passed on later. */
  stall(): void {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Data in this direction disappears from now on. */
  lose(direction: Direction): void {
    this.#lost.add(direction);
  }

  /** Breaks every connection. */
  cut(): void {
    for (const socket of this.#sockets) breakOff(socket);
  }

  #join(near: Socket): void {
    this.#keep(near);
    if (this.#isHanging) return;
    const far = this.#keep(connect(this.#target));
    this.#handOn("requests", near, far);
    this.#handOn("answers", far, near);
    if (this.#isStalled) near.pause();
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    // After any error, both halves are closed.
    return socket.setNoDelay(true).on("error", () => socket.destroy());
  }

  #handOn(direction: Direction, from: Socket, to: Socket): void {
    from.on("data", (bytes) => {
      if (!this.#vanished.has(from) && !this.#lost.has(direction)) to.write(bytes);
    });
    from.on("close", () => {
      if (!this.#vanished.has(from)) to.destroySoon();
    });
  }
}
