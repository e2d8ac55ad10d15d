/** The page notices dead connections, and keeps changes until they are stored. */

import { SECOND_MS } from "@greenhouse/domain/time";
import type { Page } from "playwright-core";
import { KEPT_VALUES } from "../../../tools/bench/page/kept-people";
import { databaseClient } from "../../support/backend/database-client";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { HOSTING_URL } from "../../support/web/addresses";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { farmPath, signIn, useVisitors } from "../../support/web/visit";

const NO_CONNECTION = /^Offline\. Showing values from \d\d:\d\d\.$/;

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

/** Opens a view whose database is at another address. The test controls its timers. */
async function openAt(address: string, path: string, farm: PageFarm): Promise<Page> {
  const { page } = await visit(path, farm.owner, {}, async (fresh) => {
    await fresh.clock.install();
    await fresh.route("**/__/firebase/init.js*", async (route) => {
      const script = await (await route.fetch()).text();
      const port = address.split(":")[1];
      const body = script.replace(
        /("database":\s*\{[^}]*"port":\s*)\d+/,
        (_, before: string) => `${before}${port}`,
      );
      await route.fulfill({ body, contentType: "text/javascript" });
    });
  });
  const offline = page.waitForResponse(/\/account-[\w-]+\.js$/);
  await page.getByText("Sunny Acres").first().waitFor();
  await page.getByText("Herbs").first().waitFor();
  await page.clock.runFor(6 * SECOND_MS);
  await (await offline).finished();
  return page;
}

interface CutOff {
  readonly farm: PageFarm;
  readonly proxy: TcpProxy;
  readonly page: Page;
}

/** Opens the settings of a farm, and breaks the connection. */
async function settingsCutOff(): Promise<CutOff> {
  const farm = await addPageFarm(database);
  const proxy = await proxyTo(DATABASE_ADDRESS);
  const page = await openAt(proxy.address, farmPath(farm, "settings"), farm);
  // The button is disabled until the key is read.
  await page.getByRole("button", { name: "Replace key …", disabled: false }).waitFor();
  await proxy.refuse();
  await page.clock.runFor(3 * SECOND_MS);
  await page.getByText(NO_CONNECTION).waitFor();
  return { farm, proxy, page };
}

/**
 * Lets the page's time pass until the value is as expected: about six times as fast as real time, and after eight
 * seconds at normal speed. The page's timeouts follow this time, but a connection takes its real time on a busy
 * machine.
 */
function expectInTime<T>(page: Page, look: () => Promise<T>, expected: T): Promise<void> {
  const begun = performance.now();
  const pass = async (): Promise<T> => {
    if (performance.now() - begun < 8 * SECOND_MS) await page.clock.runFor(SECOND_MS);
    return look();
  };
  return expectSoon(pass, expected, 120_000, SECOND_MS / 5);
}

async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel("Farm name").fill(name);
  await page.getByRole("region", { name: "Farm", exact: true }).getByText("Save").click();
}

const stored = (farm: PageFarm) => () => database.get(`farms/${farm.id}/name`);

test("replaces a silently lost connection within 45 s, and does not cache a lost farm", async () => {
  const farm = await addPageFarm(database);
  const proxy = await proxyTo(DATABASE_ADDRESS);
  const page = await openAt(proxy.address, farmPath(farm), farm);
  const isKept = async (): Promise<boolean> =>
    (await page.evaluate<string>(KEPT_VALUES)).includes(farm.tomatoes);
  await expectInTime(page, isKept, true);
  proxy.vanish();
  await page.clock.runFor(44 * SECOND_MS);
  await page.getByText(NO_CONNECTION).waitFor();
  await proxy.pass();
  await database.put(`farms/${farm.id}/name`, "Rainy Acres");
  await page.clock.runFor(31 * SECOND_MS);
  await page.getByText("Rainy Acres").first().waitFor();
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached" });

  // A farm that one was removed from is not kept.
  await database.put(`farms/${farm.id}/members/${farm.owner.uid}`, null);
  await page.getByText("You're no longer a member of Rainy Acres.").waitFor();
  await expectSoon(isKept, false);
  const keepsName = async (): Promise<boolean> =>
    (await page.evaluate<string>(KEPT_VALUES)).includes("Acres");
  await expectSoon(keepsName, false);
  await proxy.refuse();
  await page.reload();
  await expectInTime(page, () => page.getByText("Not available offline").isVisible(), true);
  expect(await page.textContent("body")).not.toContain("Acres");
});

test("keeps offline changes until reconnection, also from a hidden page, unless another owner made one", async () => {
  const { farm, proxy, page } = await settingsCutOff();
  await page.getByRole("button", { name: "Replace key …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace key" }).click();
  await rename(page, "After Acres");
  const path = `farms/${farm.id}/apiKey`;
  await database.put(path, "on-boards-already");
  await page.evaluate(`
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
  await page.clock.runFor(6 * SECOND_MS);
  await proxy.accept();
  await page.evaluate(`dispatchEvent(new Event("online"))`);
  const refused = page.getByText("Not saved: someone changed it in the meantime.");
  await expectInTime(page, () => refused.isVisible(), true);
  await expectSoon(stored(farm), "After Acres");
  expect(await database.get(path)).toBe("on-boards-already");
  await page.getByText(/changes? not saved yet/).waitFor({ state: "detached" });
});

test("drops a waiting change when the person signs out in another tab", async () => {
  const { farm, proxy, page } = await settingsCutOff();
  await rename(page, "Lost Acres");
  await page.getByText("1 change not saved yet.").waitFor();
  const tab = await page.context().newPage();
  await tab.goto(HOSTING_URL + farmPath(farm));
  await tab.locator("details.account summary").click();
  await tab.getByRole("button", { name: "Sign out" }).click();
  await tab.getByRole("heading", { name: "Sign in" }).waitFor();
  await tab.close();
  await expectInTime(page, () => page.getByRole("heading", { name: "Sign in" }).isVisible(), true);
  // The rules would store the change in the name of another owner.
  await database.put(`farms/${farm.id}/members/${farm.viewer.uid}`, "owner");
  await signIn(page, farm.viewer);
  await proxy.accept();
  await page.clock.runFor(31 * SECOND_MS);
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached" });
  await page.getByText("Sunny Acres").first().waitFor();
  expect(await stored(farm)()).toBe("Sunny Acres");
});
