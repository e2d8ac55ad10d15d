/** The charts: their range in the address, zoom, cursor, table, and file. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { databaseClient } from "../../support/backend/database-client";
import { HOSTING_URL } from "../../support/web/addresses";
import { controlAnswers } from "../../support/web/answers";
import { inspect } from "../../support/web/axe";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { historyOf, rollupsOf } from "../../support/web/rolled-up";
import type { SentReading } from "../../support/web/rolled-up";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { farmPath, NO_PAGE, PHONE, untilRead, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
let page: Page;
beforeAll(async () => {
  farm = await addPageFarm(database);
  ({ page } = await visit(farmPath(farm), farm.viewer));
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

test("draws both layouts with a line for each sensor and a table of the values", async () => {
  await openCharts();
  const names = figure().locator(".legend-name");
  expect(await names.allTextContents()).toEqual(["Air, north bench", "Soil, row 3"]);

  await page.getByText("Temperature as a table").click();
  const table = figure().getByRole("table");
  await table.getByRole("row").nth(24).waitFor();
  expect(await table.getByRole("columnheader").allTextContents()).toEqual([
    "Time",
    "Air, north bench",
    "Soil, row 3",
  ]);
  expect(await table.getByRole("row").count()).toBe(25);
  expect(await table.getByRole("row").nth(1).textContent()).toContain("18.2\u202f°C");
});

test("keeps the range in the address, follows back and forward, and accepts dragging and typing", async () => {
  await openCharts();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await figure(/Last 7 days/).waitFor();
  expect(new URL(page.url()).search).toBe("?range=7d");
  await page.goBack();
  await figure(/Last 24 hours/).waitFor();
  await page.goForward();
  await figure(/Last 7 days/).waitFor();
  await page.reload();
  await figure(/Last 7 days/).waitFor();

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

  await page.getByRole("button", { name: "Custom" }).click();
  await page.getByLabel("From").fill("2026-01-02T10:00");
  await page.getByLabel("To", { exact: true }).fill("2026-01-01T10:00");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("The end must be after the start.").waitFor();
  await page.getByLabel("To", { exact: true }).fill("2026-01-03T10:00");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("No readings in this range.").first().waitFor();
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
  await figure(/Chart: Humidity/)
    .locator(".u-cursor-x")
    .waitFor();
  const [pointed, following] = await Promise.all(
    [/Chart: Temperature/, /Chart: Humidity/].map((name) =>
      figure(name).locator(".u-cursor-x").boundingBox(),
    ),
  );
  expect(following!.x).toBeCloseTo(pointed!.x, 0);
  expect(following!.x).toBeGreaterThan(200);

  // The cursor follows when the page moves under the resting mouse. Chromium would otherwise scroll against this.
  await page.evaluate('document.documentElement.style.overflowAnchor = "none"');
  const cursor = figure().locator(".u-cursor-x");
  await cursor.waitFor();
  const push = async (margin: string): Promise<void> => {
    await page.evaluate(`document.querySelector(".charts-head").style.marginTop = "${margin}"`);
  };
  await push("120px");
  await cursor.waitFor({ state: "hidden" });
  await push("0");
  await cursor.waitFor();
});

test("offers the part with readings of a range that begins empty", async () => {
  await openCharts("?range=7d");
  await page.getByText("No readings before").waitFor();
  await page.getByRole("button", { name: "Start there" }).click();
  await figure(/Last 24 hours/).waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("lists former sensors after assigned sensors, with their earlier name", async () => {
  const own = await addPageFarm(database);
  await database.remove(`registeredSensors/${own.air.uid}`);
  const { page: otherPage } = await visit(farmPath(own, "g", own.tomatoes), own.viewer);
  await untilRead(otherPage);
  const entries = otherPage.getByRole("figure").first().locator(".legend li");
  expect(await entries.allTextContents()).toEqual([
    expect.stringMatching(/^Soil, row 318\.2/),
    expect.stringMatching(/^Air, north benchremoved/),
  ]);
});

test("draws charts in a browser with an invalid language", async () => {
  const language =
    'Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix", configurable: true })';
  const path = farmPath(farm, "g", farm.tomatoes);
  const { page: otherPage } = await visit(path, farm.viewer, {}, (page) =>
    page.addInitScript(language),
  );
  await otherPage.locator("canvas").first().waitFor();
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

describe("a month of ten sensors with nine readings of frost", () => {
  const MONTH = 30 * 24 * HOUR_MS;
  const now = Date.now();
  const frostAt = Math.floor((now - 17 * 24 * HOUR_MS) / HOUR_MS) * HOUR_MS + 5 * 60_000;
  const uids = Array.from({ length: 10 }, () => `bench-${randomUUID()}`);
  const sent = Object.fromEntries(uids.map((uid, index) => [uid, readingsOf(index)]));
  let tomatoes: string;
  let page: Page;

  /** A reading every half hour. The third sensor is frozen for nine readings. */
  function readingsOf(index: number): readonly SentReading[] {
    const times = Array.from({ length: 1440 }, (_, place) => now - MONTH + place * 30 * 60_000);
    const mild = times.map((at) => ({
      at,
      values: { temperature: 15 + index / 2 + (at % 5) / 10 },
    }));
    if (index !== 2) return mild;
    const frost = Array.from({ length: 9 }, (_, place) => ({
      at: frostAt + place * 60_000,
      values: { temperature: -3.5 },
    }));
    return [...mild, ...frost];
  }

  beforeAll(async () => {
    const own = await addPageFarm(database);
    tomatoes = own.tomatoes;
    const registered = { sensorType: "SHT31", farmId: own.id, greenhouse: tomatoes };
    const names = uids.map((uid, index) => [uid, `Bench ${index}`] as const);
    await database.patch({
      ...Object.fromEntries(
        names.map(([uid, sensorName]) => [
          `registeredSensors/${uid}`,
          { ...registered, sensorName },
        ]),
      ),
      ...Object.fromEntries(
        [own.air, own.soil].map(({ uid }) => [`registeredSensors/${uid}`, null]),
      ),
      [`sensors/${tomatoes}`]: {
        bySensor: Object.fromEntries(names.map(([uid]) => [uid, { temperature: 20 }])),
        history: historyOf(sent),
      },
    });
    const path = `${farmPath(own, "g", tomatoes)}?range=30d`;
    ({ page } = await visit(path, own.viewer));
  });

  const chart = (): Locator => page.locator('figure[aria-busy="false"]').first();
  /** The rows of the table with the frost. */
  const frozenRows = async (): Promise<readonly string[]> => {
    const rows = await chart().getByRole("table").locator("tbody tr").allTextContents();
    return rows.filter((text) => text.includes("-3.5"));
  };

  test("says without rollups that extremes may be missing", async () => {
    await untilRead(page);
    await page.getByText("ighs and lows may be missing").waitFor();
  });

  test("shows the frost in chart and table with rollups", async () => {
    const until = Math.floor((now - 40 * 60_000) / HOUR_MS) * HOUR_MS;
    const from = Math.floor((now - MONTH) / HOUR_MS) * HOUR_MS;
    await database.patch(rollupsOf(tomatoes, sent, from, until));
    await page.getByText("ighs and lows may be missing").waitFor({ state: "detached" });
    await chart().getByText("Temperature as a table").click();
    await expectSoon(async () => (await frozenRows()).length, 1);
    const names = await chart().getByRole("columnheader").allTextContents();
    expect(names).toEqual(["Time", "All 10 sensors (median and range)"]);
  });

  test("draws an hour of frost in a month red and visible, and snaps the pointer to it", async () => {
    await expectSoon(async () => (await redColumns(page)).length >= 3, true);
    const columns = await redColumns(page);
    const plot = chart().locator(".u-over");
    const [canvasBox, plotBox] = [
      await chart().locator("canvas").boundingBox(),
      await plot.boundingBox(),
    ];
    const middle = columns[columns.length >> 1]! + canvasBox!.x - plotBox!.x;
    for (const beside of [-4, 0, 4]) {
      await plot.hover({ position: { x: middle + beside, y: 40 } });
      await chart().locator(".legend", { hasText: "-3.5" }).waitFor();
    }
    await plot.hover({ position: { x: middle - 40, y: 40 } });
    await chart().locator(".legend", { hasText: "-3.5" }).waitFor({ state: "detached" });
  });

  test("draws a line for a chosen sensor and keeps the sensor in the short legend", async () => {
    const names = chart().locator(".legend-name");
    expect(await names.count()).toBe(1);
    await chart().getByRole("button", { name: "10 more" }).click();
    await chart()
      .getByRole("button", { name: /Bench 2/ })
      .click();
    const header = chart().getByRole("columnheader", { name: "Bench 2" });
    await header.waitFor();
    await expectSoon(async () => (await frozenRows())[0]?.match(/-3\.5/g)?.length, 2);
    await chart().getByRole("button", { name: "Fewer" }).click();
    expect(await names.allTextContents()).toEqual(["All 10 sensors (median and range)", "Bench 2"]);
  });
});

/** The pixel columns of the first chart that contain the colour of excursions. */
function redColumns(page: Page): Promise<readonly number[]> {
  return page.evaluate(RED_COLUMNS);
}

const RED_COLUMNS = `(() => {
  const canvas = document.querySelector('figure[aria-busy="false"] canvas');
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const found = new Set();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.subarray(at, at + 4);
    if (red > 150 && green < 60 && blue < 60 && alpha > 200) found.add((at / 4) % width);
  }
  return [...found].sort((a, b) => a - b);
})()`;

test("shows neither tile nor chart for an unmeasured quantity, and cancels an export", async () => {
  const own = await addPageFarm(database);
  await database.patch({
    [`sensors/${own.tomatoes}/bySensor/${own.air.uid}/light`]: null,
    [`sensors/${own.tomatoes}/current/light`]: null,
  });
  const { page: otherPage } = await visit(farmPath(own, "g", own.tomatoes), own.viewer);
  await untilRead(otherPage);
  expect(await otherPage.locator(".tile h2").allTextContents()).toEqual([
    "Temperature",
    "Humidity",
  ]);
  expect(await otherPage.getByRole("figure").count()).toBe(2);

  const answers = await controlAnswers(otherPage);
  await untilRead(otherPage);
  let downloads = 0;
  otherPage.on("download", () => (downloads += 1));
  answers.hold();
  await otherPage.getByRole("button", { name: "Export as CSV" }).click();
  await otherPage.getByRole("progressbar", { name: "Export as CSV" }).waitFor();
  await otherPage.getByRole("button", { name: "Cancel" }).click();
  await otherPage.getByText("Export cancelled.").waitFor();
  await otherPage.getByRole("button", { name: "Export as CSV" }).waitFor();
  // From now on, a write arrives after the answers to the export.
  await database.put(`greenhouses/${own.tomatoes}/name`, "Cucumbers");
  answers.release();
  await otherPage.getByRole("heading", { name: "Cucumbers" }).waitFor();
  await otherPage.getByText("Export cancelled.").waitFor();
  expect(downloads).toBe(0);
});

/** Quantities in addition to those of the farm's own sensors. */
const FURTHER = { soilMoisture: 35, co2: 640, ppfd: 420, pressure: 1013, windSpeed: 3.4 };
const FURTHER_NAMES = ["Soil moisture", "CO₂", "EC", "pH", "PPFD", "Air pressure", "Wind speed"];

test("shows twelve quantities with tile, chart and limits, and reads hours only for the card's quantities", async () => {
  const own = await addPageFarm(database);
  const greenhouse = `sensors/${own.tomatoes}`;
  const tanks = ["Tank A", "Tank B"].map((sensorName) => ({ uid: randomUUID(), sensorName }));
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
        [
          `registeredSensors/${uid}`,
          {
            sensorName,
            sensorType: "Atlas",
            farmId: own.id,
            greenhouse: own.tomatoes,
            role: "soil",
          },
        ],
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
  expect(await phone.getByRole("figure").count()).toBe(names.length);
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
  await inspect(phone, "twelve quantities");

  const reads: string[] = [];
  phone.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      reads.push(/greenhouseRollups\/[^/]+\/hour\/(\w+)/.exec(String(payload))?.[1] ?? "");
    });
  });
  await phone.goto(HOSTING_URL + farmPath(own, `settings/${own.tomatoes}`));
  // Open, because one of these quantities has a limit.
  await phone.getByText(`More: Light, ${FURTHER_NAMES.join(", ")}, VPD, Dew point`).waitFor();
  await phone.getByRole("group", { name: "pH", exact: true }).waitFor();
  await phone.getByRole("group", { name: "PPFD (µmol/m²/s)" }).waitFor();
  const choice = phone.getByRole("group", { name: "Shown on the overview" });
  await choice.getByLabel("CO₂").check();
  await expectSoon(() => choice.getByLabel("VPD").isDisabled(), true);
  await choice.getByLabel("Humidity").uncheck();
  await expectSoon(() => database.get(`greenhouses/${own.tomatoes}/card`), {
    temperature: true,
    co2: true,
  });
  await inspect(phone, "what stands on the card");

  await phone.goto(HOSTING_URL + farmPath(own));
  const card = phone.getByRole("article", { name: "Tomatoes" });
  await card.locator('.metrics[aria-busy="false"]').waitFor();
  expect(await card.locator(".metric .label").allTextContents()).toEqual(["Temperature", "CO₂"]);
  expect(new Set(reads.filter(Boolean))).toEqual(new Set(["temperature", "co2"]));
  // The alarm of the tank, which is not on the card.
  await card.getByText("Alarm", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
