/** The history after a lost connection, and after late readings. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { signal } from "@preact/signals-core";
import * as firebase from "firebase/database";
import { FoldWatch } from "../../../web/src/data/history/fold-watch";
import { NO_AMENDMENTS } from "../../../web/src/model/values/amendments";
import { readReading } from "../../../web/src/model/values/reading";
import type { ReadEntry } from "../../../web/src/model/values/reading";
import { HistoryFeed } from "../../../web/src/data/history/history-feed";
import { ConnectionWatch } from "../../../web/src/data/connection/connection";
import { publish } from "../../../web/src/data/connection/publish";
import { provideSdk } from "../../../web/src/data/connection/sdk";
import { readingsOf, stepOf } from "../../../web/src/model/history/known-history";
import type { Window } from "../../../web/src/model/plot/time-range";
import { firstKeyAt } from "@greenhouse/domain/identity/push-key";
import { lateHourOf } from "@greenhouse/domain/rollups/rollups";
import { freshNamespace, useEmulator } from "rtdb-emulator/testing/emulator";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";
import { useWebClients } from "rtdb-emulator/testing/web-clients";

const START = Date.UTC(2026, 5, 1, 18);
const ALWAYS_LOOKED_AT = { visibilityState: "visible", addEventListener: () => undefined };
/** The history needs no sign-in. */
const NOBODY = { app: undefined as never, authEmulator: undefined };

// Asks each time, because the test replaces the clock.
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
  // Only the clock stands still, for the page and the database. Timers continue.
  jest.useFakeTimers({ now: START, doNotFake: [...TIMERS] });
  proxy = await startTcpProxy(`${emulator.host}:${emulator.port}`);
});
afterEach(async () => {
  await proxy.refuse();
  jest.useRealTimers();
});

const TIMERS = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
  "nextTick",
  "queueMicrotask",
  "hrtime",
  "performance",
] as const;

interface Opened {
  readonly namespace: string;
  readonly folds: FoldWatch;
  readonly feed: HistoryFeed;
  readonly connection: ConnectionWatch;
  /** Adds entries in one update, like a batch. */
  readonly add: (...times: readonly number[]) => Promise<void>;
  /** Reads a range, and reads missing parts again, like the charts do. */
  readonly follow: (from: number, to: number, readings?: number) => Promise<void>;
  readonly until: (isWanted: () => boolean) => Promise<void>;
  readonly times: () => readonly number[];
  /** The number of requests that read ranges. */
  readonly requests: () => number;
  /** Folds the marked hours and removes their marks. */
  readonly fold: () => Promise<void>;
}

/** Opens a feed that listens to a greenhouse with entries of these times. */
async function openFeed(...stored: readonly number[]): Promise<Opened> {
  const namespace = freshNamespace("away");
  let foldVersion = 1;
  let updates = 0;
  // Writes like the functions: see functions/src/sensor-data/plan.ts.
  const add = (...times: readonly number[]): Promise<void> => {
    const entries = times.map((at) => [`sensors/tomatoes/history/${firstKeyAt(at)}`, at] as const);
    const now = Date.now();
    // The clock stands still, but a renewed mark has a later time.
    updates += 1;
    const marks = times.flatMap((at) => {
      const hour = lateHourOf(at, now);
      return hour === undefined ? [] : [`rollupDue/tomatoes/${hour}/air`];
    });
    return emulator.patch(namespace, "/", {
      ...Object.fromEntries(
        entries.map(([path, at]) => [path, { uid: "air", temperature: 20, updatedAt: at }]),
      ),
      ...Object.fromEntries(marks.map((path) => [path, now + updates])),
    });
  };
  const fold = (): Promise<void> => {
    foldVersion += 1;
    return emulator.patch(namespace, "/", {
      "rollupDue/tomatoes": null,
      "rollupCoverage/tomatoes": { from: 0, until: START, version: foldVersion },
    });
  };
  await add(...stored);
  await fold();
  let requests = 0;
  const get = ((query: firebase.Query) => {
    requests += 1;
    return firebase.get(query);
  }) as typeof firebase.get;
  await provideSdk({ ...firebase, get, database: open(namespace), ...NOBODY });
  const connection = new ConnectionWatch(ALWAYS_LOOKED_AT);
  const folds = new FoldWatch(connection, "tomatoes");
  const version = signal(0);
  const readRaw: ReadEntry = (source, key, stored) =>
    readReading(source, key, stored, NO_AMENDMENTS);
  const publishNext = (): void => publish(version, () => version.peek() + 1);
  const feed = new HistoryFeed(connection, folds, "tomatoes", readRaw, publishNext);
  folds.listen();
  feed.listen([]);
  const until = (isWanted: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isWanted()) resolve();
      };
      connection.state.subscribe(look);
      version.subscribe(look);
    });
  await until(() => connection.isConnected);
  const follow = async (from: number, to: number, readings = 1000): Promise<void> => {
    let lossesRead = -1;
    const read = (): void => {
      if (lossesRead === feed.history.lossCount) return;
      lossesRead = feed.history.lossCount;
      void feed.readMissing(from, to, { readings, sensors: 1 });
    };
    version.subscribe(read);
    await until(() => stepOf(feed.history, between(from, to)) !== undefined);
  };
  const times = (): readonly number[] => readingsOf(feed.history, "air").map(({ at }) => at);
  const opened = { namespace, folds, feed, connection };
  return { ...opened, add, follow, until, times, requests: () => requests, fold };
}

test("reads the entries of a lost connection, however late the loss is noticed", async () => {
  const { feed, connection, add, follow, until, times } = await openFeed(START - HOUR_MS);
  await follow(START - 2 * HOUR_MS, START + 8 * HOUR_MS);
  await add(START + 1);
  await until(() => times().length === 2);

  // One entry is in transit while the device sleeps, and arrives when it wakes up.
  proxy.stall();
  await add(START + 2);
  jest.setSystemTime(START + 8 * HOUR_MS);
  await proxy.pass();
  await until(() => times().length === 3);

  proxy.lose("answers");
  await add(START + 4 * HOUR_MS);
  proxy.cut();
  await until(() => !connection.isConnected);
  expect(stepOf(feed.history, between(START - 2 * HOUR_MS, START + 8 * HOUR_MS))).toBeUndefined();
  await proxy.pass();
  await until(() => times().length === 4);
  expect(times()).toEqual([START - HOUR_MS, START + 1, START + 2, START + 4 * HOUR_MS]);
  await until(() => stepOf(feed.history, between(START - 2 * HOUR_MS, START + 8 * HOUR_MS)) === 0);
});

const between = (from: number, to: number): Window => ({ from, to });

const seconds = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index * 1000);

test("reads only the hour of a late reading again, also if the hour was late before", async () => {
  const { feed, add, follow, until, times, requests, fold } = await openFeed(START - 3 * HOUR_MS);
  await follow(START - 24 * HOUR_MS, START);
  expect(requests()).toBe(1);
  await add(START - 5 * HOUR_MS);
  await until(() => times().length === 2 && !feed.history.isReading);
  await add(START - 5 * HOUR_MS + 1);
  await until(() => times().length === 3 && !feed.history.isReading);
  expect(requests()).toBe(3);
  await fold();
  await add(START - 5 * HOUR_MS + 2);
  await until(
    () => times().length === 4 && stepOf(feed.history, between(START - 24 * HOUR_MS, START)) === 0,
  );
  expect(requests()).toBeLessThan(6);
});

test("listens only to the newest of many entries, and misses nothing after their hour", async () => {
  const stored = seconds(START - 20 * MINUTE_MS, 900);
  const { feed, add, follow, until, times, requests } = await openFeed(...stored);
  await follow(START - 2 * HOUR_MS, START + 8 * HOUR_MS, 5000);
  // 500 entries of the hour came without a request. The slack of keys is read twice.
  expect(times()).toEqual(stored);
  const late = START - 25 * MINUTE_MS;
  const others = seconds(START + 1000, 100);
  await add(...others);
  await until(() => times().length === 1000);
  // The entry is older than the entries with listeners, and its hour is not over.
  await add(late);
  const before = requests();
  jest.setSystemTime(START + 71 * MINUTE_MS);
  await add(START + 71 * MINUTE_MS);
  await until(() => times().length === 1002);
  expect(times()).toEqual([late, ...stored, ...others, START + 71 * MINUTE_MS]);
  expect(requests()).toBeGreaterThan(before);
  await until(() => stepOf(feed.history, between(START - 2 * HOUR_MS, START + 8 * HOUR_MS)) === 0);
});

test("reads hours that were marked and folded during a disconnection", async () => {
  const { connection, add, follow, until, times, fold } = await openFeed(START - 3 * HOUR_MS);
  await follow(START - 4 * HOUR_MS, START);
  await proxy.refuse();
  await until(() => !connection.isConnected);
  await add(START - 150 * MINUTE_MS);
  await fold();
  await proxy.accept();
  await until(() => times().length === 2);
});
