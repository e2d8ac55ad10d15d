/** The daily figures of a greenhouse: computed from rolled-up hours, with the owner's settings of light and crop. */

import { HOUR_MS } from "@greenhouse/domain/time";
import type { Locator, Page } from "playwright-core";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import { databaseClient } from "../../support/backend/database-client";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm, Person } from "../../support/web/farm";
import { farmPath, untilRead, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();

/** Adds the same hour for eight days: 18 °C, and light that is 16.0 mol in a day of sun, and 10.5 of sodium lamps. */
async function addHours({ id, tomatoes }: PageFarm): Promise<void> {
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
async function rowOf(page: Page): Promise<string[]> {
  const row = page.getByRole("row").filter({ hasText: /°C·d/ }).filter({ hasNotText: /\d h/ });
  return (await row.first().getByRole("cell").allTextContents()).map((text) =>
    text.replaceAll("\u202f", " "),
  );
}

const DRAWN = `(title, property) => {
  const charts = [...document.querySelectorAll(".day-chart")];
  const canvas = charts.find((one) => one.textContent.startsWith(title)).querySelector("canvas");
  const pixelsOf = ({ width, height }, context) => context.getImageData(0, 0, width, height).data;
  const probe = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = probe.getContext("2d");
  context.fillStyle = getComputedStyle(canvas).getPropertyValue(property).trim();
  context.fillRect(0, 0, 1, 1);
  const wanted = [...pixelsOf(probe, context)];
  const { width, height } = canvas;
  const pixels = pixelsOf(canvas, canvas.getContext("2d"));
  const found = { columns: new Set(), rows: new Set() };
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (wanted.some((value, index) => Math.abs(value - pixels[4 * pixel + index]) > 3)) continue;
    found.columns.add(pixel % width);
    found.rows.add(Math.floor(pixel / width));
  }
  const isFlat = found.rows.size > 0 && found.rows.size < height / 10;
  return { isFlat, isWide: found.columns.size > width / 2 };
}`;

/** Whether a chart's marks of this colour are in hardly more than one height, and over most of its width. */
function drawn(
  page: Page,
  title: string,
  property: string,
): Promise<{ readonly isFlat: boolean; readonly isWide: boolean }> {
  return page.evaluate(`(${DRAWN})(${JSON.stringify(title)}, ${JSON.stringify(property)})`);
}

function section(page: Page): Locator {
  return page.locator("details").filter({ hasText: "Day by day" }).first();
}

async function openDays(farm: PageFarm, person: Person): Promise<Page> {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), person);
  // The charts above move the row during their load, and a press would miss it.
  await untilRead(page);
  await section(page).locator("summary").first().click();
  return page;
}

test("shows an owner the days, and applies light source and crop at once", async () => {
  const farm = await addPageFarm(database);
  await addHours(farm);
  const page = await openDays(farm, farm.owner);
  await page.getByText("Day by day as a table").click();
  await expectSoon(
    () => rowOf(page),
    ["16.0 °C", "21.0 °C", "18.0 °C", "18.0 °C", "0.0 °C", "8.0 °C·d", "64.0 °C·d", "16.0 mol/m²"],
  );
  // The same every day, except for rounding of its means.
  await expectSoon(async () => (await drawn(page, "VPD", "--line-4")).isFlat, true);
  expect(await drawn(page, "Daily light", "--line-2")).toEqual({ isFlat: false, isWide: true });
  const light = section(page).locator("figure").filter({ hasText: "Daily light" });
  // The day under the pointer, and the newest day again when the pointer leaves.
  const value = light.locator("figcaption .pieces");
  const newest = await value.textContent();
  expect(newest).toMatch(/until/);
  await light.locator(".u-over").hover();
  await expectSoon(
    async () => (await value.textContent())?.replace(/^\w+ \d+ \w+/, "") ?? "",
    "  16.0\u202fmol/m²",
  );
  await section(page).locator("summary").first().hover();
  await expectSoon(() => value.textContent(), newest);
  await section(page).getByText("How these are calculated").click();
  await page.getByLabel("Light source").selectOption("sodium");
  await page.getByLabel("Degree days above").selectOption("5");
  await expectSoon(
    async () => (await rowOf(page)).slice(-3),
    ["13.0 °C·d", "104.0 °C·d", "10.5 mol/m²"],
  );
  // The page uses a choice at once, before the write is stored.
  await expectSoon(
    async () => {
      const greenhouse = (await database.get(`greenhouses/${farm.tomatoes}`)) as Record<
        string,
        unknown
      >;
      return { lightSource: greenhouse.lightSource, degreeDayBase: greenhouse.degreeDayBase };
    },
    { lightSource: "sodium", degreeDayBase: 5 },
  );
});

test("says without rolled-up hours that figures are missing, and shows a viewer the settings", async () => {
  const farm = await addPageFarm(database);
  const page = await openDays(farm, farm.viewer);
  await section(page)
    .getByText(/No daily figures yet/)
    .waitFor();
  await addHours(farm);
  await section(page).getByText("Light source: The sun.").waitFor();
});
