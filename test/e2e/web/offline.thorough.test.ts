/** The page notices dead connections, keeps changes until they are stored, and opens views without a network. */

import { SECOND_MS } from "@greenhouse/domain/time";
import type { Page } from "playwright-core";
import { KEPT_PEOPLE, KEPT_VALUES } from "../../../tools/bench/page/kept-people";
import { databaseClient } from "../../support/backend/database-client";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { HOSTING_URL } from "../../support/web/addresses";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { endTokenIn, farmPath, signIn, useVisitors } from "../../support/web/visit";

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

async function openSettings(address: string, farm: PageFarm): Promise<Page> {
  const page = await openAt(address, farmPath(farm, "settings"), farm);
  // The button is disabled until the key is read.
  await page.getByRole("button", { name: "Replace key …", disabled: false }).waitFor();
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
  const page = await openSettings(proxy.address, farm);
  await cutOff({ proxy, page });
  return { farm, proxy, page };
}

async function cutOff({ proxy, page }: Pick<CutOff, "proxy" | "page">): Promise<void> {
  await proxy.refuse();
  await page.clock.runFor(3 * SECOND_MS);
  await page.getByText(NO_CONNECTION).waitFor();
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

async function replaceKey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Replace key …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace key" }).click();
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
  expect(await page.evaluate<string>(KEPT_VALUES)).not.toContain("Acres");
  await proxy.refuse();
  await page.reload();
  await expectInTime(page, () => page.getByText("Not available offline").isVisible(), true);
  expect(await page.textContent("body")).not.toContain("Acres");
});

test("keeps offline changes until reconnection, unless discarded or made by another owner", async () => {
  const { farm, proxy, page } = await settingsCutOff();
  await rename(page, "Dropped Acres");
  await page.getByText("1 change not saved yet.").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("Discarded. Nothing was saved.").waitFor();
  await page.getByText(/changes? not saved yet/).waitFor({ state: "detached" });

  // A key that another owner has replaced meanwhile is not overwritten.
  await replaceKey(page);
  await rename(page, "After Acres");
  const path = `farms/${farm.id}/apiKey`;
  await database.put(path, "on-boards-already");
  await proxy.accept();
  await expectInTime(
    page,
    () => page.getByText("Not saved: someone changed it in the meantime.").isVisible(),
    true,
  );
  await expectSoon(stored(farm), "After Acres");
  expect(await database.get(path)).toBe("on-boards-already");
  await page.getByText(/changes? not saved yet/).waitFor({ state: "detached" });

  // From a hidden page too.
  await cutOff({ proxy, page });
  await rename(page, "Hidden Acres");
  await page.evaluate(`
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
  await page.clock.runFor(6 * SECOND_MS);
  await proxy.accept();
  await page.evaluate(`dispatchEvent(new Event("online"))`);
  await expectInTime(page, stored(farm), "Hidden Acres");
});

test("opens every view offline, also after a reload, and fills it when back online", async () => {
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
  await expectSoon(() => page.evaluate<number>(KEPT_PEOPLE), 1);
  await page.reload();
  await page.getByText(NO_CONNECTION).waitFor();
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.getByText("21.4").first().waitFor();
  await page.getByText(/^At \d\d:\d\d: no problems$/).waitFor();
  await card.getByRole("link", { name: "Tomatoes" }).click();
  await page
    .getByRole("region", { name: "Temperature", exact: true })
    .getByText("18.2")
    .first()
    .waitFor();
  const cutOff = page.getByText("Offline. The history loads when you're back online.");
  await cutOff.first().waitFor();
  await page.getByRole("link", { name: "Sensors" }).click();
  await page.getByText("Air, north bench").first().waitFor();
  await page.getByRole("button", { name: "Register a sensor" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Bench 7");
  await page.getByLabel("Type").fill("SHT31");
  await page.getByRole("button", { name: "Fill in" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Register" }).click();
  const added = page.getByRole("row", { name: /^Bench 7/ });
  await added.getByText("Not saved yet: waiting to be back online").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await added.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Greenhouses" }).click();
  await card.getByRole("link", { name: "Tomatoes" }).click();

  await page.context().setOffline(false);
  await hosting.accept();
  // Without a network the SDK's pauses between attempts grow: the page ends them after 30 s.
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached", timeout: 45 * SECOND_MS });
  await page.locator('.charts[aria-busy="false"]').waitFor();
  expect(await cutOff.count()).toBe(0);
});

test("shows cached values while a sign-in is confirmed, and none after the sign-in has ended", async () => {
  const farm = await addPageFarm(database);
  await database.patch({ [`greenhouses/${farm.tomatoes}/thresholds/temperature/max`]: 20 });
  const { page } = await visit(farmPath(farm), farm.owner, {}, (fresh) => fresh.clock.install());
  const value = page.getByRole("article", { name: "Tomatoes" }).getByText("21.4").first();
  await value.waitFor();
  await expectInTime(page, () => page.evaluate<number>(KEPT_PEOPLE), 1);

  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  await page.route("**/accounts:lookup?*", async (route) => {
    await ended;
    const json = { error: { code: 400, message: "USER_NOT_FOUND" } };
    await route.fulfill({ status: 400, headers: { "Access-Control-Allow-Origin": "*" }, json });
  });
  await page.evaluate(endTokenIn(0));
  await page.reload();
  await value.waitFor();
  await page.getByText(/^At \d\d:\d\d: \d problems?$/).waitFor();
  end();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.textContent("body")).not.toContain("Sunny Acres");
  expect(await page.evaluate<number>(KEPT_PEOPLE)).toBe(0);
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.textContent("body")).not.toContain("Sunny Acres");
});

test("explains an unavailable view and opens it later", async () => {
  const farm = await addPageFarm(database);
  const { page } = await visit(farmPath(farm), farm.owner);
  await page.getByText("Everything is fine").waitFor();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Sensors" }).click();
  await page.getByText("Not available offline. Opens when you're back online.").waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText("Air, north bench").first().waitFor();
});

test("registers a waiting sensor without closing a form, then asks about a refused sensor", async () => {
  const farm = await addPageFarm(database);
  const otherFarm = await addPageFarm(database);
  const { page } = await visit(farmPath(farm, "sensors"), farm.owner);
  const register = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: "Register a sensor" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Type").fill("SHT31");
    await page.getByRole("button", { name: "Fill in" }).click();
  };
  await register("Bench 7");
  await page.context().setOffline(true);
  await page.getByText(NO_CONNECTION).waitFor({ state: "attached" });
  const submit = page.getByRole("dialog").getByRole("button", { name: "Register" });
  await submit.click();
  await register("Bench 6");
  await page.getByRole("dialog").getByLabel("UID").fill(otherFarm.air.uid);
  await submit.click();
  await register("Bench 8");
  await page.context().setOffline(false);
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached" });
  await page.getByText(/changes? not saved yet/).waitFor({ state: "detached" });
  await page.getByText(/Not saved yet/).waitFor({ state: "detached" });
  await page.getByText("Bench 7").first().waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Bench 8");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Another farm may be using it").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Bench 6");
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
