/** The charts: their range in the address, zoom, cursor, table, and file. The daily figures and the notes below them. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import { databaseClient } from "../../support/backend/database-client";
import { farmJson } from "../../support/cli/farm-command";
import { addPageFarm, addPeople, historyOf } from "../../support/web/farm";
import type { PageFarm, People, Person } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { farmPath, go, PHONE, untilRead, untilText, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let people: People;
let farm: PageFarm;
let page: Page;
beforeAll(async () => {
  people = await addPeople();
  farm = await addPageFarm(database, {}, people);
  ({ page } = await visit(farmPath(farm), farm.owner));
});

/** Leaves the charts and opens them again, without loading the page. */
async function openCharts(search = ""): Promise<void> {
  await page.mouse.move(0, 0);
  await go(page, farmPath(farm));
  await page.getByRole("article", { name: "Tomatoes" }).waitFor();
  await go(page, farmPath(farm, "g", farm.tomatoes) + search);
  await untilRead(page);
  await figure().locator("canvas").waitFor();
}

function figure(name = /Chart: Temperature/): Locator {
  return page.getByRole("figure", { name }).first();
}

const cursorTime = (name?: RegExp): Locator =>
  figure(name)
    .locator(".legend-time")
    .filter({ hasText: /\d\d:\d\d$/ });

test("draws a line for each sensor, a table of the values, and nothing for an unmeasured quantity", async () => {
  const own = await addPageFarm(database, {}, people);
  await database.patch({
    [`sensors/${own.tomatoes}/bySensor/${own.air.uid}/light`]: null,
    [`sensors/${own.tomatoes}/current/light`]: null,
    [`registeredSensors/${own.soil.uid}`]: null,
  });
  await go(page, farmPath(own, "g", own.tomatoes));
  await untilRead(page);
  const tiles = page.locator(".tile h2");
  await expectSoon(() => tiles.allTextContents(), ["Temperature", "Humidity"]);
  await expectSoon(() => page.getByRole("figure").count(), 2);
  const entries = figure().locator(".legend li");
  await untilText(entries.nth(0), /^Air, north bench/);
  await untilText(entries.nth(1), /^Soil, row 3removed/);
  expect(await entries.count()).toBe(2);

  await page.getByText("Temperature as a table").click();
  const table = figure().getByRole("table");
  await table.getByRole("row").nth(24).waitFor();
  const columns = ["Time", "Air, north bench", "Soil, row 3"];
  await expectSoon(() => table.getByRole("columnheader").allTextContents(), columns);
  // The first and the last hour are usually not whole.
  expect([25, 26]).toContain(await table.getByRole("row").count());
  await untilText(table.getByRole("row").nth(1), /18\.2\u202f°C/);
});

test("keeps the range in the address, follows back and forward, and accepts dragging", async () => {
  await openCharts();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await figure(/Last 7 days/).waitFor();
  expect(new URL(page.url()).search).toBe("?range=7d");
  await page.goBack();
  await figure(/Last 24 hours/).waitFor();
  await untilRead(page);

  // Dragging zooms in, and a click returns.
  const plot = figure().locator(".u-over");
  const { width } = (await plot.boundingBox())!;
  // Reads the plot's position each time, because the elements above it may still grow.
  await plot.hover({ position: { x: width / 2, y: 40 } });
  await page.mouse.down();
  await plot.hover({ position: { x: width * 0.75, y: 40 } });
  await page.mouse.up();
  await page.getByText("Back to the last 24 hours").waitFor();
  const params = new URL(page.url()).searchParams;
  const length = Date.parse(params.get("to")!) - Date.parse(params.get("from")!);
  expect(length / 3_600_000).toBeCloseTo(6, 0);
  await page.getByText("Back to the last 24 hours").click();
  await figure(/Last 24 hours/).waitFor();
});

test("moves a cursor and zooms with keys for screen readers, and moves the mouse's cursor in all charts", async () => {
  await openCharts();
  const slider = page.getByRole("slider", { name: "Cursor: Temperature" });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("PageDown");
  await expectSoon(() => slider.getAttribute("aria-valuenow"), "89");
  const valueText =
    /[a-z], \d\d:\d\d: Air, north bench \d\d\.\d\u202f°C, Soil, row 3 18\.2\u202f°C$/;
  const isRead = async (): Promise<boolean> =>
    valueText.test((await slider.getAttribute("aria-valuetext")) ?? "");
  await expectSoon(isRead, true);
  await cursorTime(/Chart: Light/).waitFor();
  const hoursShown = (): Promise<number> => {
    const params = new URL(page.url()).searchParams;
    const length = Date.parse(params.get("to") ?? "") - Date.parse(params.get("from") ?? "");
    return Promise.resolve(Math.round(length / HOUR_MS));
  };
  await page.keyboard.press("+");
  await expectSoon(hoursShown, 12);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expectSoon(hoursShown, NaN);
  await page.keyboard.press("Tab");
  await cursorTime(/Chart: Light/).waitFor({ state: "detached" });

  await figure()
    .locator(".u-over")
    .hover({ position: { x: 200, y: 50 } });
  await cursorTime().waitFor();
  // All charts have the same time: they end now, so the time below the mouse moves on.
  await expectSoon(async () => {
    const times = await page.locator(".legend-time").allTextContents();
    return [times.length, new Set(times).size, times[0] !== ""];
  }, [3, 1, true]);
});

test("compares sensors and years, with a link that shows another member the same", async () => {
  await openCharts();
  const compare = async (choice: string): Promise<void> => {
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Compare with").selectOption({ label: choice });
    await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  };
  const shown = figure().locator('.legend button[aria-pressed="true"] .legend-name');
  await compare("Two sensors");
  await page.getByText("Only Air, north bench and Soil, row 3").waitFor();
  await figure()
    .getByRole("button", { name: /^Soil, row 3/ })
    .click();
  await expectSoon(() => shown.allTextContents(), ["Air, north bench"]);

  const viewers = await visit(
    new URL(page.url()).pathname + new URL(page.url()).search,
    farm.viewer,
  );
  await viewers.page.getByText("Only Air, north bench").waitFor();
  await page.getByRole("button", { name: "All sensors" }).first().click();
  await expectSoon(() => shown.allTextContents(), ["Air, north bench", "Soil, row 3"]);
  // A hidden line offers to keep the others.
  await figure()
    .getByRole("button", { name: /^Air, north bench/ })
    .click();
  await figure().getByRole("button", { name: "Only these" }).click();
  await page.getByText("Only Soil, row 3").waitFor();

  await compare("A year earlier");
  await page.getByText("Tomatoes, now and a year earlier").waitFor();
  await expectSoon(() => shown.allTextContents(), ["Tomatoes", "A year earlier"]);
  await page.getByRole("button", { name: "Stop comparing" }).click();
  await expectSoon(() => Promise.resolve(new URL(page.url()).search), "");
});

test("exports the whole range, including quantities that only late readings have", async () => {
  const at = Date.now() - 30 * 60_000;
  await database.put(`sensors/${farm.tomatoes}/history/${createPushKeys(Math.random)(at)}`, {
    uid: farm.air.uid,
    ec: 1.8,
    updatedAt: at,
  });
  await openCharts("?range=1h");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Tomatoes-[\d-]+\.csv$/);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toMatch(/,Light \(lx\),Battery \(%\),EC \(mS\/cm\)$/);
  expect(lines.slice(1)).toHaveLength(13);
  expect(lines.filter((line) => line.endsWith(`${farm.air.uid},,,,,1.8`))).toHaveLength(1);
  expect(lines.at(-1)).toContain(`,Tomatoes,"Soil, row 3",${farm.soil.uid},18.2,,,,`);

  // The farm's file is written while the person uses another view.
  await go(page, farmPath(farm, "settings"));
  const card = page.getByRole("region", { name: "Export all readings" });
  const saving = page.waitForEvent("download");
  await card.getByRole("button", { name: "Export as CSV" }).click();
  await page.getByRole("link", { name: "Sensors" }).click();
  const whole = readFileSync(await (await saving).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(whole[0]).toMatch(/,Air pressure \(hPa\),Wind speed \(m\/s\)$/);
  expect(whole.length).toBeGreaterThan(lines.length);
  const bar = page.getByRole("region", { name: "Export all readings" });
  await bar.getByText(new RegExp(`with ${whole.length - 1} readings`)).waitFor();
  await bar.getByRole("button", { name: "Close" }).click();
  await bar.waitFor({ state: "detached" });
});

test("says without rollups that extremes may be missing, and shows an hour of frost with rollups in red", async () => {
  const now = Date.now();
  const uids = Array.from({ length: 10 }, () => `bench-${randomUUID()}`);
  // The newest readings are so dense that a phone reads only a sample of the month.
  const ages = [
    ...Array.from({ length: 102 }, (_, place) => place * 10 * MINUTE_MS),
    ...Array.from({ length: 120 }, (_, place) => (place + 1) * 6 * HOUR_MS),
  ];
  const sent = Object.fromEntries(
    uids.map((uid, index) => [
      uid,
      ages.map((age, place) => ({
        at: now - age,
        values: { temperature: index === 2 && place === 160 ? -3.5 : 15 + index / 2 },
      })),
    ]),
  );
  const { id, tomatoes, air, soil } = await addPageFarm(database, {}, people);
  const registered = { sensorType: "SHT31", farmId: id, greenhouse: tomatoes, sensorName: "Bench" };
  await database.patch({
    ...Object.fromEntries(uids.map((uid) => [`registeredSensors/${uid}`, registered])),
    ...Object.fromEntries([air, soil].map(({ uid }) => [`registeredSensors/${uid}`, null])),
    [`sensors/${tomatoes}`]: {
      bySensor: Object.fromEntries(uids.map((uid) => [uid, { temperature: 20 }])),
      history: historyOf(sent),
    },
  });
  const path = farmPath({ id }, "g", tomatoes);
  const { page: phone } = await visit(`${path}?range=30d`, farm.owner, PHONE);
  await untilRead(phone);
  await phone.getByText("ighs and lows may be missing").waitFor();
  await farmJson(["history", "rollup", tomatoes]);
  await phone.getByText("ighs and lows may be missing").waitFor({ state: "detached" });

  const chart = phone.locator('figure[aria-busy="false"]').first();
  await chart.getByText("Temperature as a table").click();
  const rows = chart.getByRole("table").locator("tbody tr");
  await expectSoon(() => rows.filter({ hasText: "\u22123.5" }).count(), 1);
  const names = await chart.getByRole("columnheader").allTextContents();
  expect(names).toEqual(["Time", "All 10 sensors (median and range)"]);
  // Of three pixels the outer ones may be pale.
  await expectSoon(async () => (await redColumns(phone)) >= 2, true);

  // Frost that the history does not hold, so the day's chart is drawn from the five minutes.
  const hour = startOf("hour", now) - 10 * HOUR_MS;
  const fine = `greenhouseRollups/${tomatoes}/fiveMinutes/temperature/${hour}`;
  await database.patch({
    [`rollupCoverage/${tomatoes}/fineFrom`]: startOf("hour", now - 30 * HOUR_MS),
    [fine]: ",,-4.5/14/15,,,,,,,,,",
  });
  await go(phone, path);
  await untilRead(phone);
  await expectSoon(() => rows.filter({ hasText: "\u22124.5" }).count(), 1);
  // A pressed sensor shows its readings.
  await chart.getByRole("button", { name: /10 more/ }).click();
  await chart.getByRole("button", { name: "Bench" }).first().click();
  await untilRead(phone);
  await chart.getByRole("columnheader", { name: "Bench" }).waitFor();
  const cell = rows.nth(1).locator("td").nth(1);
  await expectSoon(async () => /^1\d\.[05]\u202f°C$/.test((await cell.textContent()) ?? ""), true);
});

/** Returns how many pixel columns of the first chart contain the colour of excursions. */
function redColumns(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('figure[aria-busy="false"] canvas');
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const found = new Set();
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue, alpha] = data.subarray(at, at + 4);
      if (red > 150 && green < 60 && blue < 60 && alpha > 200) found.add((at / 4) % width);
    }
    return found.size;
  })()`);
}

test("shows tanks without a median, and the chosen quantities on the card", async () => {
  const own = await addPageFarm(database, {}, people);
  const greenhouse = `sensors/${own.tomatoes}`;
  const tanks = ["Tank A", "Tank B"].map((sensorName) => ({ uid: randomUUID(), sensorName }));
  const registered = { sensorType: "Atlas", farmId: own.id, greenhouse: own.tomatoes };
  await database.patch({
    [`greenhouses/${own.tomatoes}/thresholds/ec`]: { max: 2 },
    [`lastSeen/${own.id}/${own.air.uid}/co2`]: Date.now(),
    [`${greenhouse}/bySensor/${own.air.uid}/co2`]: 640,
    ...Object.fromEntries(
      tanks.flatMap(({ uid, sensorName }, index): [string, unknown][] => [
        [`registeredSensors/${uid}`, { ...registered, sensorName, role: "soil" }],
        [`${greenhouse}/bySensor/${uid}`, { sensorName, ec: 1.5 + index, ph: 5.8 + index }],
        [`lastSeen/${own.id}/${uid}/ec,ph`, Date.now() - 5000 * index],
      ]),
    ),
  });
  const { page: phone } = await visit(farmPath(own, "g", own.tomatoes), own.owner, PHONE);
  await untilRead(phone);
  const names = ["Temperature", "Humidity", "Light", "CO₂", "EC", "pH"];
  await expectSoon(() => phone.locator(".tile h2").allTextContents(), names);
  const tile = (name: string): Locator => phone.getByRole("region", { name, exact: true });
  // The newest value appears with its name, and the other on request.
  await untilText(tile("pH").locator(".value"), /^5\.8$/);
  await tile("EC")
    .getByText(/^Tank A · /)
    .waitFor();
  await tile("EC").getByText("above 2\u202fmS/cm").waitFor();
  expect(await tile("pH").getByText("Tank B 6.8").isVisible()).toBe(false);
  await phone.getByRole("button", { name: "More values" }).click();
  await tile("pH").getByText("Tank B 6.8").waitFor();

  await go(phone, farmPath(own, "settings", own.tomatoes));
  const choice = phone.getByRole("group", { name: "Shown on the overview" });
  await choice.getByLabel("CO₂").check();
  await expectSoon(() => choice.getByLabel("VPD").isDisabled(), true);
  await choice.getByLabel("Humidity").uncheck();
  const card = { temperature: true, co2: true };
  await expectSoon(() => database.get(`greenhouses/${own.tomatoes}/card`), card);
  await go(phone, farmPath(own));
  const labels = phone.getByRole("article", { name: "Tomatoes" }).locator(".metric .label");
  await expectSoon(() => labels.allTextContents(), ["Temperature", "CO₂"]);
});

/** Adds the same hour for eight days: 18 °C, and light that is 16.0 mol in a day of sun, and 10.5 of sodium lamps. */
async function addHours(): Promise<void> {
  const { id, tomatoes } = farm;
  const today = startOf("day", Date.now());
  // At most half of today, because the row of a day that lacks one hour looks complete.
  const until = Math.min(startOf("hour", Date.now()), today + 12 * HOUR_MS);
  const from = today - 8 * 24 * HOUR_MS;
  const hours = (values: object): object =>
    Object.fromEntries(
      Array.from({ length: (until - from) / HOUR_MS }, (_, hour) => [
        from + hour * HOUR_MS,
        values,
      ]),
    );
  await database.patch({
    [`farms/${id}/place`]: { latitude: 52.5, longitude: 13.4, timeZone: "UTC" },
    [`rollupCoverage/${tomatoes}`]: { from, until, version: 1 },
    [`greenhouseRollups/${tomatoes}/hour`]: {
      temperature: hours({ min: 16, max: 21, median: 18, n: 2 }),
      light: hours({ min: 9000, max: 11_000, median: 10_000, n: 1 }),
    },
  });
}

/** Returns yesterday's degree days, their sum, and its light. */
async function yesterday(): Promise<string[]> {
  const row = page.getByRole("row").filter({ hasText: /°C·d/ }).filter({ hasNotText: /\d h/ });
  const cells = await row.first().getByRole("cell").allTextContents();
  return cells.slice(-3).map((text) => text.replaceAll("\u202f", " "));
}

test("shows the days once their hours are rolled up, and applies light source and crop at once", async () => {
  await openCharts();
  const section = page.locator("details").filter({ hasText: "Day by day" }).first();
  await section.locator("summary").first().click();
  await section.getByText(/No daily figures yet/).waitFor();
  await addHours();
  // The farm has a place now, so it has nights.
  await page.getByRole("region", { name: /^(Last night|Tonight so far)$/ }).waitFor();
  await page.getByText("Day by day as a table").click();
  await expectSoon(yesterday, ["8.0 °C·d", "64.0 °C·d", "16.0 mol/m²"]);
  const coverage = `rollupCoverage/${farm.tomatoes}`;
  const until = (await database.get(`${coverage}/until`)) as number;
  const again = { from: until - 40 * HOUR_MS, next: until - 30 * HOUR_MS, until };
  await database.put(`${coverage}/again`, again);
  const note = section.getByText(/^Recomputing .+, 25\u202f%$/);
  await note.waitFor();
  await database.remove(`${coverage}/again`);
  await note.waitFor({ state: "detached" });
  await section.getByText("How these are calculated").click();
  await page.getByLabel("Light source").selectOption("sodium");
  await page.getByLabel("Degree days above").selectOption("5");
  await expectSoon(yesterday, ["13.0 °C·d", "104.0 °C·d", "10.5 mol/m²"]);
  const stored = (field: string) => database.get(`greenhouses/${farm.tomatoes}/${field}`);
  await expectSoon(() => stored("lightSource"), "sodium");
  await expectSoon(() => stored("degreeDayBase"), 5);
});

describe("notes", () => {
  function addNote(by: Person, text: string, at: number): Promise<void> {
    const key = createPushKeys(Math.random)(at);
    return database.put(`notes/${farm.tomatoes}/${key}`, { at, text, by: by.uid });
  }

  async function storedNotes(): Promise<readonly { readonly text: string; readonly at: number }[]> {
    const stored = (await database.get(`notes/${farm.tomatoes}`)) ?? {};
    return Object.values(stored as Record<string, { text: string; at: number }>);
  }

  const notesOf = (opened: Page): Locator => opened.getByRole("region", { name: "Notes" });

  test("shows a note to all members, lets its author change it, and an owner remove one or all of a person", async () => {
    // Half a day away from the device's time zone.
    const timeZone = "Etc/GMT+12";
    await database.put(`users/${farm.viewer.uid}/preferences`, { timeZone });
    const { page: viewers } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer);
    await openCharts();
    const owners = page;
    await viewers.getByRole("button", { name: "Add a note" }).click();
    await viewers.getByLabel("What happened").fill(" Watered 🌱 ");
    await viewers.getByRole("button", { name: "Save" }).click();
    await viewers.getByText("Note saved.").waitFor();
    for (const opened of [viewers, owners]) {
      await notesOf(opened).getByText("Watered 🌱").waitFor();
      const chart = opened.getByRole("figure", { name: /Chart: Temperature/ });
      await expectSoon(() => chart.locator(".plot-notes i").count(), 1);
    }
    await notesOf(viewers).getByText("by you").waitFor();
    await viewers.getByText("Temperature as a table").click();
    const table = viewers.getByRole("table").first();
    await table.getByRole("cell", { name: "Watered 🌱" }).waitFor();
    const slider = viewers.getByRole("slider", { name: "Cursor: Temperature" });
    await slider.focus();
    await viewers.keyboard.press("End");
    await expectSoon(
      async () => (await slider.getAttribute("aria-valuetext"))!.endsWith("; Watered 🌱"),
      true,
    );

    const now = Date.now();
    const at = now - 3 * HOUR_MS;
    await addNote(farm.viewer, "Vents open", at);
    await notesOf(viewers).getByRole("button", { name: "Edit: Vents open" }).click();
    const { wall } = createZonedClock(timeZone);
    expect(await viewers.getByLabel("Time", { exact: true }).inputValue()).toBe(wall(at));
    await viewers.getByLabel("What happened").fill("Vents closed");
    await viewers.getByRole("button", { name: "Save" }).click();
    await notesOf(viewers).getByRole("button", { name: "Remove: Vents closed" }).click();
    // Before it, the button still undoes the change.
    await viewers.getByText("Note removed.").waitFor();
    await viewers.getByRole("button", { name: "Undo" }).click();
    await notesOf(owners).getByText("Vents closed").waitFor();
    // The form shows no seconds.
    const closed = (await storedNotes()).filter(({ text }) => text === "Vents closed");
    expect(closed.map((note) => note.at)).toEqual([at]);
    expect(await owners.getByRole("button", { name: "Edit: Vents closed" }).count()).toBe(0);
    await notesOf(owners).getByRole("button", { name: "Remove: Vents closed" }).click();
    const dialog = owners.getByRole("dialog");
    await dialog.getByText("This cannot be undone.").waitFor();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await notesOf(viewers).getByText("Vents closed").waitFor({ state: "detached" });

    await addNote(farm.viewer, "Two days ago", now - 48 * HOUR_MS);
    await addNote(farm.owner, "The owner's", now - 4 * HOUR_MS);
    await addNote(farm.viewer, "Shaded", now - HOUR_MS);
    await notesOf(owners).getByRole("button", { name: "Remove: Shaded" }).click();
    await dialog.getByRole("button", { name: /^Remove all 2 notes by .* in this range$/ }).click();
    await owners.getByText("Notes removed.").waitFor();
    await expectSoon(() => notesOf(owners).getByRole("listitem").count(), 1);
    const texts = (await storedNotes()).map(({ text }) => text);
    expect(texts.toSorted()).toEqual(["The owner's", "Two days ago"]);
  });
});
