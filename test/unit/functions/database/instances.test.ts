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
