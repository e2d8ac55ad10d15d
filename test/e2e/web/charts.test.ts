/** The charts: their range in the address, zoom, cursor, table, and file. The daily figures below them. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import { databaseClient } from "../../support/backend/database-client";
import { HOSTING_URL } from "../../support/web/addresses";
import { farmJson } from "../../support/cli/farm-command";
import { addPageFarm, historyOf } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { farmPath, NO_PAGE, PHONE, untilRead, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
let page: Page;
beforeAll(async () => {
  farm = await addPageFarm(database);
  ({ page } = await visit(farmPath(farm), farm.owner));
});

async function openCharts(search = ""): Promise<void> {
  // Leaves the charts, so that no earlier mouse button or key stays pressed.
  await page.goto(NO_PAGE);
  await page.goto(HOSTING_URL + farmPath(farm, "g", farm.tomatoes) + search);
  await untilRead(page);
  await figure().locator("canvas").waitFor();
}

function figure(name = /Chart: Temperature/): Locator {
  return page.getByRole("figure", { name }).first();
}

const cursorTime = (name?: RegExp): Locator =>
  figure(name)
    .locator(".legend-time")
    .filter({ hasText: /\d\d:\d\d:\d\d/ });

test("draws a line for each sensor, a table of the values, and nothing for an unmeasured quantity", async () => {
  const own = await addPageFarm(database, {}, farm);
  await database.patch({
    [`sensors/${own.tomatoes}/bySensor/${own.air.uid}/light`]: null,
    [`sensors/${own.tomatoes}/current/light`]: null,
    [`registeredSensors/${own.soil.uid}`]: null,
  });
  await page.goto(HOSTING_URL + farmPath(own, "g", own.tomatoes));
  await untilRead(page);
  expect(await page.locator(".tile h2").allTextContents()).toEqual(["Temperature", "Humidity"]);
  expect(await page.getByRole("figure").count()).toBe(2);
  const entries = figure().locator(".legend li");
  expect(await entries.allTextContents()).toEqual([
    expect.stringMatching(/^Air, north bench/),
    expect.stringMatching(/^Soil, row 3removed/),
  ]);

  await page.getByText("Temperature as a table").click();
  const table = figure().getByRole("table");
  await table.getByRole("row").nth(24).waitFor();
  const columns = ["Time", "Air, north bench", "Soil, row 3"];
  expect(await table.getByRole("columnheader").allTextContents()).toEqual(columns);
  expect(await table.getByRole("row").count()).toBe(25);
  expect(await table.getByRole("row").nth(1).textContent()).toContain("18.2\u202f°C");
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

test("moves a cursor with arrow keys for screen readers, and the mouse's cursor in all three charts", async () => {
  await openCharts();
  const slider = page.getByRole("slider", { name: "Cursor: Temperature" });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("PageDown");
  await expectSoon(() => slider.getAttribute("aria-valuenow"), "89");
  expect(await slider.getAttribute("aria-valuetext")).toMatch(
    /\d\d:\d\d:\d\d: Air, north bench \d\d\.\d\u202f°C, Soil, row 3 18\.2\u202f°C$/,
  );
  await cursorTime(/Chart: Light/).waitFor();
  await page.keyboard.press("Tab");
  await cursorTime(/Chart: Light/).waitFor({ state: "detached" });

  await figure()
    .locator(".u-over")
    .hover({ position: { x: 200, y: 50 } });
  await cursorTime().waitFor();
  // Read at once: the charts end now, so the time below the mouse moves on.
  const shown = await page.locator(".legend-time").allTextContents();
  expect(shown).toEqual([shown[0], shown[0], shown[0]]);
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
  expect(lines[0]).toBe(
    "time,local time,uid,sensor,temperature (°C),humidity (%),light (lx),battery (%),ec (mS/cm)",
  );
  expect(lines.slice(1)).toHaveLength(13);
  expect(lines.filter((line) => line.endsWith(',"Air, north bench",,,,,1.8'))).toHaveLength(1);
  expect(lines.at(-1)).toContain(`${farm.soil.uid},"Soil, row 3",18.2,,,,`);
});

test("says without rollups that extremes may be missing, and shows an hour of frost with rollups in red", async () => {
  const MONTH = 30 * 24 * HOUR_MS;
  const now = Date.now();
  const uids = Array.from({ length: 10 }, () => `bench-${randomUUID()}`);
  const sent = Object.fromEntries(
    uids.map((uid, index) => [
      uid,
      Array.from({ length: 1440 }, (_, place) => ({
        at: now - MONTH + place * 30 * 60_000,
        values: { temperature: index === 2 && place === 620 ? -3.5 : 15 + index / 2 },
      })),
    ]),
  );
  const { id, tomatoes, air, soil } = await addPageFarm(database, {}, farm);
  const registered = { sensorType: "SHT31", farmId: id, greenhouse: tomatoes, sensorName: "Bench" };
  await database.patch({
    ...Object.fromEntries(uids.map((uid) => [`registeredSensors/${uid}`, registered])),
    ...Object.fromEntries([air, soil].map(({ uid }) => [`registeredSensors/${uid}`, null])),
    [`sensors/${tomatoes}`]: {
      bySensor: Object.fromEntries(uids.map((uid) => [uid, { temperature: 20 }])),
      history: historyOf(sent),
    },
  });
  await page.goto(`${HOSTING_URL}${farmPath({ id }, "g", tomatoes)}?range=30d`);
  await untilRead(page);
  await page.getByText("ighs and lows may be missing").waitFor();
  await farmJson(["history", "rollup", tomatoes]);
  await page.getByText("ighs and lows may be missing").waitFor({ state: "detached" });

  const chart = page.locator('figure[aria-busy="false"]').first();
  await chart.getByText("Temperature as a table").click();
  const rows = chart.getByRole("table").locator("tbody tr");
  await expectSoon(() => rows.filter({ hasText: "-3.5" }).count(), 1);
  const names = await chart.getByRole("columnheader").allTextContents();
  expect(names).toEqual(["Time", "All 10 sensors (median and range)"]);
  await expectSoon(async () => (await redColumns(page)) >= 3, true);
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

/** Quantities in addition to those of the farm's own sensors. */
const FURTHER = { soilMoisture: 35, co2: 640, ppfd: 420, pressure: 1013, windSpeed: 3.4 };
const FURTHER_NAMES = ["Soil moisture", "CO₂", "EC", "pH", "PPFD", "Air pressure", "Wind speed"];

test("shows twelve quantities with tile and limits, and chosen quantities on the card", async () => {
  const own = await addPageFarm(database, {}, farm);
  const greenhouse = `sensors/${own.tomatoes}`;
  const tanks = ["Tank A", "Tank B"].map((sensorName) => ({ uid: randomUUID(), sensorName }));
  const registered = {
    sensorType: "Atlas",
    farmId: own.id,
    greenhouse: own.tomatoes,
    role: "soil",
  };
  const hour = Math.floor((Date.now() - 600_000) / 3_600_000) * 3_600_000;
  await database.patch({
    [`greenhouses/${own.tomatoes}/thresholds/ec`]: { max: 2 },
    [`rollupCoverage/${own.tomatoes}`]: { from: hour - 86_400_000, until: hour, version: 1 },
    [`lastSeen/${own.id}/${own.air.uid}/${Object.keys(FURTHER).join(",")}`]: Date.now(),
    ...Object.fromEntries(
      Object.entries(FURTHER).map(([name, value]) => [
        `${greenhouse}/bySensor/${own.air.uid}/${name}`,
        value,
      ]),
    ),
    ...Object.fromEntries(
      tanks.flatMap(({ uid, sensorName }, index): [string, unknown][] => [
        [`registeredSensors/${uid}`, { ...registered, sensorName }],
        [`${greenhouse}/bySensor/${uid}`, { sensorName, ec: 1.5 + index, ph: 5.8 + index }],
        [`lastSeen/${own.id}/${uid}/ec,ph`, Date.now() - 5000 * index],
      ]),
    ),
  });
  const path = farmPath(own, "g", own.tomatoes);
  const { page: phone, complaints } = await visit(path, own.owner, PHONE);
  await untilRead(phone);
  const names = ["Temperature", "Humidity", "Light", ...FURTHER_NAMES];
  expect(await phone.locator(".tile h2").allTextContents()).toEqual(names);
  const tile = (name: string): Locator => phone.getByRole("region", { name, exact: true });
  // Different tanks have no median. The newest value appears with its name, and the other on request.
  expect(await tile("pH").locator(".value").textContent()).toBe("5.8");
  await tile("EC")
    .getByText(/^Tank A · /)
    .waitFor();
  await tile("EC").getByText("above 2\u202fmS/cm").waitFor();
  expect(await tile("pH").getByText("Tank B 6.8").isVisible()).toBe(false);
  await phone.getByRole("button", { name: "More values" }).click();
  await tile("pH").getByText("Tank B 6.8").waitFor();
  await phone.goto(HOSTING_URL + farmPath(own, `settings/${own.tomatoes}`));
  const choice = phone.getByRole("group", { name: "Shown on the overview" });
  await choice.getByLabel("CO₂").check();
  await expectSoon(() => choice.getByLabel("VPD").isDisabled(), true);
  await choice.getByLabel("Humidity").uncheck();
  await expectSoon(() => database.get(`greenhouses/${own.tomatoes}/card`), {
    temperature: true,
    co2: true,
  });
  await phone.goto(HOSTING_URL + farmPath(own));
  const card = phone.getByRole("article", { name: "Tomatoes" });
  await card.locator('.metrics[aria-busy="false"]').waitFor();
  expect(await card.locator(".metric .label").allTextContents()).toEqual(["Temperature", "CO₂"]);
  expect(complaints).toEqual([]);
});

/** In hours; NaN if the address has no range. */
function hoursShown(page: Page): Promise<number> {
  const params = new URL(page.url()).searchParams;
  const length = Date.parse(params.get("to") ?? "") - Date.parse(params.get("from") ?? "");
  return Promise.resolve(Math.round(length / HOUR_MS));
}

test("zooms, moves and resets with keys at the cursor", async () => {
  await openCharts();
  const slider = page.getByRole("slider", { name: "Cursor: Temperature" });
  await slider.focus();
  await page.keyboard.press("+");
  await expectSoon(() => hoursShown(page), 12);
  await page.keyboard.press("-");
  await expectSoon(() => hoursShown(page), 24);
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
  await expectSoon(() => hoursShown(page), NaN);
});

/** Adds the same hour for eight days: 18 °C, and light that is 16.0 mol in a day of sun, and 10.5 of sodium lamps. */
async function addHours(): Promise<void> {
  const { id, tomatoes } = farm;
  const today = startOf("day", Date.now());
  // At most half of today, because the row of a day that lacks one hour looks complete.
  const until = Math.min(startOf("hour", Date.now()), today + 12 * HOUR_MS);
  const from = today - 8 * 24 * HOUR_MS;
  const starts = Array.from(
    { length: (until - from) / HOUR_MS },
    (_, hour) => from + hour * HOUR_MS,
  );
  const hours = (values: object): object =>
    Object.fromEntries(starts.map((start) => [start, values]));
  await database.patch({
    [`farms/${id}/place`]: { latitude: 52.5, longitude: 13.4, timeZone: "UTC" },
    [`rollupCoverage/${tomatoes}`]: { from, until, version: 1 },
    [`greenhouseRollups/${tomatoes}/hour`]: {
      temperature: hours({ min: 16, max: 21, median: 18, n: 2 }),
      light: hours({ min: 9000, max: 11_000, median: 10_000, n: 1 }),
      vpd: hours({ min: 0.7, max: 1.1, median: 0.82, n: 1 }),
    },
  });
}

/** Yesterday's row, in the order of the columns. */
async function yesterday(): Promise<string[]> {
  const row = page.getByRole("row").filter({ hasText: /°C·d/ }).filter({ hasNotText: /\d h/ });
  return (await row.first().getByRole("cell").allTextContents()).map((text) =>
    text.replaceAll("\u202f", " "),
  );
}

test("shows the days once their hours are rolled up, and applies light source and crop at once", async () => {
  await openCharts();
  const section = page.locator("details").filter({ hasText: "Day by day" }).first();
  await section.locator("summary").first().click();
  await section.getByText(/No daily figures yet/).waitFor();
  await addHours();
  await page.getByText("Day by day as a table").click();
  await expectSoon(yesterday, [
    "16.0 °C",
    "21.0 °C",
    "18.0 °C",
    "18.0 °C",
    "0.0 °C",
    "8.0 °C·d",
    "64.0 °C·d",
    "16.0 mol/m²",
  ]);
  await section.getByText("How these are calculated").click();
  await page.getByLabel("Light source").selectOption("sodium");
  await page.getByLabel("Degree days above").selectOption("5");
  await expectSoon(
    async () => (await yesterday()).slice(-3),
    ["13.0 °C·d", "104.0 °C·d", "10.5 mol/m²"],
  );
  const stored = (field: string) => database.get(`greenhouses/${farm.tomatoes}/${field}`);
  await expectSoon(() => stored("lightSource"), "sodium");
  await expectSoon(() => stored("degreeDayBase"), 5);
});
