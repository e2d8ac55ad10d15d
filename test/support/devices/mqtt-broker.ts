/** An MQTT broker for gateways. It keeps sessions and their messages, and records what its clients do. */

import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Aedes } from "aedes";
import type { Client } from "aedes";
import type { Identity } from "./fault-server";

/** A message that a client published. */
export interface Publication {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

export interface Login {
  readonly user: string;
  readonly password: string;
}

export class MqttBroker {
  readonly #broker: Aedes;
  readonly #server: Server;
  readonly #sockets: Socket[] = [];
  readonly #topics = new Set<string>();
  #unacknowledged = 0;
  /** The messages of clients, in their order. */
  readonly published: Publication[] = [];
  /** The ids of the clients, once for each connection. */
  readonly clientIds: string[] = [];

  /**
   * @param login required for connections
   * @param identity makes the broker speak TLS
   */
  constructor(login?: Login, identity?: Identity) {
    const broker = new Aedes({
      authenticate: (_client, user, password, done) =>
        done(null, login === undefined || isSame(login, user, password)),
    });
    broker.on("clientReady", ({ id }) => void this.clientIds.push(id));
    broker.on("subscribe", (subscriptions, { clean }) => {
      if (!clean) for (const { topic } of subscriptions) this.#topics.add(topic);
    });
    broker.on("unsubscribe", (topics) => topics.forEach((topic) => this.#topics.delete(topic)));
    broker.on("publish", ({ topic, payload, retain }, client) => {
      if (client !== null)
        this.published.push({ topic, payload: String(payload), isRetained: retain });
    });
    // `message` is undefined for a retained message, which no session keeps.
    broker.on("ack", (message: unknown) => (this.#unacknowledged -= message === undefined ? 0 : 1));
    this.#broker = broker;
    const serve = (socket: Socket): void => {
      this.#sockets.push(socket);
      broker.handle(socket);
    };
    this.#server =
      identity === undefined ? createServer(serve) : createTlsServer({ ...identity }, serve);
  }

  async start(): Promise<number> {
    await this.#broker.listen();
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#broker.close();
    // The broker itself does not close connections whose client is still connecting.
    this.disconnect();
    await closed;
  }

  /** Breaks all connections. */
  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Topic filters of the persistent sessions. */
  get topics(): readonly string[] {
    return [...this.#topics];
  }

  /** Gives the next session subscriptions, as if its client had asked for them earlier. */
  subscribeNext(topics: readonly string[]): void {
    const subscriptions = topics.map((topic) => ({ topic, qos: 1 as const }));
    this.#broker.once("client", (client: Client) => client.subscribe(subscriptions, throwError));
  }

  /** The number of published messages without an acknowledgement. A session must subscribe to their topics. */
  get unacknowledged(): number {
    return this.#unacknowledged;
  }

  publish(topic: string, payload: string): void {
    this.#unacknowledged += 1;
    this.#send(topic, payload, false);
  }

  /** Publishes a retained message, for sessions that subscribe later. */
  retain(topic: string, payload: string): void {
    this.#send(topic, payload, true);
  }

  /** The retained payloads of clients, by topic. */
  get retained(): ReadonlyMap<string, string> {
    const kept = new Map<string, string>();
    for (const { topic, payload, isRetained } of this.published) {
      if (!isRetained) continue;
      if (payload === "") kept.delete(topic);
      else kept.set(topic, payload);
    }
    return kept;
  }

  #send(topic: string, payload: string, retain: boolean): void {
    const message = { topic, payload, qos: 1, dup: false, retain } as const;
    this.#broker.publish({ cmd: "publish", ...message }, throwError);
  }
}

function throwError(error?: Error | null): void {
  if (error) throw error;
}

function isSame({ user, password }: Login, givenUser?: string, givenPassword?: Buffer): boolean {
  return user === givenUser && password === givenPassword?.toString();
}
