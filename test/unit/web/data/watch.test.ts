/** Listeners of the database, which start with the values of the last visit. */

import { signal } from "@preact/signals-core";
import { loadSnapshot } from "../../../../web/src/data/connection/known";
import { provideSdk } from "../../../../web/src/data/connection/sdk";
import type { Sdk } from "../../../../web/src/data/connection/sdk";
import { asStored, knownAt, watchInto } from "../../../../web/src/data/watches/watch";

const PART = { farmId: "oak" };

/** Stands in for the browser's storage, which has the values of the last visit. */
function storageWith(values: ReadonlyMap<string, unknown>): object {
  const request = (result: unknown): object => ({
    result,
    set onsuccess(done: () => void) {
      queueMicrotask(done);
    },
  });
  const transaction = {
    objectStore: () => ({ get: () => request({ at: 1, clockOffset: 0, values }) }),
    set oncomplete(done: () => void) {
      queueMicrotask(done);
    },
  };
  return { open: () => request({ transaction: () => transaction, close: () => undefined }) };
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ["queueMicrotask"] }));
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, "indexedDB");
});

test.each([
  ["another value than the last visit's", { b: { continues: "a" } }],
  ["the last visit's value", { a: {} }],
])("two listeners of one path have %s", async (_, stored) => {
  const key = `registeredSensors ${JSON.stringify(PART)}`;
  const last = new Map([[key, { a: {} }]]);
  Object.assign(globalThis, { indexedDB: storageWith(last) });
  await loadSnapshot("person");
  const listeners: ((snapshot: object) => void)[] = [];
  const nothing = (): object => ({});
  const sdk = {
    equalTo: nothing,
    orderByChild: nothing,
    query: nothing,
    ref: nothing,
    onValue: (__: unknown, listener: (snapshot: object) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  await provideSdk(sdk as unknown as Sdk);
  const targets = [0, 1].map(() => signal(knownAt("registeredSensors", PART, asStored)));
  for (const target of targets) watchInto("registeredSensors", target, PART);
  for (const listener of listeners) listener({ val: () => stored });
  const ready = { status: "ready", value: stored };
  expect(targets.map(({ value }) => value)).toEqual([ready, ready]);
});
