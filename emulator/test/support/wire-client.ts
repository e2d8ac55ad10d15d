/** A passive client of the wire protocol: it only sends and receives messages of a test. */

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
    // Listen before the socket is open, because the hello may come together with the answer to the upgrade.
    const client = new WireClient(socket);
    await once(socket, "open");
    return client;
  }

  /** Returns the next message, or undefined when the connection is closed and no message is left. */
  async next(): Promise<Message | undefined> {
    for (;;) {
      const message = this.received.shift();
      if (message !== undefined) return message;
      if (this.isClosed) return undefined;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Returns all messages before the first message for which the condition holds. */
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

  /** Sends a request and waits for its answer. @returns all messages until then, with the answer's body last */
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

  /** Returns all pushes so far: the server answers a ping after them. */
  async drain(): Promise<Message[]> {
    this.sendText(JSON.stringify({ t: "c", d: { t: "p", d: {} } }));
    const messages = await this.until(({ t, d }) => t === "c" && (d as Message)["t"] === "o");
    return messages.map((message) => message["d"] as Message);
  }

  /** Sends a frame unchanged. */
  sendText(frame: string): void {
    this.socket.send(frame);
  }

  /** Closes the connection and waits until the server has closed it, too. */
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

/** Returns the address for clients of a namespace. */
export function addressOf({ host, port }: TestEmulator, namespace: string): string {
  return `ws://${host}:${port}/.ws?v=5&ns=${namespace}`;
}

/**
 * Call this once in a `describe` or a file. The returned function opens a client and reads the server's hello. The
 * connection is broken after the test.
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
