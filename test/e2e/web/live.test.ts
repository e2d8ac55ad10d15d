/** Readings appear as they arrive. Without a connection the page says so, and reconnects. */

import { HOUR_MS } from "@greenhouse/domain/time";
import type { Page } from "playwright-core";
import { signBody } from "@greenhouse/domain/identity/signing";
import { post } from "../../support/backend/exchange";
import { databaseClient } from "../../support/backend/database-client";
import { signedBody } from "../../support/backend/farm";
import { sharedHost } from "../../support/backend/targets";
import { addPageFarm, addPeople } from "../../support/web/farm";
import type { PageFarm, People } from "../../support/web/farm";
import { farmPath, go, untilRead, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
const host = sharedHost();
let people: People;
let farm: PageFarm;
beforeAll(async () => {
  people = await addPeople();
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

/** Sends a batch of readings a second apart. @param ago milliseconds since the first reading */
async function sendKept(ago: number, temperatures: readonly number[]): Promise<void> {
  const now = Date.now();
  const body = JSON.stringify({
    uid: farm.air.uid,
    timestamp: now,
    readings: temperatures.map((temperature, index) => ({
      timestamp: now - ago + index * 1000,
      temperature,
    })),
  });
  const headers = {
    "Content-Type": "application/json",
    "X-Signature": signBody(farm.apiKey, body),
  };
  const answer = await fetch(`${host.url}/sensorData`, { method: "POST", headers, body });
  expect(await answer.json()).toEqual({ success: true, stored: temperatures.length, refused: [] });
}

async function sendKeyInBody(temperature: number): Promise<void> {
  const body = { uid: farm.soil.uid, apiKey: host.sensorKey, temperature };
  expect((await post(`${host.url}/sensorData`, body)).status).toBe(200);
}

test("shows signed and keyed readings in tile and chart as they arrive", async () => {
  const path = farmPath(farm, "g", farm.tomatoes);
  const { page, complaints } = await visit(path, farm.viewer);
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

test("shows a board's kept readings in open charts and tables at their own time", async () => {
  const { page, complaints } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer);
  await untilRead(page);
  const chart = page.getByRole("figure", { name: /Chart: Temperature/ });
  await page.getByText("Temperature as a table").click();
  await chart.getByRole("row").nth(24).waitFor();
  await sendKept(5 * HOUR_MS, [43.1, 44.2]);
  await chart.getByRole("row").filter({ hasText: "44.2" }).waitFor();
  expect(await tile(page).textContent()).not.toContain("44.2");
  expect(complaints).toEqual([]);
});

test("shows a reading in its card at once, and names and links a value beyond its limit", async () => {
  const { page } = await visit(farmPath(farm), farm.viewer);
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.getByText("18.2–\u206021.4").waitFor();
  await sendSigned(25.67);
  await card.getByText("18.2–\u206025.7").waitFor();
  await page.getByText("Everything is fine").waitFor();
  await sendSigned(33.1);
  await page.getByText("1 problem").waitFor();
  const concern = page.locator(".status li");
  expect(await concern.textContent()).toMatch(
    /^Tomatoes, Air, north bench: 33\.1\u202f°C, above 30 since \d\d:\d\d$/,
  );
  await concern.getByRole("link", { name: "Tomatoes, Air, north bench" }).click();
  await page.locator("tr.is-named", { hasText: "Air, north bench" }).waitFor();
  const figure = page.getByRole("region", { name: "Temperature", exact: true });
  await figure.getByText("Air, north bench 33.1\u202f°C, above 30\u202f°C").waitFor();
});

test("says offline how old values are and reconnects; disconnects while hidden and catches up", async () => {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer);
  await tile(page).waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Offline\. Showing values from \d\d:\d\d\.$/).waitFor();

  await sendSigned(26.4);
  await page.context().setOffline(false);

  await page.getByText(/^Offline\. Showing values/).waitFor({ state: "detached" });
  await tile(page).getByText("26.4").waitFor();

  const opened = page.waitForEvent("websocket");
  await page.reload();
  const socket = await opened;
  await tile(page).waitFor();
  await page.locator(".offline").waitFor({ state: "detached" });
  const closed = socket.waitForEvent("close");
  await setVisibility(page, "hidden");
  await closed;

  await sendSigned(27.6);
  await setVisibility(page, "visible");

  await tile(page).getByText("27.6").waitFor();
});

test("says offline when there were no problems, but never that everything is fine", async () => {
  // Runs before the page sets any timer, because earlier timers would use another clock.
  const { page } = await visit(farmPath(farm), farm.viewer, {}, (fresh) => fresh.clock.install());
  const status = page.locator(".status");
  await status.getByText("Everything is fine").waitFor();
  expect(await status.getAttribute("class")).toContain("well");
  await page.context().setOffline(true);
  const wasFine = status.getByText(/^At \d\d:\d\d: no problems$/);
  await wasFine.waitFor();
  expect(await status.getAttribute("class")).not.toContain("well");
  expect(await page.getByText(/\bfine\b/i).count()).toBe(0);
  // While offline, missing readings do not mean that no sensor has sent.
  await page.clock.fastForward("50:00");
  await status.getByText(/last reading 5\d min ago/).waitFor();
  await wasFine.waitFor();
  await page.context().setOffline(false);
  await status.getByText("Everything is fine").waitFor();
});

/** A browser without a window never hides a page itself. */
async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, "visibilityState", { configurable: true, value: "${state}" });
     document.dispatchEvent(new Event("visibilitychange"));`,
  );
}

test("leaves a moved sensor's day in its old greenhouse, and shows no value in the new one", async () => {
  await database.put(`registeredSensors/${farm.air.uid}/greenhouse`, farm.herbs);
  const { page } = await visit(farmPath(farm), farm.viewer);
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.locator(".extremes", { hasText: "23.4" }).first().waitFor();
  await go(page, farmPath(farm, "g", farm.herbs));
  const row = page.getByRole("row").filter({ hasText: farm.air.sensorName });
  await row.getByText("no value here yet").waitFor();
});
