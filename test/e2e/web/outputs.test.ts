/** Outputs on the page of their greenhouse: ordered by holding, switched off by one press, with the board's reports. */

import type { Locator, Page } from "playwright-core";
import { OUTPUT_ROOTS } from "@greenhouse/domain/outputs/updates";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { signBody } from "@greenhouse/domain/identity/signing";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { databaseClient } from "../../support/backend/database-client";
import type { Json } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { sharedHost } from "../../support/backend/targets";
import { addPageFarm, addPeople, VALVE, valveUpdate } from "../../support/web/farm";
import type { PageFarm, People } from "../../support/web/farm";
import { changeFarm, farmPath, PHONE, untilText, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
const host = sharedHost();
let people: People;
let farm: PageFarm;
/** The owner's. */
let page: Page;
beforeAll(async () => {
  people = await addPeople();
  ({ page } = await visit("/farms", people.owner, PHONE));
});
beforeEach(async () => {
  farm = await addPageFarm(database, {}, people);
});

const ADD = "Add a valve, pump or vent";

/** The label of the field with the focus, or the text of the button. */
const focused = (): Promise<string> =>
  page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent");

function addOutput(more: Record<string, Json> = {}): Promise<void> {
  return database.patch(valveUpdate(farm, more));
}

/** Reports as the board. Returns the function's answer. */
async function report(value: number, version: number, reason: string) {
  const { uid } = farm.air;
  const body = { uid, timestamp: Date.now(), outputs: { valve: { value, version, reason } } };
  const text = JSON.stringify(body);
  const headers = { "X-Signature": signBody(farm.apiKey, Buffer.from(text)) };
  const { json } = await post(`${host.url}/sensorData`, text, headers);
  return (json as { outputs: { valve: { value: number; version: number; forMs: number } } }).outputs
    .valve;
}

async function open(): Promise<void> {
  await changeFarm(page, farmPath(farm, "g", farm.tomatoes));
  await row(page).waitFor();
}

const row = (opened: Page): Locator =>
  opened.getByRole("region", { name: "Valves and pumps" }).getByRole("listitem").first();

const orderPath = (output: string): string =>
  `outputOrders/${farm.id}/${farm.air.uid}/${output}/value`;

/** Orders an output. Waits until the order is stored, because the page shows it earlier. */
async function hold(opened: Page, output = "valve", value = 1): Promise<void> {
  const button = row(opened).getByRole("button", { name: "Hold to switch on" });
  await button.dispatchEvent("pointerdown");
  await row(opened).getByText("waiting for the board").waitFor();
  await button.dispatchEvent("pointerup");
  await expectSoon(() => database.get(orderPath(output)), value);
}

test("orders an output by holding, switches it off by a press, and logs both people", async () => {
  await addOutput();
  await open();
  await row(page).getByText("The board has not reported yet").waitFor();
  // A short press orders nothing.
  await row(page).getByRole("button", { name: "Hold to switch on" }).tap();
  await row(page).getByText("Hold the button for one second.").waitFor();
  expect(await database.get(`outputOrders/${farm.id}`)).toBeNull();
  await hold(page);
  const { value, version, forMs } = await report(0, 0, "start");
  expect([value, forMs > 500_000]).toEqual([1, true]);
  await report(1, version, "order");
  await row(page)
    .getByText(/^on until/)
    .waitFor();
  await page.getByRole("link", { name: "All greenhouses" }).click();
  const card = page.getByRole("article", { name: "Tomatoes" });
  await card.getByText(/^Drip line on, (9|10)\u202fmin left$/).waitFor();
  await card.getByRole("link").first().click();
  await row(page).getByRole("button", { name: "Switch off: Drip line" }).click();
  await row(page).getByText("on · switching off: waiting for the board").waitFor();
  await page
    .getByText(/^Ordered: Drip line off at .*, at the latest 10\u202fmin after the previous one\.$/)
    .waitFor();
  expect(await report(1, version, "order")).toMatchObject({ value: 0 });
  await report(0, version + 1, "order");
  await row(page).getByText("off", { exact: true }).waitFor();
  await row(page).getByText("Orders", { exact: true }).click();
  const lines = row(page).getByRole("listitem");
  await untilText(lines.nth(0), /off, /);
  await untilText(lines.nth(1), /on until .*, /);
  expect(await lines.count()).toBe(2);
  await page.context().setOffline(true);
  const outputs = page.getByRole("region", { name: "Valves and pumps" });
  await outputs
    .getByText(/^You're offline, so this is the state at .+ and nothing can be switched\.$/)
    .waitFor();
  await expectSoon(() => outputs.getByText("Board reports").count(), 0);
  await expectSoon(() => row(page).getByRole("button").first().isDisabled(), true);
  await page.context().setOffline(false);
});

test("lets viewers order an output if they may, and tells who replaces their order", async () => {
  await addOutput();
  const path = farmPath(farm, "g", farm.tomatoes);
  const { page: viewers } = await visit(path, farm.viewer, PHONE);
  await row(viewers).getByText("Only owners can switch this.").waitFor();
  expect(await row(viewers).getByRole("button").count()).toBe(0);
  expect(await viewers.getByRole("button", { name: ADD }).count()).toBe(0);
  await addOutput({ viewersMay: true });
  await hold(viewers);
  expect(await report(0, 0, "start")).toMatchObject({ value: 1 });
  await open();
  await row(page).getByRole("button", { name: "Switch off: Drip line" }).click();
  await row(page)
    .getByText(/ Replaces: on until [\d:]+, by .+\.$/)
    .waitFor();
});

describe("owners define outputs", () => {
  test("add an output with the keyboard only, and order it", async () => {
    await changeFarm(page, farmPath(farm, "g", farm.tomatoes));
    await page.getByRole("button", { name: ADD }).press("Enter");
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).waitFor();
    for (const keys of ["Vent", "Air", "vent-1", "Level", "5"]) {
      await page.keyboard.type(keys);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await row(page).getByText("The board has not reported yet").waitFor();
    await page.getByText("Vent was added.").waitFor();
    await expectSoon(focused, "Vent");
    // The longest duration is its limit of 5 minutes a day.
    const durations = row(page).getByLabel("For how long").locator("option");
    await untilText(durations.last(), /^5\u202fmin$/);
    expect(await database.get(`outputs/${farm.id}/${farm.air.uid}`)).toMatchObject({
      "vent-1": { name: "Vent", kind: "level", leaseSeconds: 600, maxOnSeconds: 300 },
    });
    await hold(page, "vent-1", 100);
    const until = await database.get(`outputOrders/${farm.id}/${farm.air.uid}/vent-1/until`);
    expect(Number(until) - Date.now()).toBeLessThanOrEqual(5 * MINUTE_MS);
  });

  test("change an output, undo the change, and remove it with its orders and log after a question", async () => {
    await addOutput();
    await open();
    await row(page).getByRole("button", { name: "Edit: Drip line" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Drip line" });
    await dialog.getByText("valve on the board Air, north bench. Switch: on or off.").waitFor();
    await dialog.getByLabel("Daily limit").fill("0.5");
    await dialog.getByLabel("Viewers can switch it too").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const path = `outputs/${farm.id}/${farm.air.uid}/valve`;
    expect(await database.get(path)).toEqual({ ...VALVE, maxOnSeconds: 30, viewersMay: true });
    await page.getByRole("button", { name: "Undo" }).click();
    await expectSoon(() => database.get(path), VALVE);

    await hold(page);
    await report(0, 0, "start");
    await row(page).getByRole("button", { name: "Edit: Drip line" }).click();
    await page.getByRole("button", { name: "Remove …" }).click();
    const question = page.getByRole("dialog", { name: "Remove Drip line?" });
    await question.getByText("Its plan and its orders are deleted too.").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expectSoon(focused, "Remove …");
    await page.getByRole("button", { name: "Remove …" }).click();
    await question.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Drip line was removed.").waitFor();
    await page.getByRole("button", { name: ADD }).waitFor();
    // A place without a defined output is free.
    for (const root of OUTPUT_ROOTS.filter((name) => name !== "outputPlaces"))
      expect(await database.get(`${root}/${farm.id}`)).toBeNull();
  });
});
