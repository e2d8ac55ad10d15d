/** A client of the wire protocol that does nothing by itself: messages in, messages out. */

import { once } from "node:events";
import WebSocket from "ws";
import type { TestEmulator } from "../../testing/emulator";

/** A message of the protocol as JSON. */
export type Message = Readonly<Record<string, unknown>>;

export class WireClient {
  private readonly received: Message[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly parts: string[] = [];
  private missingParts = 0;
  private requests = 0;
  private isClosed = false;

  private constructor(private readonly socket: WebSocket) {
    socket.on("message", (data: Buffer) => this.take(data.toString()));
    socket.on("close", () => {
      this.isClosed = true;
      this.wake();
    });
  }

  /** @param address such as "ws://127.0.0.1:9000/.ws?v=5&ns=demo" */
  static async connect(
    address: string,
    options: WebSocket.ClientOptions = {},
  ): Promise<WireClient> {
    const socket = new WebSocket(address, options);
    // Before the socket is open, because the hello may come together with the answer to the upgrade.
    const client = new WireClient(socket);
    await once(socket, "open");
    return client;
  }

  /** The next message; undefined once the connection is closed and all are taken. */
  async next(): Promise<Message | undefined> {
    for (;;) {
      const message = this.received.shift();
      if (message !== undefined) return message;
      if (this.isClosed) return undefined;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** All messages up to the first that fulfils the condition, which is left out. */
  async until(isLast: (message: Message) => boolean): Promise<Message[]> {
    const messages: Message[] = [];
    for (;;) {
      const message = await this.next();
      if (message === undefined) throw new Error("the connection was closed");
      if (isLast(message)) return messages;
      messages.push(message);
    }
  }

  /** Sends a request. @returns its number */
  send(action: string, body: unknown): number {
    this.requests += 1;
    this.sendText(JSON.stringify({ t: "d", d: { r: this.requests, a: action, b: body } }));
    return this.requests;
  }

  /** Sends a request and waits. @returns all that came until it was answered, and the answer's body last */
  async ask(action: string, body: unknown): Promise<Message[]> {
    const id = this.send(action, body);
    let answer: Message = {};
    const before = await this.until((message) => {
      const { r, b } = message["d"] as { r?: unknown; b?: unknown };
      if (r !== id) return false;
      answer = b as Message;
      return true;
    });
    return [...before.map((message) => message["d"] as Message), answer];
  }

  /** All pushes that were sent before now: a ping is answered after them. */
  async drain(): Promise<Message[]> {
    this.sendText(JSON.stringify({ t: "c", d: { t: "p", d: {} } }));
    const messages = await this.until(({ t, d }) => t === "c" && (d as Message)["t"] === "o");
    return messages.map((message) => message["d"] as Message);
  }

  /** Sends a frame as it is. */
  sendText(frame: string): void {
    this.socket.send(frame);
  }

  /** Closes, and waits until the server has closed too. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.socket.close();
    await once(this.socket, "close");
  }

  /** Breaks the connection without closing it. */
  async breakOff(): Promise<void> {
    this.socket.terminate();
    if (!this.isClosed) await once(this.socket, "close");
  }

  private take(frame: string): void {
    if (this.missingParts === 0 && /^\d{1,6}$/.test(frame)) {
      this.missingParts = Number(frame);
      return;
    }
    this.parts.push(frame);
    this.missingParts = Math.max(0, this.missingParts - 1);
    if (this.missingParts > 0) return;
    this.received.push(JSON.parse(this.parts.splice(0).join("")) as Message);
    this.wake();
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}

/** Where a namespace's clients connect to. */
export function addressOf({ host, port }: TestEmulator, namespace: string): string {
  return `ws://${host}:${port}/.ws?v=5&ns=${namespace}`;
}

/**
 * To be called once where the tests are described; the function it returns opens a client and takes the server's
 * hello. The connection is broken off when the test is over.
 */
export function useWireClients(emulator: TestEmulator): (namespace: string) => Promise<WireClient> {
  const clients: WireClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.breakOff();
  });
  return async (namespace) => {
    const client = await WireClient.connect(addressOf(emulator, namespace));
    clients.push(client);
    await client.next();
    return client;
  };
}
