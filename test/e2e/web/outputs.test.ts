/** Outputs on the page of their greenhouse: ordered by holding, switched off by one press, and what the board says. */

import type { Locator, Page } from "playwright-core";
import { signBody } from "../../../domain/src/signing";
import { FUNCTIONS_URL } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import type { Json } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { inspect } from "../../support/web/axe";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm, Person } from "../../support/web/farm";
import { farmPath, PHONE, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
const VALVE = { name: "Drip line", kind: "switch", leaseSeconds: 600, maxOnSeconds: 1_800 };

async function addOutput(farm: PageFarm, more: Record<string, Json> = {}): Promise<void> {
  await database.put(`outputs/${farm.id}/${farm.air.uid}/valve`, { ...VALVE, ...more });
}

/** What the board is answered when it says this. */
async function say(farm: PageFarm, value: number, version: number, reason: string) {
  const { uid } = farm.air;
  const body = { uid, timestamp: Date.now(), outputs: { valve: { value, version, reason } } };
  const text = JSON.stringify(body);
  const headers = { "X-Signature": signBody(farm.apiKey, Buffer.from(text)) };
  const { json } = await post(`${FUNCTIONS_URL}/sensorData`, text, headers);
  return (json as { outputs: { valve: { value: number; version: number; forMs: number } } }).outputs
    .valve;
}

async function open(farm: PageFarm, person: Person, options = {}): Promise<Page> {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), person, options);
  await row(page).waitFor();
  return page;
}

const row = (page: Page): Locator =>
  page.getByRole("region", { name: "Outputs" }).getByRole("listitem").first();

async function hold(page: Page): Promise<void> {
  const button = row(page).getByRole("button", { name: "Hold: on" });
  await button.dispatchEvent("pointerdown");
  await row(page).getByText("waiting for the board").waitFor();
  await button.dispatchEvent("pointerup");
}

test("an output is ordered by holding, applied, switched off by a press, and its log says by whom", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm);
  const page = await open(farm, farm.owner, PHONE);
  await row(page).getByText("The board has not spoken yet").waitFor();
  // A press alone orders nothing.
  await row(page).getByRole("button", { name: "Hold: on" }).tap();
  expect(await database.get(`outputOrders/${farm.id}`)).toBeNull();
  await hold(page);
  const { value, version, forMs } = await say(farm, 0, 0, "start");
  expect([value, forMs > 500_000]).toEqual([1, true]);
  await say(farm, 1, version, "order");
  await row(page)
    .getByText(/^on until/)
    .waitFor();
  await inspect(page, "outputs");
  await row(page).getByRole("button", { name: "Off: Drip line" }).click();
  await row(page).getByText("off: ordered, waiting for the board").waitFor();
  expect(await say(farm, 1, version, "order")).toMatchObject({ value: 0 });
  await say(farm, 0, version + 1, "order");
  await row(page).getByText("off", { exact: true }).waitFor();
  await row(page).getByText("Who ordered what").click();
  const lines = row(page).getByRole("listitem");
  await lines.nth(1).waitFor();
  expect(await lines.allInnerTexts()).toEqual([
    expect.stringMatching(/off, /),
    expect.stringMatching(/on until .*, /),
  ]);
});

test("viewers see an output, and order it where they may", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm);
  const page = await open(farm, farm.viewer);
  await row(page).getByText("Owners of the farm switch it.").waitFor();
  expect(await row(page).getByRole("button").count()).toBe(0);
  await addOutput(farm, { membersMay: true });
  await hold(page);
  expect(await say(farm, 0, 0, "start")).toMatchObject({ value: 1 });
});

test("what the board says is said in words, and without a connection nothing is ordered", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm);
  const page = await open(farm, farm.owner);
  await hold(page);
  const { version } = await say(farm, 0, 0, "start");
  await say(farm, 0, version, "limit");
  await row(page)
    .getByText(/off: 30 mins? a day are used up/)
    .waitFor();
  await say(farm, 0, version, "lease");
  await row(page)
    .getByText(/off by itself: it heard nothing for 10 mins?/)
    .waitFor();
  await page.context().setOffline(true);
  await row(page).getByText("Without a connection nothing can be ordered.").waitFor();
  expect(await row(page).getByRole("button").first().isDisabled()).toBe(true);
  await page.context().setOffline(false);
});

test("a greenhouse without outputs shows nothing of them", async () => {
  const farm = await addPageFarm(database);
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.owner);
  await page.getByText("Air, north bench").first().waitFor();
  expect(await page.getByRole("region", { name: "Outputs" }).count()).toBe(0);
});
