/**
 * A client of the database's wire protocol that does as little as a client can: it takes frames apart, counts what is
 * pushed and waits for answers. A pushed value is not read.
 */

import { once } from "node:events";
import { WebSocket } from "ws";

interface Answer {
  readonly d: { readonly r: number; readonly b: { readonly s: string } };
}

/** A frame that announces parts. */
const PART_COUNT = /^\d{1,6}$/;

/** As the databases begin a push: their members come in either order. */
const PUSH = /^\{("t":"d",)?"d":\{"a":/;

export class SocketClient {
  /** Called for each push. */
  onPush: () => void = () => undefined;
  /** In frames of data, so far. */
  receivedBytes = 0;
  private missing = 0;
  private parts: string[] = [];
  private lastId = 0;
  private readonly waiting = new Map<number, (status: string) => void>();

  private readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data: Buffer) => {
      this.receivedBytes += data.length;
      this.take(data.toString());
    });
    socket.on("close", () => {
      for (const settle of this.waiting.values()) settle("closed");
    });
  }

  /** @param address `host:port` */
  static async connect(address: string, namespace: string): Promise<SocketClient> {
    const socket = new WebSocket(`ws://${address}/.ws?v=5&ns=${namespace}`, {
      perMessageDeflate: false,
    });
    const client = new SocketClient(socket);
    await once(socket, "open");
    return client;
  }

  /** Sends a request and resolves with the status of its answer, `closed` where none will come. */
  ask(action: string, body: object): Promise<string> {
    return new Promise((resolve) => {
      this.waiting.set(this.tell(action, body), resolve);
    });
  }

  /** Sends a request whose answer is of no interest. */
  tell(action: string, body: object): number {
    const id = (this.lastId += 1);
    this.socket.send(JSON.stringify({ t: "d", d: { r: id, a: action, b: body } }));
    return id;
  }

  private take(frame: string): void {
    if (this.missing > 0) {
      this.parts.push(frame);
      this.missing -= 1;
      if (this.missing > 0) return;
      const message = this.parts.join("");
      this.parts = [];
      this.handle(message);
    } else if (PART_COUNT.test(frame)) {
      this.missing = Number(frame);
    } else {
      this.handle(frame);
    }
  }

  private handle(message: string): void {
    if (PUSH.test(message)) {
      this.onPush();
      return;
    }
    const { r: id, b: body } = (JSON.parse(message) as Answer).d;
    this.waiting.get(id)?.(body.s);
    this.waiting.delete(id);
  }
}
