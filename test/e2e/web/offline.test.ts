/** Dead connections are noticed, changes are pending until they are stored, and views open without a network. */

import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient } from "../../support/backend/database-client";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { DatabaseProcess } from "../../support/faults/database-process";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon } from "../../support/polling";
import { HOSTING_URL } from "../../support/web/addresses";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { farmPath, signIn, useVisitors } from "../../support/web/visit";

jest.setTimeout(120_000);

const SECOND = 1000;
const NO_CONNECTION = /^No connection since \d\d:\d\d\. Values as of then\.$/;

const database = databaseClient();
const { visit } = useVisitors();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function proxyTo(target: string): Promise<TcpProxy> {
  const proxy = await startTcpProxy(target);
  closing.push(() => proxy.refuse());
  return proxy;
}

/** Opens a view whose database is at another address; its timers fire when the test says so. */
async function openAt(address: string, path: string, farm: PageFarm): Promise<Page> {
  const { page } = await visit("/");
  await page.route("**/__/firebase/init.js*", async (route) => {
    const script = await (await route.fetch()).text();
    const port = address.split(":")[1];
    const body = script.replace(
      /("database":\s*\{[^}]*"port":\s*)\d+/,
      (_, before: string) => `${before}${port}`,
    );
    await route.fulfill({ body, contentType: "text/javascript" });
  });
  await page.goto(HOSTING_URL + path);
  await signIn(page, farm.owner);
  await page.clock.install();
  const offline = page.waitForResponse(/\/offline-[\w-]+\.js$/);
  await page.reload();
  await page.getByText("Sunny Acres").first().waitFor();
  await page.getByText("Herbs").first().waitFor();
  await page.clock.runFor(6 * SECOND);
  await (await offline).finished();
  return page;
}

async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of the farm").fill(name);
  await page.getByRole("region", { name: "Farm", exact: true }).getByText("Save").click();
}

const stored = (client: DatabaseClient, farm: PageFarm) => () =>
  client.get(`farms/${farm.id}/name`);

test("a connection that vanished without a sign is noticed within 45 s, and opened anew", async () => {
  const farm = await addPageFarm(database);
  const proxy = await proxyTo(DATABASE_ADDRESS);
  const page = await openAt(proxy.address, farmPath(farm), farm);
  proxy.vanish();
  await page.clock.runFor(44 * SECOND);
  await page.getByText(NO_CONNECTION).waitFor();
  await proxy.pass();
  await database.put(`farms/${farm.id}/name`, "Rainy Acres");
  await page.clock.runFor(31 * SECOND);
  await page.getByText("Rainy Acres").first().waitFor();
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached" });
});

test("a database that is frozen is noticed; changes wait, and are stored when it goes on", async () => {
  const process = await DatabaseProcess.start();
  closing.push(() => process.remove());
  const farm = await addPageFarm(process.client);
  const page = await openAt(process.address, farmPath(farm, "settings"), farm);
  process.freeze();
  await rename(page, "First Acres");
  await page.clock.runFor(2 * SECOND);
  await page.getByText("Not stored yet: 1 change.").waitFor();
  expect(await page.getByText("Saved.").count()).toBe(0);
  await page.clock.runFor(13 * SECOND);
  await page.getByText(NO_CONNECTION).waitFor();
  await page.getByText(/They are|It is sent when the connection is back/).waitFor();
  process.thaw();
  // Second by second: it is shown for ten.
  await expectSoon(async () => {
    await page.clock.runFor(SECOND);
    return page.getByText("Saved.").isVisible();
  }, true);
  await expectSoon(stored(process.client, farm), "First Acres");
  await page.getByText("Not stored yet").waitFor({ state: "detached" });
});

test("changes without a connection are kept until it is back, unless they are dropped", async () => {
  const farm = await addPageFarm(database);
  const proxy = await proxyTo(DATABASE_ADDRESS);
  const page = await openAt(proxy.address, farmPath(farm, "settings"), farm);
  await proxy.refuse();
  await page.clock.runFor(3 * SECOND);
  await page.getByText(NO_CONNECTION).waitFor();
  await rename(page, "Dropped Acres");
  await page.getByText("Not stored yet: 1 change.").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("Discarded: it was not stored.").waitFor();
  await page.getByText("Not stored yet").waitFor({ state: "detached" });

  await rename(page, "Kept Acres");
  await page.getByRole("button", { name: "Replace the key …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace the key" }).click();
  await page.getByText("Not stored yet: 2 changes.").waitFor();
  expect(await page.getByText("Two keys are accepted").count()).toBe(0);
  await proxy.accept();
  await page.clock.runFor(31 * SECOND);
  await page.getByText("Not stored yet").waitFor({ state: "detached" });
  await expectSoon(stored(database, farm), "Kept Acres");
  await page.getByText("Two keys are accepted").waitFor();
});

test("without a network every view opens, also after a reload, and fills itself when it is back", async () => {
  const farm = await addPageFarm(database);
  const hosting = await proxyTo(new URL(HOSTING_URL).host);
  const { page } = await visit("/", undefined, { serviceWorkers: "allow" });
  await page.goto(`http://${hosting.address}${farmPath(farm)}`);
  await signIn(page, farm.owner);
  await page.getByText("Everything is fine").waitFor();
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");

  await hosting.refuse();
  await page.context().setOffline(true);
  await page.getByText(NO_CONNECTION).waitFor();
  await page.reload();
  await page.getByText(NO_CONNECTION).waitFor();
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.getByText("21.4").first().waitFor();
  await page.getByText(/^Everything was fine at /).waitFor();
  await card.getByRole("link", { name: "Tomatoes" }).click();
  await page
    .getByRole("region", { name: "Temperature", exact: true })
    .getByText("18.2")
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Sensors" }).click();
  await page.getByText("Air, north bench").first().waitFor();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Name of the farm").waitFor();
  await page.getByRole("link", { name: "Alerts" }).click();
  await page.getByRole("link", { name: "Greenhouses" }).click();
  await card.getByRole("link", { name: "Tomatoes" }).click();

  await page.context().setOffline(false);
  await hosting.accept();
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached" });
  await page.locator('.charts[aria-busy="false"]').waitFor();
});
