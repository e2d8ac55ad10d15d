/** The page opens views without a network, and keeps changes until they are stored. */

import { SECOND_MS } from "@greenhouse/domain/time";
import type { Page } from "playwright-core";
import { KEPT_PEOPLE } from "../../../tools/bench/page/kept-people";
import { databaseClient } from "../../support/backend/database-client";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { HOSTING_URL } from "../../support/web/addresses";
import { addPageFarm, addPeople } from "../../support/web/farm";
import type { PageFarm, People } from "../../support/web/farm";
import { endTokenIn, farmPath, signIn, useVisitors } from "../../support/web/visit";

const NO_CONNECTION = /^Offline\. Showing values from \d\d:\d\d\.$/;

const database = databaseClient();
const { visit } = useVisitors();
let people: People;
let farm: PageFarm;
beforeAll(async () => {
  people = await addPeople();
});
beforeEach(async () => {
  farm = await addPageFarm(database, {}, people);
});

/** Fills in the form for a new sensor. */
async function describeSensor(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Register a sensor" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Type").fill("SHT31");
  await page.getByRole("button", { name: "Fill in" }).click();
}

test("opens every view offline, also after a reload, and fills it when back online", async () => {
  const hosting = await startTcpProxy(new URL(HOSTING_URL).host);
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
  const figure = page.getByRole("region", { name: "Temperature", exact: true });
  await figure.getByText("18.2").first().waitFor();
  const cutOff = page.getByText("Offline. The history loads when you're back online.");
  await cutOff.first().waitFor();
  await page.getByRole("link", { name: "Sensors" }).click();
  await page.getByText("Air, north bench").first().waitFor();
  await describeSensor(page, "Bench 7");
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
  await hosting.refuse();
});

test("shows cached values while a sign-in is confirmed, and none after the sign-in has ended", async () => {
  const { page } = await visit(farmPath(farm), farm.owner);
  const value = page.getByRole("article", { name: "Tomatoes" }).getByText("21.4").first();
  await value.waitFor();
  await expectSoon(() => page.evaluate<number>(KEPT_PEOPLE), 1);

  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  await page.route("**/accounts:lookup?*", async (route) => {
    await ended;
    const json = { error: { code: 400, message: "USER_NOT_FOUND" } };
    await route.fulfill({ status: 400, headers: { "Access-Control-Allow-Origin": "*" }, json });
  });
  await page.evaluate(endTokenIn(0));
  await page.reload();
  await value.waitFor();
  await page.getByText(/^At \d\d:\d\d: no problems$/).waitFor();
  end(undefined);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.textContent("body")).not.toContain("Sunny Acres");
  expect(await page.evaluate<number>(KEPT_PEOPLE)).toBe(0);
});

test("registers a waiting sensor without closing a form, then asks about a refused sensor", async () => {
  const otherFarm = await addPageFarm(database, {}, people);
  const { page } = await visit(farmPath(farm), farm.owner);
  await page.getByText("Everything is fine").waitFor();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Sensors" }).click();
  await page.getByText("Not available offline. Opens when you're back online.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("Air, north bench").first().waitFor();

  await describeSensor(page, "Bench 7");
  await page.context().setOffline(true);
  await page.getByText(NO_CONNECTION).waitFor({ state: "attached" });
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Register" });
  await submit.click();
  await describeSensor(page, "Bench 6");
  await dialog.getByLabel("UID").fill(otherFarm.air.uid);
  await submit.click();
  await describeSensor(page, "Bench 8");
  await page.context().setOffline(false);
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached" });
  await page.getByText(/changes? not saved yet/).waitFor({ state: "detached" });
  await page.getByText("Bench 7").first().waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Bench 8");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Another farm may be using it").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Bench 6");
});
