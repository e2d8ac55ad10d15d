/** Outputs on the page of their greenhouse: ordered by holding, switched off by one press, with the board's reports. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Locator, Page } from "playwright-core";
import { OUTPUT_ROOTS } from "@greenhouse/domain/outputs/updates";
import { signBody } from "@greenhouse/domain/identity/signing";
import { expectSoon } from "rtdb-emulator/testing/polling";
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
const VALVE = {
  name: "Drip line",
  kind: "switch",
  place: "a",
  leaseSeconds: 600,
  maxOnSeconds: 1_800,
};

const ADD = "Add a valve, pump or vent";

/** The label of the field with the focus, or the text of the button. */
const focused = (page: Page): Promise<string> =>
  page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent");

async function addOutput(farm: PageFarm, more: Record<string, Json> = {}): Promise<void> {
  const board = `${farm.id}/${farm.air.uid}`;
  await database.patch({
    [`outputs/${board}/valve`]: { ...VALVE, ...more },
    [`outputPlaces/${board}/${VALVE.place}`]: "valve",
  });
}

/** Reports as the board. Returns the function's answer. */
async function report(farm: PageFarm, value: number, version: number, reason: string) {
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
  page.getByRole("region", { name: "Valves and pumps" }).getByRole("listitem").first();

async function hold(page: Page): Promise<void> {
  const button = row(page).getByRole("button", { name: "Hold to switch on" });
  await button.dispatchEvent("pointerdown");
  await row(page).getByText("waiting for the board").waitFor();
  await button.dispatchEvent("pointerup");
}

/** Whether a click in the middle of a button hits it when it is scrolled to the place of the notices. */
const atNotices = (label: string): string => `(() => {
  const button = document.querySelector('.output-controls [aria-label="${label}"]');
  const { bottom } = document.querySelector(".notices").getBoundingClientRect();
  scrollBy({ top: button.getBoundingClientRect().bottom - bottom + 4, behavior: "instant" });
  const { left, top, width, height } = button.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return [Math.abs(bottom - 4 - top - height) < 2, button.contains(hit)];
})()`;

async function expectUncovered(page: Page, buttons: readonly string[]): Promise<void> {
  for (const label of buttons.map((button) => `${button}: Drip line`)) {
    expect([label, await page.evaluate(atNotices(label))]).toEqual([label, [true, true]]);
  }
}

test("orders an output by holding, switches it off by a press, and logs both people", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm);
  const page = await open(farm, farm.owner, PHONE);
  await row(page).getByText("The board has not reported yet").waitFor();
  // A short press orders nothing.
  await row(page).getByRole("button", { name: "Hold to switch on" }).tap();
  await row(page).getByText("Hold the button for one second.").waitFor();
  await expectUncovered(page, ["Hold to switch on", "Off"]);
  expect(await database.get(`outputOrders/${farm.id}`)).toBeNull();
  await hold(page);
  const { value, version, forMs } = await report(farm, 0, 0, "start");
  expect([value, forMs > 500_000]).toEqual([1, true]);
  await report(farm, 1, version, "order");
  await row(page)
    .getByText(/^on until/)
    .waitFor();
  await inspect(page, "outputs");
  await row(page).getByRole("button", { name: "Off: Drip line" }).click();
  await row(page).getByText("on · switching off: waiting for the board").waitFor();
  await page
    .getByText(/^Ordered: Drip line off at .*, at the latest 10\u202fmin after the previous one\.$/)
    .waitFor();
  expect(await report(farm, 1, version, "order")).toMatchObject({ value: 0 });
  await report(farm, 0, version + 1, "order");
  await row(page).getByText("off", { exact: true }).waitFor();
  await row(page).getByText("History").click();
  const lines = row(page).getByRole("listitem");
  await lines.nth(1).waitFor();
  expect(await lines.allInnerTexts()).toEqual([
    expect.stringMatching(/off, /),
    expect.stringMatching(/on until .*, /),
  ]);
});

test("shows the newest orders in the log, whatever their keys are", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm);
  const entry = (at: number) => ({ value: 0, version: 1, by: farm.owner.uid, at });
  const now = Date.now();
  const times = Array.from({ length: 20 }, (_, index) => now - index);
  await database.put(`outputLog/${farm.id}/${farm.air.uid}/valve`, {
    ...Object.fromEntries(times.map((at) => [`-OaLoggedOrder${String(at).slice(-6)}`, entry(at)])),
    "-zzzzzzzzzzzzzzzzzzz": { ...entry(1), value: 1, until: 2 },
  });
  const page = await open(farm, farm.owner);
  await row(page).getByText("History").click();
  const lines = row(page).getByRole("listitem");
  await lines.nth(19).waitFor();
  expect((await lines.allInnerTexts()).filter((line) => line.includes("on until"))).toEqual([]);
});

test("starts the state with the board's report, not with the order", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm, { kind: "level" });
  const page = await open(farm, farm.viewer, PHONE);
  await row(page).getByText("not known yet", { exact: true }).waitFor();
  const now = Date.now();
  const path = `${farm.id}/${farm.air.uid}/valve`;
  const order = { version: 7, by: farm.owner.uid, at: now - MINUTE_MS, entry: "-K" };
  const on = { ...order, value: 100, until: now + 10 * MINUTE_MS };
  const state = { version: 7, reason: "order", at: now, heard: now };
  for (const [ordered, reported, words] of [
    [on, undefined, /^not known yet · switching 100\u202f% until [\d:]+: waiting/],
    [on, { ...state, value: 0, version: 6 }, /^off · switching 100\u202f% until /],
    [on, { ...state, value: 40, version: 6 }, /^40\u202f% · switching 100\u202f% until /],
    // A report about the output that was removed.
    [on, { ...state, value: 40, version: 607 }, /^40\u202f% · switching 100\u202f% until /],
    [on, { ...state, value: 40, version: 6, heard: 1 }, /^should be off by itself · switching /],
    [on, { ...state, value: 100 }, /^100\u202f% until [\d:]+$/],
    [{ ...order, value: 0 }, { ...state, value: 40, version: 6 }, /^40\u202f% · switching off: /],
    [{ ...order, value: 0 }, { ...state, value: 40 }, /^40\u202f% without an order$/],
    [{ ...on, until: now - 1 }, { ...state, value: 40, version: 6 }, /^40\u202f% · order expired/],
    [{ ...on, until: now - 1 }, { ...state, value: 100 }, /^100\u202f% · ended at /],
  ] as const) {
    await database.put(`outputStates/${path}`, reported ?? null);
    await database.put(`outputOrders/${path}`, ordered);
    await row(page).getByText(words).waitFor();
  }
});

test("tells a person whose valid order they have replaced", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm, { viewersMay: true });
  await hold(await open(farm, farm.viewer));
  const page = await open(farm, farm.owner);
  await row(page).getByRole("button", { name: "Off: Drip line" }).click();
  await row(page)
    .getByText(/ Replaces: on until [\d:]+, by .+\.$/)
    .waitFor();
});

test("lets viewers see an output, and order it if they may", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm);
  const page = await open(farm, farm.viewer);
  await row(page).getByText("Only owners can switch this.").waitFor();
  expect(await row(page).getByRole("button").count()).toBe(0);
  expect(await page.getByRole("button", { name: ADD }).count()).toBe(0);
  await addOutput(farm, { viewersMay: true });
  await hold(page);
  expect(await report(farm, 0, 0, "start")).toMatchObject({ value: 1 });
});

test("describes the board's report, and orders nothing while offline", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm);
  const page = await open(farm, farm.owner);
  await hold(page);
  await row(page)
    .getByText(/ \(checks in at least every 3\u202fmin\)$/)
    .waitFor();
  const { version } = await report(farm, 0, 0, "start");
  await report(farm, 0, version, "limit");
  await row(page)
    .getByText(/off: daily limit \(30\u202fmin\) reached/)
    .waitFor();
  await report(farm, 0, version, "lease");
  await row(page)
    .getByText(/off by itself: offline for 10\u202fmin/)
    .waitFor();
  await page.context().setOffline(true);
  await row(page).getByText("You're offline. Nothing can be switched.").waitFor();
  expect(await row(page).getByRole("button").first().isDisabled()).toBe(true);
  await page.context().setOffline(false);
});

test("says since when an output is off if the board reported it, whatever its clock says", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm);
  const now = Date.now();
  const behind = 4 * MINUTE_MS;
  const order = { value: 1, version: 5, by: farm.owner.uid, at: now - 20 * MINUTE_MS, entry: "-K" };
  const storeState = async (until: number, since: number, reason = "lease"): Promise<void> => {
    const path = `${farm.id}/${farm.air.uid}/valve`;
    await database.put(`outputOrders/${path}`, { ...order, until });
    await database.put(`outputStates/${path}`, {
      value: 0,
      version: 5,
      reason,
      heard: now,
      at: now - behind,
      since: since - behind,
    });
  };
  const page = await open(farm, farm.viewer);
  await storeState(now + 10 * MINUTE_MS, now - 5 * MINUTE_MS);
  const begun = await page.evaluate(
    (ms) => new Date(ms).toTimeString().slice(0, 5),
    now - 5 * MINUTE_MS,
  );
  await row(page).getByText(`off by itself since ${begun}: offline for`).waitFor();
  await row(page)
    .getByText(/^Board reports off · (just now|\d+ sec ago)$/)
    .waitFor();
  await storeState(now + 10 * MINUTE_MS, now - 5 * MINUTE_MS, "fault");
  await row(page)
    .getByText(/^off since [\d:]+: the board cannot measure/)
    .waitFor();
  await storeState(now - 5 * MINUTE_MS, now - 5 * MINUTE_MS);
  await row(page)
    .getByText(/^off since [\d:]+, as ordered$/)
    .waitFor();
  // Its board had no contact for too long before the order's end.
  await storeState(now - 2 * MINUTE_MS, now - 5 * MINUTE_MS);
  await row(page)
    .getByText(/^off since [\d:]+ \(ordered until [\d:]+\)$/)
    .waitFor();
});

test("never calls an output off that was on in the last report; offers the daily limit", async () => {
  const farm = await addPageFarm(database);
  await addOutput(farm, { maxOnSeconds: 30 });
  const now = Date.now();
  const path = `${farm.id}/${farm.air.uid}/valve`;
  const order = { value: 1, version: 5, by: farm.owner.uid, at: now - 20 * MINUTE_MS, entry: "-K" };
  await database.put(`outputOrders/${path}`, { ...order, until: now + MINUTE_MS });
  const heard = now - 15 * MINUTE_MS;
  const state = { value: 1, version: 5, reason: "order", at: heard, heard };
  await database.put(`outputStates/${path}`, state);
  const page = await open(farm, farm.owner);
  await row(page)
    .getByText(/^board offline since [\d:]+; it should have switched off by itself$/)
    .waitFor();
  const durations = row(page).getByLabel("For how long").locator("option");
  expect(await durations.allInnerTexts()).toEqual(["1\u202fmin"]);
});

describe("owners define outputs", () => {
  test("shows only a button without outputs, and explains invalid input at its field", async () => {
    const farm = await addPageFarm(database);
    const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.owner, PHONE);
    await page.getByRole("button", { name: ADD }).click();
    expect(await page.getByRole("region", { name: "Valves and pumps" }).count()).toBe(0);
    const dialog = page.getByRole("dialog", { name: "Add a valve, pump or vent" });
    await dialog.getByLabel("Name in the board's code").fill("Valve 1");
    await dialog.getByLabel("Switch off if offline").fill("90");
    await dialog.getByRole("button", { name: "Add a valve, pump or vent" }).click();
    // The focus is at the first invalid field, so that the keyboard continues there.
    await expectSoon(() => focused(page), "Name");
    expect(await dialog.locator(".field:has(.error)").allInnerTexts()).toEqual([
      expect.stringMatching(/^Name\s+Required/),
      expect.stringMatching(/^Board\s[^]*Required/),
      expect.stringMatching(/code\s+At most 15 characters/),
      expect.stringMatching(/^Daily limit[^]*Required/),
      expect.stringMatching(/^Switch off if offline[^]*Must be from 1 to 60/),
    ]);
    await inspect(page, "a new output");
  });

  test("add an output with the keyboard only, and order it", async () => {
    const farm = await addPageFarm(database);
    const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.owner);
    await page.getByRole("button", { name: ADD }).press("Enter");
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).waitFor();
    for (const keys of ["Vent", "Air", "vent-1", "Level", "30"]) {
      await page.keyboard.type(keys);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await row(page).getByText("The board has not reported yet").waitFor();
    await page.getByText("Vent was added.").waitFor();
    await expectSoon(() => focused(page), "Vent");
    const view = page.viewportSize();
    const place = await row(page).getByRole("heading", { name: "Vent" }).boundingBox();
    expect(place!.y > 0 && place!.y < view!.height).toBe(true);
    // The durations within its limit of 30 minutes a day.
    expect(await row(page).getByLabel("For how long").locator("option").allInnerTexts()).toEqual([
      "1\u202fmin",
      "2\u202fmin",
      "5\u202fmin",
      "10\u202fmin",
      "30\u202fmin",
    ]);
    expect(await database.get(`outputs/${farm.id}/${farm.air.uid}`)).toMatchObject({
      "vent-1": { name: "Vent", kind: "level", leaseSeconds: 600, maxOnSeconds: 1_800 },
    });
    await hold(page);
    expect(await database.get(`outputOrders/${farm.id}/${farm.air.uid}/vent-1/value`)).toBe(100);
  });

  test("change an output, but are asked if somebody else changes it meanwhile", async () => {
    const farm = await addPageFarm(database);
    await addOutput(farm);
    const page = await open(farm, farm.owner, PHONE);
    await row(page).getByRole("button", { name: "Edit: Drip line" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Drip line" });
    await dialog.getByText("valve on the board Air, north bench. Switch: on or off.").waitFor();
    await dialog.getByLabel("Daily limit").fill("0.5");
    await dialog.getByLabel("Viewers can switch it too").check();
    await addOutput(farm, { maxOnSeconds: 600 });
    await dialog.getByText("Someone else set Daily limit (minutes) to 10").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Keep 0.5" }).click();
    await inspect(page, "changing an output");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await expectUncovered(page, ["Off"]);
    const path = `outputs/${farm.id}/${farm.air.uid}/valve`;
    expect(await database.get(path)).toEqual({ ...VALVE, maxOnSeconds: 30, viewersMay: true });
    await page.getByRole("button", { name: "Undo" }).click();
    await expectSoon(() => database.get(path), { ...VALVE, maxOnSeconds: 600 });
  });

  test("remove an output with its orders and log, after a question", async () => {
    const farm = await addPageFarm(database);
    await addOutput(farm);
    const page = await open(farm, farm.owner, PHONE);
    await hold(page);
    await report(farm, 0, 0, "start");
    await row(page).getByRole("button", { name: "Edit: Drip line" }).click();
    await page.getByRole("button", { name: "Remove …" }).click();
    const question = page.getByRole("dialog", { name: "Remove Drip line?" });
    await question.getByText("Its history is deleted too.").waitFor();
    await inspect(page, "removing an output");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expectSoon(() => focused(page), "Remove …");
    await page.getByRole("button", { name: "Remove …" }).click();
    await question.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Drip line was removed.").waitFor();
    await page.getByRole("button", { name: ADD }).waitFor();
    // A place without a defined output is free.
    for (const root of OUTPUT_ROOTS.filter((name) => name !== "outputPlaces"))
      expect(await database.get(`${root}/${farm.id}`)).toBeNull();
  });
});
