/** Notes on the charts. Keys and fingers move the range of the charts. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm, Person } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { farmPath, PHONE, untilRead, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
const newKey = createPushKeys(Math.random);

async function openCharts(
  farm: PageFarm,
  person: Person,
  search = "",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes) + search, person, options);
  await untilRead(page);
  await page.getByRole("button", { name: "Add a note" }).waitFor();
  return page;
}

function addNote(farm: PageFarm, by: Person, text: string, at: number): Promise<void> {
  return database.put(`notes/${farm.tomatoes}/${newKey(at)}`, { at, text, by: by.uid });
}

const notesOf = (page: Page): Locator => page.getByRole("region", { name: "Notes" });
const marksOf = (page: Page): Locator =>
  page.getByRole("figure", { name: /Chart: Temperature/ }).locator(".plot-notes i");

test("shows a note to all members, and lets its author change it and an owner remove it", async () => {
  const farm = await addPageFarm(database);
  // Half a day away from the device's time zone.
  const timeZone = "Etc/GMT+12";
  await database.put(`users/${farm.viewer.uid}/preferences`, { timeZone });
  const [viewers, owners] = await Promise.all([
    openCharts(farm, farm.viewer),
    openCharts(farm, farm.owner),
  ]);
  await viewers.getByRole("button", { name: "Add a note" }).click();
  await viewers.getByRole("button", { name: "Save" }).click();
  await viewers.getByText("Write what happened.").waitFor();
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
  await viewers.locator(".plot-notes p", { hasText: "Watered 🌱" }).first().waitFor();

  await notesOf(viewers).getByRole("button", { name: "Remove: Watered 🌱" }).click();
  await notesOf(viewers).waitFor({ state: "detached" });
  const at = Date.now() - 3 * HOUR_MS;
  await addNote(farm, farm.viewer, "Vents open", at);
  await notesOf(viewers).getByRole("button", { name: "Edit: Vents open" }).click();
  const { wall } = createZonedClock(timeZone);
  expect(await viewers.getByLabel("Time", { exact: true }).inputValue()).toBe(wall(at));
  await viewers.getByLabel("What happened").fill("Vents closed");
  await viewers.getByRole("button", { name: "Save" }).click();
  await notesOf(viewers).getByText("Vents closed").waitFor();
  await notesOf(viewers).getByRole("button", { name: "Remove: Vents closed" }).click();
  await notesOf(viewers).waitFor({ state: "detached" });
  await viewers.getByRole("button", { name: "Undo" }).click();
  await notesOf(viewers).getByText("Vents closed").waitFor();

  await notesOf(owners).getByText("Vents closed").waitFor();
  expect(await owners.getByRole("button", { name: "Edit: Vents closed" }).count()).toBe(0);
  await notesOf(owners).getByRole("button", { name: "Remove: Vents closed" }).click();
  await owners.getByRole("dialog").getByText("This cannot be undone.").waitFor();
  await owners.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await notesOf(viewers).waitFor({ state: "detached" });
  expect(await database.get(`notes/${farm.tomatoes}`)).toBeNull();

  // The author changes or removes the note in another window.
  const path = `notes/${farm.tomatoes}/${newKey(at)}`;
  const stored = { at, text: "Vents open", by: farm.viewer.uid };
  await database.put(path, stored);
  await notesOf(viewers).getByRole("button", { name: "Edit: Vents open" }).click();
  await viewers.getByLabel("What happened").fill("Vents closed");
  await database.put(path, { ...stored, text: "Vents half open" });
  await viewers.getByText(/^You set What happened to Vents half open/).waitFor();
  await viewers.getByRole("button", { name: "Save" }).click();
  expect(await database.get(`${path}/text`)).toBe("Vents half open");
  await viewers.getByRole("button", { name: "Keep Vents closed" }).click();
  await database.put(path, null);
  await viewers.getByText("This note was removed or moved").waitFor();
  await viewers.getByRole("button", { name: "Save" }).click();
  await expectSoon(() => database.get(`${path}/text`), "Vents closed");
});

test("shows the notes of the range at their chosen time", async () => {
  const farm = await addPageFarm(database);
  const now = Date.now();
  await addNote(farm, farm.owner, "Two days ago", now - 48 * HOUR_MS);
  await addNote(farm, farm.owner, "Today", now - 5 * HOUR_MS);
  const page = await openCharts(farm, farm.viewer);
  await notesOf(page).getByText("Today").waitFor();
  expect(await notesOf(page).getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await notesOf(page).getByText("Two days ago").waitFor();
  expect(await notesOf(page).getByRole("listitem").allTextContents()).toEqual([
    expect.stringContaining("Today"),
    expect.stringContaining("Two days ago"),
  ]);
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
  const farm = await addPageFarm(database);
  const now = Date.now();
  await addNote(farm, farm.viewer, "Two days ago", now - 48 * HOUR_MS);
  await addNote(farm, farm.owner, "The owner's", now - 4 * HOUR_MS);
  const times = Array.from({ length: 20 }, (_, index) => now - (60 + index) * MINUTE_MS);
  await Promise.all(times.map((at, index) => addNote(farm, farm.viewer, `Note ${index}`, at)));
  const page = await openCharts(farm, farm.owner);
  await notesOf(page).getByRole("button", { name: "Remove: Note 0" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Remove all 20 notes by .* in this range$/ })
    .click();
  await page.getByText("Notes removed.").waitFor();
  await expectSoon(() => notesOf(page).getByRole("listitem").count(), 1);
  await notesOf(page).getByText("The owner's").waitFor();
  const left = Object.values((await database.get(`notes/${farm.tomatoes}`)) ?? {});
  expect(left.map((note) => (note as { readonly text: string }).text).sort()).toEqual([
    "The owner's",
    "Two days ago",
  ]);
});

/** In hours; undefined if the address has no range. */
function hoursShown(page: Page): Promise<number | undefined> {
  const params = new URL(page.url()).searchParams;
  const length = Date.parse(params.get("to") ?? "") - Date.parse(params.get("from") ?? "");
  return Promise.resolve(Number.isNaN(length) ? undefined : Math.round(length / HOUR_MS));
}

test("zooms, moves and resets with keys at the cursor, and resets with a double click", async () => {
  const farm = await addPageFarm(database);
  const page = await openCharts(farm, farm.viewer);
  const slider = page.getByRole("slider", { name: "Cursor: Temperature" });
  await slider.focus();
  await page.keyboard.press("+");
  await expectSoon<number | undefined>(() => hoursShown(page), 12);
  await page.keyboard.press("-");
  await expectSoon<number | undefined>(() => hoursShown(page), 24);
  const { searchParams } = new URL(page.url());
  await page.keyboard.press("Shift+ArrowLeft");
  await expectSoon(() => {
    const from = new URL(page.url()).searchParams.get("from") ?? "";
    return Promise.resolve((Date.parse(searchParams.get("from")!) - Date.parse(from)) / HOUR_MS);
  }, 6);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Escape");
  expect(await hoursShown(page)).toBe(24);
  await page.keyboard.press("Escape");
  await expectSoon<number | undefined>(() => hoursShown(page), undefined);
  await page.keyboard.press("+");
  await expectSoon<number | undefined>(() => hoursShown(page), 12);
  await page.locator(".u-over").first().dblclick();
  await expectSoon<number | undefined>(() => hoursShown(page), undefined);
});

test("zooms with two fingers, resets with a double tap, and keeps the range visible on a phone", async () => {
  const farm = await addPageFarm(database);
  const page = await openCharts(farm, farm.viewer, "", PHONE);
  const plot = page.locator(".u-over").first();
  await plot.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await plot.boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type: string, ...shares: readonly number[]): Promise<void> => {
    const touchPoints = shares.map((share, id) => ({
      id,
      x: x + share * width,
      y: y + height / 2,
    }));
    await devtools.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints });
  };
  await touch("touchStart", 0.4, 0.6);
  await touch("touchMove", 0.3, 0.7);
  await touch("touchMove", 0.2, 0.8);
  await touch("touchEnd");
  await expectSoon<number | undefined>(() => hoursShown(page), 8);
  // Does not wait between taps, so that they are as quick as a finger's on any machine.
  const tap = () => [touch("touchStart", 0.5), touch("touchEnd")];
  await Promise.all([...tap(), ...tap()]);
  await expectSoon<number | undefined>(() => hoursShown(page), undefined);

  const range = page.getByRole("group", { name: "Range" });
  await page.getByRole("figure", { name: /Chart: Light/ }).scrollIntoViewIfNeeded();
  const [bar, sticky] = await Promise.all([
    page.locator(".top").boundingBox(),
    range.boundingBox(),
  ]);
  expect(sticky!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);
  expect(sticky!.y).toBeLessThan(bar!.y + bar!.height + 16);
});
