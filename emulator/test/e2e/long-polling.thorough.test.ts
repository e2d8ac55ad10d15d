/** The web SDK in a real Chromium with long polling: when forced, and after its WebSocket has failed once. */

import path from "node:path";
import type { Browser, Page } from "playwright-core";
import type { default as compat } from "firebase/compat/app";
import { launchBrowser } from "../../testing/browser";
import { freshNamespace, useEmulator } from "../../testing/emulator";
import { packageFolder } from "../support/packages";
import { useWireClients } from "../support/wire-client";

const SDK = packageFolder("firebase");

const emulator = useEmulator();
const connect = useWireClients(emulator);
let browser: Browser;
let page: Page;
let namespace: string;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  namespace = freshNamespace("polling");
  page = await browser.newPage();
  page.setDefaultTimeout(20_000);
});
afterEach(() => page.close());

/** The globals that the SDK's scripts add to a page. */
declare const firebase: typeof compat;

type Database = ReturnType<typeof compat.database>;

/** Opens a page with the SDK. Its globals are `firebase` and `database`. */
async function open(transport: "forceLongPolling" | "any"): Promise<void> {
  // The SDK remembers failures in the storage of the page's origin, so any page with an origin will do.
  await page.goto(`${emulator.url}/.inspect/databases.json`);
  for (const name of ["app", "database"]) {
    await page.addScriptTag({ path: path.join(SDK, `firebase-${name}-compat.js`) });
  }
  await page.evaluate(
    ([name, url]) => {
      firebase.initializeApp({ databaseURL: url });
      const { INTERNAL } = firebase.database as unknown as {
        INTERNAL: Readonly<Record<string, () => void>>;
      };
      if (name !== undefined) INTERNAL[name]?.();
      const database = firebase.database();
      Object.assign(globalThis, { database });
    },
    [transport, emulator.databaseUrl(namespace)],
  );
}

declare const database: Database;

const count = (resource: "/.lp" | "/.ws"): Promise<number> =>
  page.evaluate(
    (name) =>
      performance.getEntriesByType("resource").filter((entry) => entry.name.includes(name)).length,
    resource,
  );

it("a page that is forced to long polling reads, writes, listens, and writes when it is gone", async () => {
  await open("forceLongPolling");
  const text = "long 😀 ü ".repeat(5_000);
  const seen = await page.evaluate(async (value) => {
    const values: unknown[] = [];
    const counter = database.ref("counter");
    counter.on("value", (snapshot) => values.push(snapshot.val()));
    await counter.set(1);
    await counter.transaction((n: number) => n + 1);
    await database.ref("text").set(value);
    await database.ref("gone").onDisconnect().set(true);
    return { values, read: (await database.ref("text").get()).val() as unknown };
  }, text);
  expect(seen.read).toBe(text);
  expect(seen.values.slice(-2)).toEqual([1, 2]);
  expect(await emulator.get(namespace, "/")).toEqual({ counter: 2, text });
  const observer = await connect(namespace);
  await observer.ask("p", { p: "/counter", d: 3 });
  await page.waitForFunction(async () => (await database.ref("counter").get()).val() === 3);
  expect(await count("/.ws")).toBe(0);
  await observer.ask("q", { p: "/gone", h: "" });
  await page.goto("about:blank");
  expect(await observer.next()).toEqual({ t: "d", d: { a: "d", b: { p: "gone", d: true } } });
});

it("a page whose WebSocket failed uses long polling, then moves to a WebSocket again", async () => {
  await open("any");
  const frames: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => frames.push(String(payload)));
  });
  await page.evaluate(() => database.ref("x").set(1));
  await page.evaluate(() => void database.goOffline());
  // The key under which the SDK remembers a failure.
  await page.evaluate(() =>
    localStorage.setItem("firebase:previous_websocket_failure", JSON.stringify(true)),
  );
  frames.length = 0;
  await page.evaluate(() => {
    database.goOnline();
    return database.ref("x").set(2);
  });
  expect(await count("/.lp")).toBeGreaterThan(0);
  await page.waitForFunction(() => !localStorage.getItem("firebase:previous_websocket_failure"));
  const values = await page.evaluate(async () => {
    await database.ref("x").set(3);
    return (await database.ref("x").get()).val() as unknown;
  });
  expect(values).toBe(3);
  expect(frames.slice(0, 1)).toEqual(['{"t":"c","d":{"t":"a","d":{}}}']);
  expect(frames.at(-1)).toContain('"d":3');
});
