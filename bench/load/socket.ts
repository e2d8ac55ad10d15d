/** A client of the database's wire protocol that does as little as possible. Pushed values are not read. */

import { once } from "node:events";
import { WebSocket } from "ws";
import { NAMESPACE } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";

interface Answer {
  readonly d: { readonly r: number; readonly b: { readonly s: string } };
}

/** An answer has the number of its request; a push has none. */
const ANSWER = '"r":';
const TIMEOUT_MS = 60_000;

export class Socket {
  #lastId = 0;
  readonly #pending = new Map<number, (status: string) => void>();
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => this.#receive(data.toString()));
    socket.on("close", () => {
      for (const settle of this.#pending.values()) settle("the connection was closed");
    });
  }

  /** @param address `host:port` */
  static async connect(address: string): Promise<Socket> {
    const socket = new WebSocket(`ws://${address}/.ws?v=5&ns=${NAMESPACE}`, {
      perMessageDeflate: false,
    });
    const client = new Socket(socket);
    await once(socket, "open");
    return client;
  }

  /** Sends a request. @throws StackError when its answer is not `ok` */
  async ask(action: string, body: object): Promise<void> {
    const id = (this.#lastId += 1);
    let timer: NodeJS.Timeout | undefined;
    const status = await new Promise<string>((resolve) => {
      this.#pending.set(id, resolve);
      timer = setTimeout(() => resolve("no answer in a minute"), TIMEOUT_MS);
      this.#socket.send(JSON.stringify({ t: "d", d: { r: id, a: action, b: body } }));
    });
    clearTimeout(timer);
    if (status !== "ok") throw new StackError(`${action}: ${status}`);
  }

  close(): void {
    this.#socket.close();
  }

  #receive(message: string): void {
    if (!message.slice(0, 40).includes(ANSWER)) return;
    const { r: id, b: body } = (JSON.parse(message) as Answer).d;
    this.#pending.get(id)?.(body.s);
    this.#pending.delete(id);
  }
}
