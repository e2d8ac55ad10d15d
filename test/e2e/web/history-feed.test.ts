/** The history after the connection was lost without a sign, as when a device sleeps. */

import { HistoryFeed } from "../../../web/src/data/history-feed";
import { ConnectionWatch } from "../../../web/src/data/connection";
import { firstKeyAt } from "../../../domain/src/push-key";
import { freshNamespace, useEmulator } from "../../support/emulator";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";
import { useWebClients } from "../../support/web-clients";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 5, 1, 18);
const ALWAYS_LOOKED_AT = { visibilityState: "visible", addEventListener: () => undefined };
const AMOUNT = { readings: 1000, sensors: 1 };

// Asked each time: the clock is exchanged while it runs.
const emulator = useEmulator({ now: () => Date.now() });
let proxy: TcpProxy;
const open = useWebClients({
  get host() {
    return new URL(`http://${proxy.address}`).hostname;
  },
  get port() {
    return Number(new URL(`http://${proxy.address}`).port);
  },
});
beforeEach(async () => {
  // The clock alone stands still, of the page and of the database; timers go on.
  jest.useFakeTimers({ now: START, doNotFake: TIMERS });
  proxy = await startTcpProxy(`${emulator.host}:${emulator.port}`);
});
afterEach(async () => {
  await proxy.refuse();
  jest.useRealTimers();
});

const TIMERS = [
  ...(["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const),
  ...(["setImmediate", "clearImmediate", "nextTick", "queueMicrotask"] as const),
  ...(["hrtime", "performance"] as const),
];

test("entries of a lost connection are read, however late the loss was noticed", async () => {
  const namespace = freshNamespace("away");
  const add = (at: number): Promise<void> =>
    emulator.put(namespace, `/sensors/tomatoes/history/${firstKeyAt(at)}`, {
      uid: "air",
      temperature: 20,
      updatedAt: at,
    });
  await add(START - HOUR);

  const database = open(namespace);
  const connection = new ConnectionWatch(database, ALWAYS_LOOKED_AT);
  const feed = new HistoryFeed(database, connection, "tomatoes");
  feed.listen(new Set());
  const until = (isWanted: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isWanted()) resolve();
      };
      connection.state.subscribe(look);
      feed.version.subscribe(look);
    });
  const times = (): readonly number[] => feed.readingsOf("air").map(({ at }) => at);
  await until(() => connection.isConnected);
  await feed.ensure(START - 2 * HOUR, START, AMOUNT);
  await add(START + 1);
  await until(() => times().length === 2);

  // One is on its way while the device sleeps, and is found at its awakening.
  proxy.stall();
  await add(START + 2);
  jest.setSystemTime(START + 8 * HOUR);
  await proxy.pass();
  await until(() => times().length === 3);

  proxy.lose("answers");
  await add(START + 4 * HOUR);
  proxy.cut();
  await until(() => !connection.isConnected);
  await proxy.pass();
  await until(() => connection.isConnected);

  expect(feed.coverage(START - 2 * HOUR, START + 8 * HOUR)).toBeUndefined();
  await feed.ensure(START - 2 * HOUR, START + 8 * HOUR, AMOUNT);
  expect(times()).toEqual([START - HOUR, START + 1, START + 2, START + 4 * HOUR]);
});
