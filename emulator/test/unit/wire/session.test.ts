import { Database } from "../../../src/database";
import { ADMIN } from "../../../src/database/actor";
import { OPEN_RULES } from "../../../src/rules/ruleset";
import { Session } from "../../../src/wire/session";

const NOW = 1_700_000_000_000;
const MEGABYTE = 1024 * 1024;

/** A socket in memory. */
class MemorySocket {
  readonly frames: Buffer[] = [];
  bufferedBytes = 0;
  closed = 0;

  send(frame: Buffer): void {
    this.frames.push(frame);
  }

  close(): void {
    this.closed += 1;
  }

  /** What was sent since the last look, as JSON. */
  take(): unknown[] {
    return this.frames.splice(0).map((frame) => JSON.parse(frame.toString()) as unknown);
  }
}

function connect(database: Database) {
  const socket = new MemorySocket();
  const options = { database, host: "localhost:9000", sessionId: "s", isExplaining: false };
  const session = new Session(socket, options);
  const ask = (action: string, body: object): void =>
    session.receive(JSON.stringify({ t: "d", d: { r: 1, a: action, b: body } }));
  return { socket, session, ask };
}

const put = (database: Database, value: number): void =>
  void database.commit({ kind: "set", path: ["x"], value }, { actor: ADMIN });

let database: Database;
beforeEach(() => {
  database = new Database({ now: () => NOW, ruleset: OPEN_RULES });
});

describe("a session", () => {
  it("sends many listeners the very same bytes", () => {
    const clients = [connect(database), connect(database), connect(database)];
    for (const { ask, socket } of clients) {
      ask("q", { p: "/x" });
      socket.take();
    }
    put(database, 1);
    const [first, ...others] = clients.map(({ socket }) => socket.frames[0]);
    expect(first?.toString()).toBe('{"t":"d","d":{"a":"d","b":{"p":"x","d":1}}}');
    for (const other of others) expect(other).toBe(first);
  });

  it("disconnects a client that does not read what it is sent", () => {
    const { socket, ask } = connect(database);
    ask("q", { p: "/x" });
    socket.bufferedBytes = 257 * MEGABYTE;
    put(database, 1);
    put(database, 2);
    expect(socket.closed).toBe(1);
    expect(socket.take()).toHaveLength(4);
  });

  it("ends once: listeners stop, disconnect writes are made", () => {
    const { session, socket, ask } = connect(database);
    ask("q", { p: "/x" });
    ask("o", { p: "/x", d: { ".sv": { increment: 1 } } });
    socket.take();
    session.end();
    session.end();
    ask("p", { p: "/x", d: 5 });
    const result = database.read(["x"], { index: { kind: "priority" } }, ADMIN);
    expect(result).toEqual({ status: "ok", node: 1 });
    expect(socket.take()).toEqual([]);
  });

  it("makes its disconnect writes even after it refused a message", () => {
    const { session, ask } = connect(database);
    ask("o", { p: "/x", d: 7 });
    session.receive("nonsense");
    session.end();
    const result = database.read(["x"], { index: { kind: "priority" } }, ADMIN);
    expect(result).toEqual({ status: "ok", node: 7 });
  });
});
