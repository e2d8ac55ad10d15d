import { Unavailable, UNREADABLE_PATH } from "../../../../functions/src/database/database";
import { createInstance } from "../../../../functions/src/database/instances";
import type { DatabaseInstance } from "../../../../functions/src/database/instances";
import type { OpenSocket, Socket } from "../../../../functions/src/database/socket";
import { Log } from "../../../../functions/src/log";

/** Connected at once; the database never answers. */
function silentSocket(onConnectionChange: (isConnected: boolean) => void): Socket {
  const never = (): Promise<never> => new Promise(() => undefined);
  process.nextTick(() => onConnectionChange(true));
  return { read: never, commit: never, close: () => undefined };
}

function createOver(openSocket: OpenSocket, maxRegistrations = 0): DatabaseInstance {
  const settings = { timeoutMs: 10_000, maxRegistrations };
  return createInstance(openSocket, settings, () => 0, new Log(() => undefined));
}

test("a busy instance opens further connections, up to ten, and a quiet one uses one", async () => {
  let sockets = 0;
  const instance = createOver((onConnectionChange) => {
    sockets += 1;
    return silentSocket(onConnectionChange);
  });
  const socketsAfter = async (operations: number): Promise<number> => {
    for (let sent = 0; sent < operations; sent += 1) {
      void instance.openDatabase("u").read("a");
      await new Promise(setImmediate);
    }
    return sockets;
  };
  expect(await socketsAfter(8)).toBe(1);
  expect(await socketsAfter(1)).toBe(2);
  expect(await socketsAfter(200)).toBe(10);
});

test("while the database is away one connection tries to connect, however many operations wait", async () => {
  let sockets = 0;
  const instance = createOver(() => {
    sockets += 1;
    return silentSocket(() => undefined);
  });
  for (let sent = 0; sent < 100; sent += 1) void instance.openDatabase("u").read("a");
  await new Promise(setImmediate);
  expect(sockets).toBe(1);
});

test("operations beyond what ten connections should carry are spread over all of them", async () => {
  const reads: number[] = [];
  const instance = createOver((onConnectionChange) => {
    const number = reads.push(0) - 1;
    const silent = silentSocket(onConnectionChange);
    return {
      ...silent,
      read: (path) => {
        reads[number]! += path === "a" ? 1 : 0;
        return silent.read(path);
      },
    };
  });
  for (let sent = 0; sent < 160; sent += 1) {
    void instance.openDatabase("u").read("a");
    await new Promise(setImmediate);
  }
  expect(reads).toEqual(Array.from({ length: 10 }, () => 16));
});

test("nothing comes from the cache once a connection finds that the rules do not apply", async () => {
  let opened = 0;
  let answer: (value: unknown) => void = () => undefined;
  const instance = createOver((onConnectionChange) => {
    const isFirst = (opened += 1) === 1;
    return {
      ...silentSocket(onConnectionChange),
      read: (path) =>
        path !== UNREADABLE_PATH
          ? new Promise(() => undefined)
          : isFirst
            ? Promise.reject(new Unavailable("denied", "denied"))
            : new Promise((resolve) => (answer = resolve)),
    };
  }, 9);
  for (let sent = 0; sent < 9; sent += 1) {
    void instance.openDatabase("u").read("a");
    await new Promise(setImmediate);
  }
  expect([opened, instance.registrations.rulesApply()]).toEqual([2, true]);
  answer(null);
  await new Promise(setImmediate);
  expect(instance.registrations.rulesApply()).toBe(false);
});

test("an update that cannot be computed keeps no connection from others", async () => {
  let sockets = 0;
  const instance = createOver((onConnectionChange) => {
    sockets += 1;
    return silentSocket(onConnectionChange);
  });
  const database = instance.openDatabase("u");
  void database.read("a");
  await new Promise(setImmediate);
  const fails = database.commitLarge(() => {
    throw new Error("no plan");
  });
  await expect(fails).rejects.toThrow("no plan");
  void database.read("a");
  await new Promise(setImmediate);
  expect(sockets).toBe(1);
});

test("large updates go one by one, in turn with other senders', and small ones over another connection", async () => {
  const sent: { name: string; answer: () => void; socket: number }[] = [];
  let sockets = 0;
  const instance = createOver((onConnectionChange) => {
    const socket = (sockets += 1);
    return {
      ...silentSocket(onConnectionChange),
      commit: (update) =>
        new Promise((resolve) => {
          const [name = ""] = Object.keys(update);
          sent.push({ name, answer: () => resolve("stored"), socket });
        }),
    };
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  };
  const planned: string[] = [];
  const commitLarge = async (sender: string, name: string): Promise<void> => {
    void instance.openDatabase(sender).commitLarge(() => {
      planned.push(name);
      return { [name]: 1 };
    });
    await settle();
  };
  for (const name of ["a1", "a2", "a3"]) await commitLarge("a", name);
  await commitLarge("b", "b1");
  void instance.openDatabase("c").commit({ small: 1 });
  await settle();
  expect(sent.map(({ name }) => name)).toEqual(["a1", "small"]);
  expect(planned).toEqual(["a1"]);
  expect(new Set(sent.map(({ socket }) => socket)).size).toBe(2);
  for (const next of ["a2", "b1", "a3"]) {
    sent.at(-1)!.answer();
    sent.find(({ name }) => name === "a1")!.answer();
    await settle();
    expect(sent.at(-1)!.name).toBe(next);
  }
});

test("an instance uses a connection that works before one that does not", async () => {
  const sockets: { onConnectionChange: (isConnected: boolean) => void; reads: number }[] = [];
  const instance = createOver((onConnectionChange) => {
    const socket = { onConnectionChange, reads: 0 };
    sockets.push(socket);
    const silent = silentSocket(sockets.length <= 2 ? onConnectionChange : () => undefined);
    return {
      ...silent,
      read: () => {
        socket.reads += 1;
        return silent.read("a");
      },
    };
  });
  const read = async (): Promise<void> => {
    void instance.openDatabase("u").read("a");
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  };
  for (let count = 0; count < 9; count += 1) await read();
  expect(sockets).toHaveLength(2);
  sockets[0]!.onConnectionChange(false);
  const before = sockets[1]!.reads;
  for (let count = 0; count < 3; count += 1) await read();
  expect(sockets[1]!.reads).toBe(before + 3);
});
