import { ADMIN } from "../../../src/database/actor";
import { Namespaces } from "../../../src/namespaces";
import { OPEN_RULES } from "../../../src/rules/ruleset";
import { Connections, type Transport } from "../../../src/wire/connections";
import { LongPolling } from "../../../src/wire/long-polling";
import { nodeToJson } from "../../../src/tree/json";
import { rulesetOf } from "../../../testing/rulesets";
import { tokenOf } from "../../../testing/unsigned-token";

const CLIENT = { namespace: "demo", host: "localhost:9000", lastSessionId: null };

let namespaces: Namespaces;
let connections: Connections;
let faults: unknown[];
beforeEach(() => {
  let ids = 0;
  faults = [];
  namespaces = new Namespaces(() => ({ now: () => 0, ruleset: OPEN_RULES }));
  connections = new Connections({
    namespaces,
    isExplaining: false,
    pingTurns: 1,
    createSessionId: () => `s${(ids += 1)}`,
    onFault: (error) => faults.push(error),
  });
});

const stored = (): unknown => nodeToJson(namespaces.get("demo").snapshot);

/** A transport in memory. */
class MemoryTransport implements Transport {
  bufferedBytes = 0;
  readonly frames: Buffer[] = [];
  received = 0;
  pings = 0;
  isClosed = false;
  private receive: (frame: string) => void = () => undefined;
  private end: () => void = () => undefined;

  follow(receive: (frame: string) => void, end: () => void): void {
    this.receive = receive;
    this.end = end;
  }

  send(frame: Buffer): void {
    this.frames.push(frame);
  }

  ping(): void {
    this.pings += 1;
  }

  close(): void {
    this.isClosed = true;
    this.end();
  }

  terminate(): void {
    this.close();
  }

  /** Returns the messages to the client since the last call. */
  texts(): string[] {
    return this.frames.splice(0).map(String);
  }

  /** Sends a message as the client. */
  take(message: object): void {
    this.received += 1;
    this.takeFrame(JSON.stringify(message));
  }

  takeFrame(frame: string): void {
    this.receive(frame);
  }

  request(a: string, b: object): void {
    this.take({ t: "d", d: { r: 1, a, b } });
  }

  control(t: string): void {
    this.take({ t: "c", d: { t, d: {} } });
  }
}

describe("a session", () => {
  const put = (value: number): void =>
    void namespaces.get("demo").commit({ kind: "set", path: ["x"], value }, { actor: ADMIN });

  function open(): MemoryTransport {
    const transport = new MemoryTransport();
    connections.open(transport, CLIENT);
    return transport;
  }

  it("disconnects a client that does not read", () => {
    const client = open();
    // A WebSocket ends later.
    client.close = () => void (client.isClosed = true);
    client.request("q", { p: "/x" });
    client.bufferedBytes = 257 * 1024 * 1024;
    put(1);
    put(2);
    expect(client.isClosed).toBe(true);
    expect(client.texts()).toHaveLength(4);
  });

  it("refuses a string over 10 MB and a write over 16 MB, and stays connected", () => {
    const client = open();
    client.texts();
    const part = "x".repeat(8_000_000);
    client.request("p", { p: "/x", d: "x".repeat(10 * 1024 * 1024 + 1) });
    client.request("p", { p: "/x", d: [part, part, part] });
    client.request("p", { p: "/x", d: [part, part] });
    client.request("p", { p: "/x", d: 1 });
    expect(client.texts()).toEqual([
      expect.stringContaining('{"s":"invalid_data","d":"a string is longer than 10 MB"}'),
      expect.stringContaining('{"s":"write_too_big","d":"Data to write exceeds the maximum size'),
      expect.stringContaining('{"s":"ok","d":""}'),
      expect.stringContaining('{"s":"ok","d":""}'),
    ]);
    expect(stored()).toEqual({ x: 1 });
  });

  it("ends at a message of more than 32 MB", () => {
    const client = open();
    client.texts();
    client.takeFrame("999999");
    for (let sent = 0; sent < 40; sent += 1) client.takeFrame("x".repeat(1_000_000));
    expect(client.texts()).toEqual([
      '{"t":"c","d":{"t":"e","d":"The specified payload is too large."}}',
    ]);
    expect(client.isClosed).toBe(true);
  });

  it("ends once: stops listeners, commits onDisconnect writes", () => {
    const client = open();
    client.request("q", { p: "/x" });
    client.request("o", { p: "/x", d: { ".sv": { increment: 1 } } });
    client.texts();
    client.close();
    client.close();
    client.request("p", { p: "/x", d: 5 });
    expect([stored(), client.texts()]).toEqual([{ x: 1 }, []]);
  });

  it("keeps the rights of a new user until that user's token expires, then loses its listeners", () => {
    jest.useFakeTimers();
    try {
      const client = open();
      namespaces.get("demo").setRuleset(rulesetOf({ x: { ".read": "auth !== null" } }));
      client.request("auth", { cred: tokenOf({ sub: "ann", exp: 60 }) });
      client.request("auth", { cred: tokenOf({ sub: "ann", exp: 3_600 }) });
      client.request("q", { p: "/x" });
      client.texts();
      jest.advanceTimersByTime(3_599_999);
      expect(client.texts()).toEqual([]);
      jest.advanceTimersByTime(1);
      expect(client.texts()).toEqual([
        '{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"Auth token is expired"}}}',
        '{"t":"d","d":{"a":"c","b":{"p":"x"}}}',
      ]);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe("a client that vanishes without closing", () => {
  it("is disconnected when it was inactive between two pings", () => {
    const [gone, alive] = [new MemoryTransport(), new MemoryTransport()];
    for (const [n, transport] of [gone, alive].entries()) {
      connections.open(transport, CLIENT);
      transport.request("o", { p: `/gone/${n}`, d: true });
    }
    connections.ping();
    alive.received += 1;
    connections.ping();
    expect([gone.isClosed, alive.isClosed, gone.pings, alive.pings]).toEqual([true, false, 1, 2]);
    expect(stored()).toEqual({ gone: [true] });
  });

  it("stays connected while it receives messages from before the ping", () => {
    const slow = new MemoryTransport();
    connections.open(slow, CLIENT);
    for (const bufferedBytes of [3, 2, 1, 0]) {
      slow.bufferedBytes = bufferedBytes;
      connections.ping();
      expect(slow.isClosed).toBe(false);
    }
    connections.ping();
    expect(slow.isClosed).toBe(true);
  });

  it("gets its onDisconnect writes before those of its next session", () => {
    const [last, next] = [new MemoryTransport(), new MemoryTransport()];
    const lastSessionId = connections.open(last, CLIENT);
    last.request("o", { p: "/online", d: false });
    last.request("p", { p: "/online", d: true });
    connections.open(next, { ...CLIENT, lastSessionId });
    expect([last.isClosed, stored()]).toEqual([true, { online: false }]);
    next.request("p", { p: "/online", d: true });
    connections.open(new MemoryTransport(), { ...CLIENT, lastSessionId });
    expect(stored()).toEqual({ online: true });
  });
});

describe("a client that moves to a WebSocket", () => {
  it("is handled there after all its earlier messages have arrived", () => {
    const [polling, socket] = [new MemoryTransport(), new MemoryTransport()];
    const id = connections.open(polling, CLIENT);
    connections.upgrade(socket, id);
    socket.control("p");
    socket.request("p", { p: "/order", d: "second" });
    polling.request("p", { p: "/order", d: "first" });
    expect(stored()).toEqual({ order: "first" });
    polling.texts();
    polling.control("n");
    expect(stored()).toEqual({ order: "second" });
    expect(polling.texts()).toEqual(['{"t":"c","d":{"t":"n","d":{}}}']);
    expect(socket.texts()).toEqual([
      '{"t":"c","d":{"t":"a","d":{}}}',
      '{"t":"c","d":{"t":"o","d":{}}}',
      '{"t":"d","d":{"r":1,"b":{"s":"ok","d":""}}}',
    ]);
    socket.request("o", { p: "/order", d: "gone" });
    expect(polling.isClosed).toBe(true);
    socket.close();
    expect(stored()).toEqual({ order: "gone" });
  });

  it("stays with long polling if the WebSocket fails", () => {
    const [polling, socket] = [new MemoryTransport(), new MemoryTransport()];
    connections.upgrade(socket, connections.open(polling, CLIENT));
    socket.close();
    polling.request("p", { p: "/x", d: 1 });
    expect([polling.isClosed, stored()]).toEqual([false, { x: 1 }]);
  });

  it("is closed when the session has ended", () => {
    const socket = new MemoryTransport();
    connections.upgrade(socket, "unknown");
    expect(socket.isClosed).toBe(true);
  });
});

it("an internal error disconnects only the client that caused it", () => {
  const [polling, socket] = [new MemoryTransport(), new MemoryTransport()];
  const otherClient = new MemoryTransport();
  connections.upgrade(socket, connections.open(polling, CLIENT));
  polling.control("n");
  connections.open(otherClient, CLIENT);
  const error = new Error("the disk is full");
  jest.spyOn(namespaces.get("demo"), "commit").mockImplementation(() => {
    throw error;
  });
  socket.request("p", { p: "/x", d: 1 });
  expect([socket.isClosed, otherClient.isClosed, faults]).toEqual([true, false, [error]]);
});

describe("long polling", () => {
  interface Answer {
    readonly status: number;
    readonly text: string;
  }

  let polling: LongPolling;
  let answers: Record<string, Answer>;
  beforeEach(() => {
    polling = new LongPolling(connections);
    answers = {};
  });

  /** Sends a request with a name, and waits until the server has sent its messages. */
  async function request(name: string, query: string): Promise<Answer | undefined> {
    polling.handle(new URLSearchParams(query), CLIENT, (status, _, text) => {
      answers[name] = { status, text };
    });
    await Promise.resolve();
    return answers[name];
  }

  const segment = (n: number, at: number, total: number, base64: string): string =>
    `&seg${n}=${at}&ts${n}=${total}&d${n}=${base64}`;

  it("joins messages whose parts arrive out of order", async () => {
    await request("start", "start=t&cb=1");
    const text = JSON.stringify({ t: "d", d: { r: 1, a: "p", b: { p: "/x", d: "ü😀?" } } });
    // The SDK encodes like this: base64 for URLs, padded with dots.
    const base64 = Buffer.from(text).toString("base64url").padEnd(100, ".");
    const [first, second] = [base64.slice(0, 40), base64.slice(40)];
    await request("later", `id=s1${segment(0, 1, 2, second)}`);
    expect(stored()).toBeNull();
    const answer = await request("sooner", `id=s1${segment(0, 0, 2, first)}`);
    expect(stored()).toEqual({ x: "ü😀?" });
    expect(answers["later"]?.text).toBe("pRTLPCB(1,[]);\n");
    expect(answer?.text).toBe('pRTLPCB(2,[{"t":"d","d":{"r":1,"b":{"s":"ok","d":""}}}]);\n');
  });

  it("ends when its page reports its end, or when requests stop", async () => {
    for (const id of ["s1", "s2"]) {
      await request("start", "start=t&cb=1");
      const write = JSON.stringify({ t: "d", d: { r: 1, a: "o", b: { p: `/${id}`, d: "gone" } } });
      await request(id, `id=${id}${segment(0, 0, 1, Buffer.from(write).toString("base64url"))}`);
    }
    expect((await request("frame", "dframe=t&id=s1&pw="))?.text).toContain("disconn=t");
    await request("gone", "disconn=t&id=s1&pw=");
    expect(stored()).toEqual({ s1: "gone" });
    connections.ping();
    connections.ping();
    expect(stored()).toEqual({ s1: "gone", s2: "gone" });
    expect(await request("over", "id=s2")).toEqual({
      status: 400,
      text: "This session is over.",
    });
  });

  it("rejects a callback that is not a number, and ends at a malformed message", async () => {
    expect((await request("start", "start=t&cb=alert(1)"))?.status).toBe(400);
    await request("start", "start=t&cb=1");
    const answer = await request("bad", `id=s1${segment(0, 0, 1, "bm9uc2Vuc2U")}`);
    expect(answer?.text).toBe(
      'pRTLPCB(1,[{"t":"c","d":{"t":"e","d":"The message does not follow the protocol."}}]);\n' +
        'pLPCommand("close",1);\n',
    );
  });
});
