/** The history after a lost connection, and when devices send what they kept. */

import * as firebase from "firebase/database";
import { HistoryFeed } from "../../../web/src/data/history-feed";
import { ConnectionWatch } from "../../../web/src/data/connection";
import { provideSdk } from "../../../web/src/data/sdk";
import { firstKeyAt } from "../../../domain/src/push-key";
import { freshNamespace, useEmulator } from "../../../emulator/test/support/emulator";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";
import { useWebClients } from "../../../emulator/test/support/web-clients";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 5, 1, 18);
const ALWAYS_LOOKED_AT = { visibilityState: "visible", addEventListener: () => undefined };
/** The history needs nobody to be signed in. */
const NOBODY = { app: undefined as never, authEmulator: undefined };
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

interface Opened {
  readonly feed: HistoryFeed;
  readonly connection: ConnectionWatch;
  /** Entries of one update, as those of a batch are. */
  readonly add: (...times: readonly number[]) => Promise<void>;
  readonly until: (isWanted: () => boolean) => Promise<void>;
  readonly times: () => readonly number[];
}

/** A feed that listens to a greenhouse with entries of these times. */
async function openFeed(...stored: readonly number[]): Promise<Opened> {
  const namespace = freshNamespace("away");
  const add = (...times: readonly number[]): Promise<void> =>
    emulator.patch(
      namespace,
      "/sensors/tomatoes/history",
      Object.fromEntries(
        times.map((at) => [firstKeyAt(at), { uid: "air", temperature: 20, updatedAt: at }]),
      ),
    );
  await add(...stored);
  const database = open(namespace);
  await provideSdk({ ...firebase, database, ...NOBODY });
  const connection = new ConnectionWatch(ALWAYS_LOOKED_AT);
  const feed = new HistoryFeed(connection, "tomatoes");
  feed.listen(new Set());
  const until = (isWanted: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isWanted()) resolve();
      };
      connection.state.subscribe(look);
      feed.version.subscribe(look);
    });
  await until(() => connection.isConnected);
  const times = (): readonly number[] => feed.readingsOf("air").map(({ at }) => at);
  return { feed, connection, add, until, times };
}

test("entries of a lost connection are read, however late the loss was noticed", async () => {
  const { feed, connection, add, until, times } = await openFeed(START - HOUR);
  await feed.follow(START - 2 * HOUR, START, AMOUNT);
  await add(START + 1);
  await until(() => times().length === 2);

  // One entry is in transit while the device sleeps, and is found when it wakes up.
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
  await feed.follow(START - 2 * HOUR, START + 8 * HOUR, AMOUNT);
  expect(times()).toEqual([START - HOUR, START + 1, START + 2, START + 4 * HOUR]);
});

const minutes = (from: number, count: number, every = 1): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index * every * MINUTE);

test("what a device sends later arrives, before, between and after what was read", async () => {
  const { feed, add, until, times } = await openFeed(START - 20 * HOUR, START - 3 * HOUR);
  await feed.follow(START - 24 * HOUR, START, AMOUNT);
  await add(START - 23 * HOUR, START - 10 * HOUR, START - 2 * HOUR);
  await until(() => times().length === 5);
  expect(times()).toEqual([23, 20, 10, 3, 2].map((hours) => START - hours * HOUR));
});

test("a batch larger than what was read first arrives whole", async () => {
  // 240 are read in two parts, of the newest 100 at first.
  const stored = minutes(START - 20 * HOUR, 240, 5);
  const { feed, add, until, times } = await openFeed(...stored);
  await feed.follow(START - 24 * HOUR, START, { readings: 400, sensors: 1 });
  expect(times()).toEqual(stored);
  const late = minutes(START - 23 * HOUR + 1, 460, 3);
  await add(...late);
  await until(() => times().length === 700);
  const later = minutes(START - 23 * HOUR + 2, 460, 3);
  await add(...later);
  await until(() => times().length === 1160);
  expect(times()).toEqual([...stored, ...late, ...later].sort((a, b) => a - b));
});

test("in a sample, what is sent later for a time without readings arrives", async () => {
  const day = 24 * HOUR;
  const gap = START - 20 * day;
  const stored = [...minutes(START - 30 * day, 480, 30), ...minutes(gap + 2 * day, 860, 30)];
  const { feed, add, until, times } = await openFeed(...stored);
  const [from, to] = [START - 30 * day, START];
  await feed.follow(from, to, { readings: 300, sensors: 1 });
  expect(feed.coverage(from, to)).toBeGreaterThan(0);
  const inGap = (): number =>
    times().filter((at) => at > gap + 5 * HOUR && at < gap + 2 * day - 5 * HOUR).length;
  expect(inGap()).toBe(0);
  await add(...minutes(gap, 90, 30));
  await until(() => inGap() > 3);
});

test("what arrived without a connection is read with the next range that is listened to", async () => {
  const { feed, connection, add, until, times } = await openFeed(START - HOUR);
  await feed.follow(START - 2 * HOUR, START, AMOUNT);
  proxy.cut();
  await until(() => !connection.isConnected);
  await add(START - 90 * MINUTE);
  await until(() => connection.isConnected);
  // Until then it is drawn as before.
  expect(feed.coverage(START - 2 * HOUR, START - HOUR)).toBe(0);
  await feed.follow(START - 2 * HOUR, START, AMOUNT);
  expect(times()).toEqual([START - 90 * MINUTE, START - HOUR]);
});
