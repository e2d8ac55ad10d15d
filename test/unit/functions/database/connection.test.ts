/** When sockets are opened, used and closed, on a clock that jumps. Tests of real sockets are in test/e2e/faults. */

import { Connection } from "../../../../functions/src/database/connection";
import { Unavailable, UNREADABLE_PATH } from "../../../../functions/src/database/database";
import type { Socket } from "../../../../functions/src/database/socket";

const DEADLINE_MS = 10_000;

/** A socket that does what the test says, and records its operations. */
class ScriptedSocket implements Socket {
  readonly asked: string[] = [];
  /** Answers the first read of each socket, which is not recorded. */
  answerProbe!: (outcome: "read" | "denied") => void;
  readonly #answers: (() => void)[] = [];
  isClosed = false;

  constructor(readonly change: (isConnected: boolean) => void) {}

  read(path: string): Promise<never> {
    if (path !== UNREADABLE_PATH) return this.#ask(path) as Promise<never>;
    return new Promise((resolve, reject) => {
      this.answerProbe = (outcome) => {
        if (outcome === "read") resolve(null as never);
        else reject(new Unavailable("denied", "The rules forbid it."));
      };
    });
  }

  commit(): Promise<never> {
    return this.#ask("commit") as Promise<never>;
  }

  close(): void {
    expect(this.isClosed).toBe(false);
    this.isClosed = true;
    // As the SDK does.
    this.change(false);
  }

  /** Answers the operation that waits longest. */
  answer(): void {
    this.#answers.shift()?.();
  }

  answerNewest(): void {
    this.#answers.pop()?.();
  }

  #ask(what: string): Promise<unknown> {
    this.asked.push(what);
    return new Promise((resolve) => void this.#answers.push(() => resolve(what)));
  }
}

let sockets: ScriptedSocket[];
let connection: Connection;
const connectionRenewed = jest.fn();
const overrideIgnored = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  sockets = [];
  connection = new Connection(
    (onConnectionChange) => {
      const socket = new ScriptedSocket(onConnectionChange);
      sockets.push(socket);
      // As the SDK does.
      onConnectionChange(false);
      return socket;
    },
    DEADLINE_MS,
    () => performance.now(),
    { connectionRenewed, overrideIgnored },
  );
});

afterEach(async () => {
  await pass(3 * DEADLINE_MS);
  // Attempts also end when nobody waits for them, and no new ones begin.
  const before = sockets.length;
  await pass(DEADLINE_MS);
  expect(sockets).toHaveLength(before);
  expect(open().length).toBeLessThanOrEqual(1);
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const open = (): ScriptedSocket[] => sockets.filter(({ isClosed }) => !isClosed);

/** Reads a path, and shows the result so far. */
function ask(path: string, deadlineMs = DEADLINE_MS): { outcome: string } {
  const observed = { outcome: "waits" };
  const endMs = performance.now() + deadlineMs;
  connection
    .submit<unknown>((socket) => socket.read(path), endMs)
    .then(
      (answer) => (observed.outcome = answer as string),
      (error: unknown) => (observed.outcome = (error as { reason: string }).reason),
    );
  return observed;
}

async function connected(): Promise<ScriptedSocket> {
  ask("first");
  const [socket] = sockets;
  socket!.change(true);
  socket!.answer();
  await pass(0);
  return socket!;
}

test("nothing is handed to a socket that is not connected", async () => {
  const first = ask("a");
  await pass(500);
  expect(sockets.flatMap(({ asked }) => asked)).toEqual([]);
  sockets[0]!.change(true);
  expect(sockets[0]!.asked).toEqual(["a"]);
  sockets[0]!.answer();
  await pass(0);
  expect(first.outcome).toBe("a");
});

test("while none connects, another attempt begins each second, beside those of the last 20 seconds", async () => {
  const waiting = [ask("a")];
  for (let second = 1; second <= 60; second += 1) {
    await pass(1_000);
    expect(sockets.length).toBeLessThanOrEqual(second + 1);
    expect(open().length).toBeLessThanOrEqual(21);
    waiting.push(ask("b"));
  }
  expect(sockets.length).toBeGreaterThan(50);
  expect(new Set(waiting.slice(0, 50).map(({ outcome }) => outcome))).toEqual(new Set(["timeout"]));
});

test("an attempt that connects when nobody waits any more serves the next request", async () => {
  const first = ask("a");
  await pass(DEADLINE_MS + 200);
  expect(first.outcome).toBe("timeout");
  sockets[5]!.change(true);
  await pass(200);
  expect(open()).toEqual([sockets[5]]);
  const second = ask("b");
  open()[0]!.answer();
  await pass(0);
  expect(second.outcome).toBe("b");
});

test("an attempt that takes almost the deadline still serves", async () => {
  const first = ask("a");
  await pass(DEADLINE_MS - 500);
  sockets[0]!.change(true);
  sockets[0]!.answer();
  await pass(200);
  expect(first.outcome).toBe("a");
  expect(open()).toEqual([sockets[0]]);
});

test("a socket that breaks is closed, and its unanswered operations go over the next one", async () => {
  const socket = await connected();
  const first = ask("a");
  socket.change(false);
  expect(socket.isClosed).toBe(true);
  await pass(1_000);
  sockets.at(-1)!.change(true);
  expect(sockets.at(-1)!.asked).toEqual(["a"]);
  sockets.at(-1)!.answer();
  await pass(0);
  expect(first.outcome).toBe("a");
});

test("a socket that breaks without unanswered operations is closed, and the next request opens another at once", async () => {
  const socket = await connected();
  await pass(1_000);
  socket.change(false);
  await pass(60_000);
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true]);
  ask("a");
  expect(sockets).toHaveLength(2);
});

test("the first answer says whether the database applies its rules to the functions", async () => {
  const socket = await connected();
  expect(connection.rulesApply).toBeUndefined();
  socket.answerProbe("denied");
  await pass(0);
  expect(connection.rulesApply).toBe(true);
  expect(overrideIgnored).not.toHaveBeenCalled();
});

test("a database that ignores the override is logged once", async () => {
  for (let round = 1; round <= 2; round += 1) {
    ask("a");
    const socket = sockets.at(-1)!;
    socket.change(true);
    socket.answerProbe("read");
    socket.answer();
    await pass(1_000);
    socket.change(false);
  }
  expect(sockets).toHaveLength(2);
  expect(connection.rulesApply).toBe(false);
  expect(overrideIgnored).toHaveBeenCalledTimes(1);
});

test("an inactive socket is left alone for 3 seconds, and another takes over when it answers", async () => {
  const socket = await connected();
  const first = ask("a");
  await pass(2_900);
  expect(sockets).toHaveLength(1);
  await pass(200);
  const [, second] = sockets;
  second!.change(true);
  expect(second!.asked).toEqual([]);
  second!.answerProbe("denied");
  await pass(0);
  expect(connectionRenewed).toHaveBeenCalledTimes(1);
  expect(second!.asked).toEqual(["a"]);
  // It may still answer.
  expect(socket.isClosed).toBe(false);
  second!.answer();
  await pass(200);
  expect(first.outcome).toBe("a");
  expect(open()).toEqual([second]);
});

test("a socket that waits for its first answer is used at once when the current one breaks", async () => {
  const socket = await connected();
  const first = ask("a");
  await pass(3_100);
  sockets[1]!.change(true);
  socket.change(false);
  expect(sockets[1]!.asked).toEqual(["a"]);
  sockets[1]!.answer();
  await pass(0);
  expect(first.outcome).toBe("a");
});

test("slow writes beside quick reads are sent twice at most, and the first answer counts", async () => {
  const socket = await connected();
  const write = ask("write");
  await pass(3_100);
  const [, second] = sockets;
  second!.change(true);
  second!.answerProbe("denied");
  await pass(5_000);
  expect(sockets.flatMap(({ asked }) => asked).filter((each) => each === "write")).toHaveLength(2);
  socket.answer();
  await pass(200);
  expect(write.outcome).toBe("write");
  expect(open()).toEqual([second]);
});

test("two sockets that die one after the other are replaced, though requests go on", async () => {
  await connected();
  const outcomes = [ask("a")];
  await pass(3_100);
  // It connects, and answers nothing any more.
  sockets[1]!.change(true);
  for (let second = 0; second < 30; second += 1) {
    outcomes.push(ask("b"));
    await pass(1_000);
    const newest = sockets.at(-1)!;
    if (sockets.length < 3 || newest.isClosed) continue;
    newest.change(true);
    newest.answerProbe("denied");
    for (let asked = 0; asked < newest.asked.length; asked += 1) newest.answer();
    await pass(0);
    while (outcomes.at(-1)!.outcome === "waits") {
      newest.answer();
      await pass(0);
    }
  }
  expect(outcomes.at(-1)!.outcome).toBe("b");
});

test("a database that takes longer than a deadline to connect to is reached, though requests go on", async () => {
  const outcomes = [];
  for (let second = 0; second < 20; second += 1) {
    outcomes.push(ask("a"));
    await pass(1_000);
    const connecting = open().find(({ asked }) => asked.length === 0);
    if (second === 14) connecting!.change(true);
  }
  // The first that was opened, after 15 seconds.
  expect(sockets[0]!.isClosed).toBe(false);
  expect(sockets[0]!.asked.length).toBeGreaterThan(0);
  for (let answers = 0; answers < 20; answers += 1) sockets[0]!.answer();
  await pass(200);
  expect(outcomes.at(-1)!.outcome).toBe("a");
});

test("nothing is sent after its deadline, also before the next check of the clock", async () => {
  const observed = ask("a", 9_950);
  await pass(9_960);
  sockets[0]!.change(true);
  await pass(200);
  expect(observed.outcome).toBe("timeout");
  expect(sockets.flatMap(({ asked }) => asked)).toEqual([]);
});

test("an inactive socket that answers after all stays, and the other one is closed", async () => {
  const socket = await connected();
  const first = ask("a");
  await pass(4_000);
  sockets[1]!.change(true);
  await pass(4_000);
  socket.answer();
  await pass(200);
  expect(first.outcome).toBe("a");
  expect(open()).toEqual([socket]);
  // The operation was sent once.
  expect(sockets.flatMap(({ asked }) => asked)).toEqual(["first", "a"]);
});

test("an inactive socket is closed when nobody waits for it any more", async () => {
  const socket = await connected();
  const first = ask("a");
  await pass(DEADLINE_MS + 200);
  expect(first.outcome).toBe("timeout");
  expect(socket.isClosed).toBe(true);
});

test("a socket that answers other operations stays open when the deadline of one is over", async () => {
  const socket = await connected();
  const never = ask("never");
  for (let second = 0; second < 12; second += 1) {
    const other = ask("other");
    await pass(1_000);
    socket.answerNewest();
    await pass(0);
    expect(other.outcome).toBe("other");
  }
  expect(never.outcome).toBe("timeout");
  expect(sockets).toEqual([socket]);
  expect(socket.isClosed).toBe(false);
});

test("an operation whose deadline is over is not begun", async () => {
  await connected();
  const late = connection.submit((socket) => socket.read("a"), performance.now());
  await expect(late).rejects.toMatchObject({ reason: "timeout" });
  expect(sockets[0]!.asked).toEqual(["first"]);
});
