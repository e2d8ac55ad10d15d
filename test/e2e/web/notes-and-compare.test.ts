/** Notes on the charts, and what charts are compared with. */

import type { Locator, Page } from "playwright-core";
import { createPushKeys } from "../../../domain/src/push-key";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm, Person } from "../../support/web/farm";
import { expectSoon } from "../../support/polling";
import { farmPath, untilRead, useVisitors } from "../../support/web/visit";

const HOUR = 3_600_000;

const database = databaseClient();
const { visit } = useVisitors();
const newKey = createPushKeys(Math.random);

async function openCharts(farm: PageFarm, person: Person, search = ""): Promise<Page> {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes) + search, person);
  await untilRead(page);
  await page.getByRole("button", { name: "Add a note" }).waitFor();
  return page;
}

function addNote(farm: PageFarm, by: Person, text: string, at: number): Promise<void> {
  return database.put(`notes/${farm.tomatoes}/${newKey(at)}`, { at, text, by: by.uid });
}

const notesOf = (page: Page): Locator => page.getByRole("region", { name: "Notes" });
const marksOf = (page: Page): Locator =>
  page.getByRole("figure", { name: /Chart of Temperature/ }).locator(".plot-notes i");

test("a member notes something: on the charts, in their table and in the list of all members", async () => {
  const farm = await addPageFarm(database);
  const [mine, owners] = await Promise.all([
    openCharts(farm, farm.viewer),
    openCharts(farm, farm.owner),
  ]);
  await mine.getByRole("button", { name: "Add a note" }).click();
  await mine.getByRole("button", { name: "Save" }).click();
  await mine.getByText("Write what happened.").waitFor();
  await mine.getByLabel("What happened").fill(" Watered 🌱 ");
  await mine.getByRole("button", { name: "Save" }).click();
  await mine.getByText("The note is stored.").waitFor();
  for (const page of [mine, owners]) {
    await notesOf(page).getByText("Watered 🌱").waitFor();
    await expectSoon(() => marksOf(page).count(), 1);
  }
  await notesOf(mine).getByText("by you").waitFor();
  await mine.getByText("Temperature as a table").click();
  const table = mine.getByRole("table").first();
  await table.getByRole("columnheader", { name: "Notes" }).waitFor();
  await table.getByRole("cell", { name: "Watered 🌱" }).waitFor();
  const slider = mine.getByRole("slider", { name: "Cursor of Temperature" });
  await slider.focus();
  await mine.keyboard.press("End");
  await expectSoon(
    async () => /; Watered 🌱$/.test((await slider.getAttribute("aria-valuetext"))!),
    true,
  );
  await mine.locator(".plot-notes p", { hasText: "Watered 🌱" }).first().waitFor();
});

test("one's own note is changed, removed and brought back; another's an owner removes when asked", async () => {
  const farm = await addPageFarm(database);
  const at = Date.now() - 3 * HOUR;
  await addNote(farm, farm.viewer, "Vents open", at);
  const mine = await openCharts(farm, farm.viewer);
  await notesOf(mine).getByRole("button", { name: "Change: Vents open" }).click();
  await mine.getByLabel("What happened").fill("Vents closed");
  await mine.getByRole("button", { name: "Save" }).click();
  await notesOf(mine).getByText("Vents closed").waitFor();
  await notesOf(mine).getByRole("button", { name: "Remove: Vents closed" }).click();
  await notesOf(mine).waitFor({ state: "detached" });
  await mine.getByRole("button", { name: "Undo" }).click();
  await notesOf(mine).getByText("Vents closed").waitFor();

  const owners = await openCharts(farm, farm.owner);
  await notesOf(owners).getByText("Vents closed").waitFor();
  expect(await owners.getByRole("button", { name: "Change: Vents closed" }).count()).toBe(0);
  await notesOf(owners).getByRole("button", { name: "Remove: Vents closed" }).click();
  await owners.getByRole("dialog").getByText("This cannot be undone.").waitFor();
  await owners.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await notesOf(mine).waitFor({ state: "detached" });
  expect(await database.get(`notes/${farm.tomatoes}`)).toBeNull();
});

test("notes are those of the range, at the time that is chosen", async () => {
  const farm = await addPageFarm(database);
  const now = Date.now();
  await addNote(farm, farm.owner, "Two days ago", now - 48 * HOUR);
  await addNote(farm, farm.owner, "Today", now - 5 * HOUR);
  const page = await openCharts(farm, farm.viewer);
  await notesOf(page).getByText("Today").waitFor();
  expect(await notesOf(page).getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await notesOf(page).getByText("Two days ago").waitFor();
  expect(await notesOf(page).getByRole("listitem").allTextContents()).toEqual([
    expect.stringContaining("Today"),
    expect.stringContaining("Two days ago"),
  ]);
  const slider = page.getByRole("slider", { name: "Cursor of Temperature" });
  await slider.focus();
  await page.keyboard.press("PageDown");
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByRole("button", { name: "where the cursor was" }).click();
  await page.getByLabel("What happened").fill("At the cursor");
  await page.getByRole("button", { name: "Save" }).click();
  await notesOf(page).getByText("At the cursor").waitFor();
  expect(await notesOf(page).getByRole("listitem").allTextContents()).toEqual([
    expect.stringContaining("Today"),
    expect.stringContaining("At the cursor"),
    expect.stringContaining("Two days ago"),
  ]);
});
