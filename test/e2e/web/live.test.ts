/** Readings appear as they arrive. Without a connection the page says so, opens its views, keeps changes, and reconnects. */

import { SECOND_MS } from "@greenhouse/domain/time";
import type { Page, WebSocket } from "playwright-core";
import { post } from "../../support/backend/exchange";
import { databaseClient } from "../../support/backend/database-client";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { KEPT_PEOPLE } from "../../../tools/bench/page/kept-people";
import { HOSTING_URL } from "../../support/web/addresses";
import { signedBody } from "../../support/backend/farm";
import { sharedHost } from "../../support/backend/targets";
import { addPageFarm, addPeople } from "../../support/web/farm";
import type { PageFarm, People } from "../../support/web/farm";
import {
  changeFarm,
  DESK,
  endTokenIn,
  farmPath,
  go,
  PHONE,
  signIn,
  untilRead,
  untilText,
  useVisitors,
} from "../../support/web/visit";
import type { Visit } from "../../support/web/visit";

const NO_CONNECTION = /^Offline\. Showing values from \d\d:\d\d\.$/;

const database = databaseClient();
const { visit } = useVisitors();
const host = sharedHost();
let people: People;
let farm: PageFarm;
let viewers: Visit;
beforeAll(async () => {
  people = await addPeople();
  viewers = await visit("/farms", people.viewer);
});
beforeEach(async () => {
  farm = await addPageFarm(database, {}, people);
});

/** The newest temperature reading, below the figure of all sensors. */
function tile(page: Page): ReturnType<Page["locator"]> {
  return page.getByRole("region", { name: "Temperature", exact: true }).locator(".newest");
}

async function sendSigned(temperature: number, humidity?: number): Promise<void> {
  const values = { temperature, ...(humidity !== undefined && { humidity }) };
  const answer = await post(`${host.url}/sensorData`, signedBody(farm.air, values));
  expect(answer.status).toBe(200);
}

async function sendKeyInBody(temperature: number): Promise<void> {
  const body = { uid: farm.soil.uid, apiKey: host.sensorKey, temperature };
  expect((await post(`${host.url}/sensorData`, body)).status).toBe(200);
}

test("shows signed and keyed readings in tile and chart as they arrive", async () => {
  const { page, complaints } = viewers;
  await changeFarm(page, farmPath(farm, "g", farm.tomatoes));
  await tile(page).waitFor();
  const legend = page.getByRole("figure", { name: /Chart: Temperature/ }).locator(".legend");
  await legend.getByText("Soil, row 3").waitFor();
  for (const [temperature, send] of [
    [24.7, sendSigned],
    [26.1, sendKeyInBody],
  ] as const) {
    await send(temperature);
    await tile(page).getByText(String(temperature)).waitFor();
    await legend.getByText(String(temperature)).waitFor();
  }
  expect(complaints).toEqual([]);
});

test("shows a reading in its card at once, and names and links a value beyond its limit", async () => {
  const { page } = viewers;
  await changeFarm(page, farmPath(farm));
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.getByText("18.2–\u206021.4").waitFor();
  await sendSigned(25.67);
  await card.getByText("18.2–\u206025.7").waitFor();
  await page.getByText("Everything is fine").waitFor();
  await sendSigned(33.1);
  await page.getByText("1 problem").waitFor();
  const concern = page.locator(".status li");
  await untilText(concern, /^Tomatoes, Air, north bench: 33\.1\u202f°C, above 30 since \d\d:\d\d$/);
  await untilText(card, /above 30\u202f°C since \d\d:\d\d/i);
  await concern.getByRole("link", { name: "Tomatoes, Air, north bench" }).click();
  await page.locator("tr.is-named", { hasText: "Air, north bench" }).waitFor();
  const figure = page.getByRole("region", { name: "Temperature", exact: true });
  await figure.getByText("Air, north bench, above 30\u202f°C").waitFor();
  await untilText(figure.locator(".value"), /^33\.1\u202f°C$/);
});

test("lists six greenhouses on a phone in rows, problems first, and groups those of a frost, also among alerts", async () => {
  const houses = ["Aubergines", "Basil", "Chard", "Dill", "Endive"];
  const idOf = (name: string): string => `${name}-${farm.id}`;
  const measure = (name: string, temperature: number): Record<string, unknown> => ({
    [`greenhouses/${idOf(name)}`]: {
      name,
      farmId: farm.id,
      thresholds: { temperature: { min: 12 } },
    },
    [`registeredSensors/${idOf(name)}`]: {
      sensorName: "Air",
      sensorType: "SHT31",
      farmId: farm.id,
      greenhouse: idOf(name),
    },
    [`sensors/${idOf(name)}/bySensor/${idOf(name)}`]: { temperature },
    [`lastSeen/${farm.id}/${idOf(name)}/temperature`]: Date.now(),
  });
  const temperatures = [18, 19, 3, 2.1, 5];
  await database.patch({
    [`greenhouses/${farm.herbs}`]: null,
    ...Object.assign({}, ...houses.map((name, index) => measure(name, temperatures[index]!))),
  });
  const { page } = await visit(farmPath(farm), farm.viewer, PHONE);
  const state = page.getByRole("region", { name: "Status" });
  await state.getByText("3 greenhouses below 12\u202f°C").waitFor();
  await state.getByText("coldest Dill 2.1\u202f°C").waitFor();
  const names = (): Promise<string[]> => page.locator(".greenhouse-row a").allTextContents();
  const others = ["Aubergines", "Basil", "Tomatoes"];
  await expectSoon(names, ["Chard", "Dill", "Endive", ...others]);
  await page.setViewportSize(DESK.viewport);
  await expectSoon(
    () => page.locator(".greenhouse-card h3").allTextContents(),
    ["Chard", "Dill", "Endive", ...others],
  );
  await page.setViewportSize(PHONE.viewport);
  await page.getByRole("button", { name: "Problems 3" }).click();
  await expectSoon(names, ["Chard", "Dill", "Endive"]);
  await database.patch(measure("Chard", 20));
  await expectSoon(names, ["Dill", "Endive"]);

  // The view of alerts lists up to ten problems one by one.
  const bays = Array.from({ length: 9 }, (_, index) => measure(`Bay${index}`, 4));
  await database.patch(Object.assign({}, ...bays) as Record<string, unknown>);
  await go(page, farmPath(farm, "alerts"));
  await state.getByText("11 greenhouses below 12\u202f°C").waitFor();
  const count = (): Promise<number> => state.getByRole("listitem").count();
  await expectSoon(count, 1);
  await state.getByRole("button", { name: "Show more" }).click();
  await expectSoon(count, 11);
});

test("leaves a moved sensor's day in its old greenhouse, and shows no value in the new one", async () => {
  await database.put(`registeredSensors/${farm.air.uid}/greenhouse`, farm.herbs);
  const { page } = viewers;
  await changeFarm(page, farmPath(farm));
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.locator(".extremes", { hasText: "23.4" }).first().waitFor();
  await go(page, farmPath(farm, "g", farm.herbs));
  const row = page.getByRole("row").filter({ hasText: farm.air.sensorName });
  await row.getByText("no value here yet").waitFor();
});

/** After this time a view says that the page is offline, in milliseconds. */
const OFFLINE_MS = 9 * SECOND_MS;

const installClock = (fresh: Page): Promise<void> => fresh.clock.install();

/** Fills in the form for a new sensor. */
async function describeSensor(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Register a sensor" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Type").fill("SHT31");
}

test("opens every view offline, also after a reload, and fills it when back online", async () => {
  const hosting = await startTcpProxy(new URL(HOSTING_URL).host);
  const { page } = await visit("/", undefined, { serviceWorkers: "allow" }, installClock);
  await page.goto(`http://${hosting.address}${farmPath(farm)}`);
  await signIn(page, farm.owner);
  await page.getByText("Everything is fine").waitFor();
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.getByText("Fine", { exact: true }).waitFor();
  // The page loads its service worker when the connection is idle.
  await page.clock.runFor(6 * SECOND_MS);
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");

  await hosting.refuse();
  await page.context().setOffline(true);
  await page.clock.runFor(OFFLINE_MS);
  await page.getByText(NO_CONNECTION).waitFor();
  await expectSoon(() => page.evaluate<number>(KEPT_PEOPLE), 1);
  await page.reload();
  await page.clock.runFor(OFFLINE_MS);
  await page.getByText(NO_CONNECTION).waitFor();
  await card.getByText("21.4").first().waitFor();
  await page.getByText(/^At \d\d:\d\d: no problems$/).waitFor();
  await expectSoon(() => card.getByText("Fine", { exact: true }).count(), 0);
  await card.getByRole("link", { name: "Tomatoes" }).click();
  const figure = page.getByRole("region", { name: "Temperature", exact: true });
  await figure.getByText("18.2").first().waitFor();
  const cutOff = page.getByText("Offline. The history loads when you're back online.");
  await page.clock.runFor(OFFLINE_MS);
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
  await sendSigned(26.4);

  await page.context().setOffline(false);
  await hosting.accept();
  // Without a network the SDK's pauses between attempts grow: the page ends them after 30 s.
  await page.clock.runFor(31 * SECOND_MS);
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached" });
  await untilRead(page);
  await expectSoon(() => cutOff.count(), 0);
  await tile(page).getByText("26.4").waitFor();
  await hosting.refuse();
});

/** A browser without a window never hides a page itself. */
async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, "visibilityState", { configurable: true, value: "${state}" });
     document.dispatchEvent(new Event("visibilitychange"));`,
  );
}

test("disconnects while hidden; shows cached values while a sign-in is confirmed, and none after it has ended", async () => {
  const sockets: WebSocket[] = [];
  const { page } = await visit(farmPath(farm), farm.owner, {}, async (fresh) => {
    fresh.on("websocket", (socket) => sockets.push(socket));
    await fresh.clock.install();
  });
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.getByText("18.2–\u206021.4").waitFor();
  await page.clock.runFor(6 * SECOND_MS);
  await expectSoon(() => page.evaluate<number>(KEPT_PEOPLE), 1);

  const closed = sockets.at(-1)!.waitForEvent("close");
  await setVisibility(page, "hidden");
  await page.clock.runFor(6 * SECOND_MS);
  await closed;
  await sendSigned(27.6);
  await setVisibility(page, "visible");
  await card.getByText("18.2–\u206027.6").waitFor();

  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  await page.route("**/accounts:lookup?*", async (route) => {
    await ended;
    const json = { error: { code: 400, message: "USER_NOT_FOUND" } };
    await route.fulfill({ status: 400, headers: { "Access-Control-Allow-Origin": "*" }, json });
  });
  await page.evaluate(endTokenIn(0));
  await page.reload();
  await card.getByText("18.2").first().waitFor();
  await page.clock.runFor(OFFLINE_MS);
  await page.getByText(/^At \d\d:\d\d: no problems$/).waitFor();
  end(undefined);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.textContent("body")).not.toContain("Sunny Acres");
  await expectSoon(() => page.evaluate<number>(KEPT_PEOPLE), 0);
});

test("registers a waiting sensor without closing a form, then asks about a refused sensor", async () => {
  const taken = `taken-${farm.id}`;
  const record = { sensorName: "Air", sensorType: "SHT31", farmId: "other" };
  await database.put(`registeredSensors/${taken}`, record);
  const { page } = await visit(farmPath(farm, "sensors"), farm.owner);
  await page.getByText("Air, north bench").first().waitFor();
  await describeSensor(page, "Bench 7");
  await page.context().setOffline(true);
  await page.getByText(NO_CONNECTION).waitFor({ state: "attached" });
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Register" });
  await submit.click();
  await describeSensor(page, "Bench 6");
  await dialog.getByLabel("UID").fill(taken);
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
