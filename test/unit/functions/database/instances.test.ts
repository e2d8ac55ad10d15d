import { createInstance } from "../../../../functions/src/database/instances";
import type { Socket } from "../../../../functions/src/database/socket";
import { createLog } from "../../../../functions/src/log";

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
    createLog(() => undefined),
  );
  const socketsAfter = async (operations: number): Promise<number> => {
    for (let sent = 0; sent < operations; sent += 1) {
      void instance.openDatabase().read("a");
      await new Promise(setImmediate);
    }
    return sockets;
  };
  expect(await socketsAfter(8)).toBe(1);
  expect(await socketsAfter(1)).toBe(2);
  expect(await socketsAfter(200)).toBe(10);
});

test("of large updates two are sent at once, the others in turn, and what is small goes another way", async () => {
  const sent: { paths: number; answer: () => void; socket: number }[] = [];
  let sockets = 0;
  const instance = createInstance(
    (onConnectionChange) => {
      const socket = (sockets += 1);
      return {
        ...silentSocket(onConnectionChange),
        commit: (update) =>
          new Promise((resolve) =>
            sent.push({
              paths: Object.keys(update).length,
              answer: () => resolve("stored"),
              socket,
            }),
          ),
      };
    },
    { timeoutMs: 10_000, maxRegistrations: 0 },
    () => 0,
    createLog(() => undefined),
  );
  const update = (paths: number) =>
    Object.fromEntries(Array.from({ length: paths }, (_, path) => [String(path), 1]));
  const answered: number[] = [];
  const commit = async (paths: number): Promise<void> => {
    void instance
      .openDatabase()
      .commit(update(paths))
      .then(() => answered.push(paths));
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  };
  for (const paths of [51, 52, 53, 54, 50]) await commit(paths);
  expect(sent.map(({ paths }) => paths)).toEqual([51, 52, 50]);
  expect(new Set(sent.map(({ socket }) => socket)).size).toBe(3);
  sent[0]!.answer();
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  expect(sent.map(({ paths }) => paths)).toEqual([51, 52, 50, 53]);
  expect(answered).toEqual([51]);
});
