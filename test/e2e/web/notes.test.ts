/** Notes on the charts. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Locator, Page } from "playwright-core";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm, addPeople } from "../../support/web/farm";
import type { PageFarm, People, Person } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { farmPath, untilRead, useVisitors } from "../../support/web/visit";

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
const newKey = createPushKeys(Math.random);

async function openCharts(person: Person): Promise<Page> {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), person);
  await untilRead(page);
  await page.getByRole("button", { name: "Add a note" }).waitFor();
  return page;
}

function addNote(by: Person, text: string, at: number): Promise<void> {
  return database.put(`notes/${farm.tomatoes}/${newKey(at)}`, { at, text, by: by.uid });
}

const notesOf = (page: Page): Locator => page.getByRole("region", { name: "Notes" });
const marksOf = (page: Page): Locator =>
  page.getByRole("figure", { name: /Chart: Temperature/ }).locator(".plot-notes i");

test("shows a note to all members, and lets its author change it and an owner remove it", async () => {
  // Half a day away from the device's time zone.
  const timeZone = "Etc/GMT+12";
  await database.put(`users/${farm.viewer.uid}/preferences`, { timeZone });
  const [viewers, owners] = await Promise.all([openCharts(farm.viewer), openCharts(farm.owner)]);
  await viewers.getByRole("button", { name: "Add a note" }).click();
  await viewers.getByLabel("What happened").fill(" Watered 🌱 ");
  await viewers.getByRole("button", { name: "Save" }).click();
  await viewers.getByText("Note saved.").waitFor();
  for (const page of [viewers, owners]) {
    await notesOf(page).getByText("Watered 🌱").waitFor();
    await expectSoon(() => marksOf(page).count(), 1);
  }
  await notesOf(viewers).getByText("by you").waitFor();
  await viewers.getByText("Temperature as a table").click();
  const table = viewers.getByRole("table").first();
  await table.getByRole("columnheader", { name: "Notes" }).waitFor();
  await table.getByRole("cell", { name: "Watered 🌱" }).waitFor();
  const slider = viewers.getByRole("slider", { name: "Cursor: Temperature" });
  await slider.focus();
  await viewers.keyboard.press("End");
  await expectSoon(
    async () => (await slider.getAttribute("aria-valuetext"))!.endsWith("; Watered 🌱"),
    true,
  );

  const at = Date.now() - 3 * HOUR_MS;
  await addNote(farm.viewer, "Vents open", at);
  await notesOf(viewers).getByRole("button", { name: "Edit: Vents open" }).click();
  const { wall } = createZonedClock(timeZone);
  expect(await viewers.getByLabel("Time", { exact: true }).inputValue()).toBe(wall(at));
  await viewers.getByLabel("What happened").fill("Vents closed");
  await viewers.getByRole("button", { name: "Save" }).click();
  await notesOf(viewers).getByText("Vents closed").waitFor();
  await notesOf(viewers).getByRole("button", { name: "Remove: Vents closed" }).click();
  await notesOf(viewers).getByText("Vents closed").waitFor({ state: "detached" });
  await viewers.getByRole("button", { name: "Undo" }).click();
  await notesOf(viewers).getByText("Vents closed").waitFor();

  await notesOf(owners).getByText("Vents closed").waitFor();
  expect(await owners.getByRole("button", { name: "Edit: Vents closed" }).count()).toBe(0);
  await notesOf(owners).getByRole("button", { name: "Remove: Vents closed" }).click();
  await owners.getByRole("dialog").getByText("This cannot be undone.").waitFor();
  await owners.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await notesOf(viewers).getByText("Vents closed").waitFor({ state: "detached" });
});

test("shows the notes of the range at their chosen time", async () => {
  const now = Date.now();
  await addNote(farm.owner, "Two days ago", now - 48 * HOUR_MS);
  await addNote(farm.owner, "Today", now - 5 * HOUR_MS);
  const page = await openCharts(farm.viewer);
  await notesOf(page).getByText("Today").waitFor();
  expect(await notesOf(page).getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await notesOf(page).getByText("Two days ago").waitFor();
  const slider = page.getByRole("slider", { name: "Cursor: Temperature" });
  await slider.focus();
  await page.keyboard.press("PageDown");
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByRole("button", { name: "(cursor)" }).click();
  await page.getByLabel("What happened").fill("At the cursor");
  await page.getByRole("button", { name: "Save" }).click();
  await notesOf(page).getByText("At the cursor").waitFor();
  expect(await notesOf(page).getByRole("listitem").allTextContents()).toEqual([
    expect.stringContaining("Today"),
    expect.stringContaining("At the cursor"),
    expect.stringContaining("Two days ago"),
  ]);
});

test("lets an owner remove all notes of a person in the range at once", async () => {
  const now = Date.now();
  await addNote(farm.viewer, "Two days ago", now - 48 * HOUR_MS);
  await addNote(farm.owner, "The owner's", now - 4 * HOUR_MS);
  for (const minutes of [60, 61]) {
    await addNote(farm.viewer, `Note ${minutes}`, now - minutes * MINUTE_MS);
  }
  const page = await openCharts(farm.owner);
  await notesOf(page).getByRole("button", { name: "Remove: Note 60" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Remove all 2 notes by .* in this range$/ }).click();
  await page.getByText("Notes removed.").waitFor();
  await expectSoon(() => notesOf(page).getByRole("listitem").count(), 1);
  const left = Object.values((await database.get(`notes/${farm.tomatoes}`)) ?? {});
  const texts = left.map((note) => (note as { readonly text: string }).text);
  expect(texts.toSorted()).toEqual(["The owner's", "Two days ago"]);
});
