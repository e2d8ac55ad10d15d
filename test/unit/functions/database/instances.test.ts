import { createInstance } from "../../../../functions/src/database/instances";
import type { Socket } from "../../../../functions/src/database/socket";
import { Log } from "../../../../functions/src/log";

/** Connected at once; the database never answers. */
function silentSocket(onConnectionChange: (isConnected: boolean) => void): Socket {
  const never = (): Promise<never> => new Promise(() => undefined);
  process.nextTick(() => onConnectionChange(true));
  return { read: never, commit: never, close: () => undefined };
}

test("a busy instance opens further connections, up to ten, and a quiet one uses one", async () => {
  let sockets = 0;
  const instance = createInstance(
    (onConnectionChange) => {
      sockets += 1;
      return silentSocket(onConnectionChange);
    },
    { timeoutMs: 10_000, maxRegistrations: 0 },
    () => 0,
    new Log(() => undefined),
  );
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

test("large updates go one by one, in turn with other senders', and small ones over another connection", async () => {
  const sent: { name: string; answer: () => void; socket: number }[] = [];
  let sockets = 0;
  const instance = createInstance(
    (onConnectionChange) => {
      const socket = (sockets += 1);
      return {
        ...silentSocket(onConnectionChange),
        commit: (update) =>
          new Promise((resolve) => {
            const [name = ""] = Object.keys(update);
            sent.push({ name, answer: () => resolve("stored"), socket });
          }),
      };
    },
    { timeoutMs: 10_000, maxRegistrations: 0 },
    () => 0,
    new Log(() => undefined),
  );
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
  const instance = createInstance(
    (onConnectionChange) => {
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
    },
    { timeoutMs: 10_000, maxRegistrations: 0 },
    () => 0,
    new Log(() => undefined),
  );
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
