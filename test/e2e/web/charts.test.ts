/** The charts: their range in the address, zoom, cursor, table, and the file. */

import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { HOSTING_URL } from "../../support/web/addresses";
import { controlAnswers } from "../../support/web/answers";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { expectSoon } from "../../support/polling";
import { farmPath, untilRead, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
let page: Page;
beforeAll(async () => {
  farm = await addPageFarm(database);
  ({ page } = await visit(farmPath(farm), farm.viewer));
});

async function openCharts(search = ""): Promise<void> {
  // Away from the charts, so that no earlier press of the mouse or a key is left.
  await page.goto("about:blank");
  await page.goto(HOSTING_URL + farmPath(farm, "g", farm.tomatoes) + search);
  await untilRead(page);
  await figure().locator("canvas").waitFor();
}

function figure(name = /Chart of Temperature/): Locator {
  return page.getByRole("figure", { name }).first();
}

const cursorTime = (name?: RegExp): Locator =>
  figure(name)
    .locator(".legend-time")
    .filter({ hasText: /\d\d:\d\d:\d\d/ });

test("both layouts are drawn alike, with a line for each sensor", async () => {
  await openCharts();
  const names = figure().locator(".legend-name");
  expect(await names.allTextContents()).toEqual(["Air, north bench", "Soil, row 3"]);
});

test("the range is in the address; back and forward work", async () => {
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
});

test("dragging zooms in, and a click leads back", async () => {
  await openCharts();
  const plot = figure().locator(".u-over");
  const { width } = (await plot.boundingBox())!;
  // Each time where the plot is by then: what is above it may still grow.
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

test("the cursor of one chart is that of all three, with the time in their legends", async () => {
  await openCharts();
  await figure()
    .locator(".u-over")
    .hover({ position: { x: 200, y: 50 } });
  await cursorTime().waitFor();
  // Read at once: the charts end now, so that the time below the mouse moves on.
  const shown = await page.locator(".legend-time").allTextContents();
  expect(shown).toEqual([shown[0], shown[0], shown[0]]);
  await figure(/Chart of Humidity/)
    .locator(".u-cursor-x")
    .waitFor();
  const [here, there] = await Promise.all(
    [/Chart of Temperature/, /Chart of Humidity/].map((name) =>
      figure(name).locator(".u-cursor-x").boundingBox(),
    ),
  );
  expect(there!.x).toBeCloseTo(here!.x, 0);
  expect(there!.x).toBeGreaterThan(200);
});

test("the arrow keys move the cursor, and screen readers get the values under it", async () => {
  await openCharts();
  const slider = page.getByRole("slider", { name: "Cursor of Temperature" });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("PageDown");
  await expectSoon(() => slider.getAttribute("aria-valuenow"), "89");
  expect(await slider.getAttribute("aria-valuetext")).toMatch(
    /\d\d:\d\d:\d\d: Air, north bench \d\d\.\d\u202f°C, Soil, row 3 18\.2\u202f°C$/,
  );
  await cursorTime(/Chart of Light/).waitFor();
  await page.keyboard.press("Tab");
  await cursorTime(/Chart of Light/).waitFor({ state: "detached" });
});

test("the cursor follows when the page moves under a resting mouse", async () => {
  await openCharts();
  await figure()
    .locator(".u-over")
    .hover({ position: { x: 200, y: 50 } });
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

test("a range that begins empty offers the part that does not", async () => {
  await openCharts("?range=7d");
  await page.getByText("No reading before").waitFor();
  await page.getByRole("button", { name: "Show from there" }).click();
  await figure(/Last 24 hours/).waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("former sensors come after the linked ones, with the name they had", async () => {
  const own = await addPageFarm(database);
  await database.remove(`registeredSensors/${own.air.uid}`);
  const { page: other } = await visit(farmPath(own, "g", own.tomatoes), own.viewer);
  await untilRead(other);
  const entries = other.getByRole("figure").first().locator(".legend li");
  expect(await entries.allTextContents()).toEqual([
    expect.stringMatching(/^Soil, row 318\.2/),
    expect.stringMatching(/^Air, north benchformer/),
  ]);
});

test("charts are drawn in a browser with an invalid language too", async () => {
  const { page: other } = await visit(farmPath(farm), farm.viewer);
  await other.addInitScript(
    'Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix", configurable: true })',
  );
  await other.goto(HOSTING_URL + farmPath(farm, "g", farm.tomatoes));
  await other.locator("canvas").first().waitFor();
});

test("any range can be typed", async () => {
  await openCharts();
  await page.getByRole("button", { name: "Own range" }).click();
  await page.getByLabel("From").fill("2026-01-02T10:00");
  await page.getByLabel("To", { exact: true }).fill("2026-01-01T10:00");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("The end must be after the beginning.").waitFor();
  await page.getByLabel("To", { exact: true }).fill("2026-01-03T10:00");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("No readings in this range.").first().waitFor();
});

test("a table holds what a chart shows", async () => {
  await openCharts();
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

test("the whole range is saved as a file", async () => {
  await openCharts("?range=1h");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Tomatoes-[\d-]+\.csv$/);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe("time,uid,sensor,temperature,humidity,light,battery");
  expect(lines.slice(1).map((line) => line.split(",").slice(1).join(","))).toHaveLength(12);
  expect(lines.at(-1)).toContain(`${farm.soil.uid},"Soil, row 3",18.2,,,`);
});

test("an export is cancelled", async () => {
  const own = await addPageFarm(database);
  const { page: other } = await visit(farmPath(own, "g", own.tomatoes), own.viewer);
  const answers = await controlAnswers(other);
  await untilRead(other);
  let downloads = 0;
  other.on("download", () => (downloads += 1));
  answers.hold();
  await other.getByRole("button", { name: "Export as CSV" }).click();
  await other.getByRole("progressbar", { name: "Export as CSV" }).waitFor();
  await other.getByRole("button", { name: "Cancel" }).click();
  await other.getByText("Export cancelled.").waitFor();
  await other.getByRole("button", { name: "Export as CSV" }).waitFor();
  // What is written now comes behind the answers to the export.
  await database.put(`greenhouses/${own.tomatoes}/name`, "Cucumbers");
  answers.release();
  await other.getByRole("heading", { name: "Cucumbers" }).waitFor();
  await other.getByText("Export cancelled.").waitFor();
  expect(downloads).toBe(0);
});
