/**
 * As much of an MQTT 3.1.1 broker as the gateway needs: one client, whose session outlives its connections. Messages
 * are published by the test, with QoS 1, and sent again on each new connection until they are acknowledged. Another
 * client, of a session that does not, may publish.
 * Source: https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html
 */

import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

const CONNECT = 1;
const PUBLISH = 3;
const PUBACK = 4;
const SUBSCRIBE = 8;
const UNSUBSCRIBE = 10;
const PINGREQ = 12;

interface Message {
  readonly id: number;
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

/** What a client published. */
export interface Publication {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

export interface Login {
  readonly user: string;
  readonly password: string;
}

export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export class MqttBroker {
  readonly #server: Server;
  readonly #login: Login | undefined;
  readonly #waiting = new Map<number, Message>();
  #client: Socket | undefined;
  #publisher: Socket | undefined;
  /** Of the messages that wait: what was sent over the client's connection, where it comes once. */
  readonly #sent = new Set<Message>();
  #nextId = 1;
  /** Topic filters of the session. */
  topics: readonly string[] = [];
  /** What clients published, in their order. */
  readonly published: Publication[] = [];
  /** Of the sessions that were asked for. */
  readonly clientIds: string[] = [];

  /**
   * @param login without which it refuses connections
   * @param identity for TLS
   */
  constructor(login?: Login, identity?: Identity) {
    this.#login = login;
    const serve = (socket: Socket): void => this.#serve(socket);
    this.#server =
      identity === undefined ? createServer(serve) : createTlsServer({ ...identity }, serve);
  }

  async start(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.disconnect();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Breaks the connection. */
  disconnect(): void {
    this.#client?.destroy();
    this.#publisher?.destroy();
  }

  /** How many messages have not been acknowledged. */
  get unacknowledged(): number {
    return this.#waiting.size;
  }

  publish(topic: string, payload: string, isRetained = false): void {
    const message = { id: this.#nextId, topic, payload, isRetained };
    this.#nextId += 1;
    this.#waiting.set(message.id, message);
    if (this.#client !== undefined) this.#send(this.#client, message);
  }

  /** The payloads that stay on topics, by topic. */
  get retained(): ReadonlyMap<string, string> {
    const kept = new Map<string, string>();
    for (const { topic, payload, isRetained } of this.published) {
      if (!isRetained) continue;
      if (payload === "") kept.delete(topic);
      else kept.set(topic, payload);
    }
    return kept;
  }

  /** To the client that publishes. */
  tellPublisher(topic: string, payload: string): void {
    this.#publisher?.write(publishPacket({ id: 1, topic, payload, isRetained: false }));
  }

  #send(socket: Socket, message: Message): void {
    if (this.#sent.has(message)) return;
    this.#sent.add(message);
    socket.write(publishPacket(message));
  }

  #serve(socket: Socket): void {
    let received: Buffer = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (this.#client === socket) this.#client = undefined;
      if (this.#publisher === socket) this.#publisher = undefined;
    });
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (let packet = splitPacket(received); packet !== undefined;) {
        this.#take(socket, packet);
        received = packet.rest;
        packet = splitPacket(received);
      }
    });
  }

  #take(socket: Socket, { type, flags, body }: Packet): void {
    switch (type) {
      case CONNECT: {
        const isLasting = ((body[7] ?? 0) & 0x02) === 0;
        const isRefused = !this.#admit(body);
        // CONNACK with "session present", which the client does not depend on.
        socket.write(Buffer.from([0x20, 2, 0, isRefused ? 5 : 0]));
        if (isRefused) socket.end();
        else if (!isLasting) this.#publisher = socket;
        else {
          this.#client = socket;
          this.#sent.clear();
        }
        return;
      }
      case SUBSCRIBE: {
        const filters = readFilters(body.subarray(2));
        const codes = filters.map(() => 1);
        socket.write(Buffer.from([0x90, 2 + codes.length, ...body.subarray(0, 2), ...codes]));
        if (socket !== this.#client) return;
        this.topics = [...new Set([...this.topics, ...filters])];
        for (const message of this.#waiting.values()) this.#send(socket, message);
        return;
      }
      case PUBLISH: {
        const end = 2 + body.readUInt16BE(0);
        const isAcknowledged = (flags & 0x06) !== 0;
        this.published.push({
          topic: body.toString("utf8", 2, end),
          payload: body.toString("utf8", isAcknowledged ? end + 2 : end),
          isRetained: (flags & 0x01) !== 0,
        });
        if (isAcknowledged) socket.write(Buffer.from([0x40, 2, ...body.subarray(end, end + 2)]));
        return;
      }
      case UNSUBSCRIBE: {
        const filters = readTexts(body.subarray(2));
        this.topics = this.topics.filter((topic) => !filters.includes(topic));
        socket.write(Buffer.from([0xb0, 2, ...body.subarray(0, 2)]));
        return;
      }
      case PUBACK:
        this.#waiting.delete(body.readUInt16BE(0));
        return;
      case PINGREQ:
        socket.write(Buffer.from([0xd0, 0]));
    }
  }

  /** Protocol name and level, flags, keep-alive; then client id, user name and password. */
  #admit(body: Buffer): boolean {
    const [clientId = "", user, password] = readTexts(body.subarray(10));
    this.clientIds.push(clientId);
    return (
      this.#login === undefined || (user === this.#login.user && password === this.#login.password)
    );
  }
}

function publishPacket({ id, topic, payload, isRetained }: Message): Buffer {
  const name = Buffer.from(topic);
  const body = Buffer.concat([
    Buffer.from([name.length >> 8, name.length & 0xff]),
    name,
    Buffer.from([id >> 8, id & 0xff]),
    Buffer.from(payload),
  ]);
  const length: number[] = [];
  for (let left = body.length; left > 0; left = left >> 7) {
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  }
  return Buffer.concat([Buffer.from([isRetained ? 0x33 : 0x32, ...length]), body]);
}

interface Packet {
  readonly type: number;
  readonly flags: number;
  readonly body: Buffer;
  readonly rest: Buffer;
}

function splitPacket(bytes: Buffer): Packet | undefined {
  let length = 0;
  for (let at = 1; at < bytes.length && at < 5; at += 1) {
    const byte = bytes[at] ?? 0;
    length += (byte & 0x7f) << (7 * (at - 1));
    if (byte < 0x80) {
      const end = at + 1 + length;
      if (bytes.length < end) return undefined;
      const type = (bytes[0] ?? 0) >> 4;
      return {
        type,
        flags: (bytes[0] ?? 0) & 0x0f,
        body: bytes.subarray(at + 1, end),
        rest: bytes.subarray(end),
      };
    }
  }
  return undefined;
}

/** Each filter is followed by its QoS. */
function readFilters(bytes: Buffer): string[] {
  const filters: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 + bytes.readUInt16BE(at);
    filters.push(bytes.toString("utf8", at + 2, end));
    at = end + 1;
  }
  return filters;
}

function readTexts(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 + bytes.readUInt16BE(at);
    texts.push(bytes.toString("utf8", at + 2, end));
    at = end;
  }
  return texts;
}
