/** On a phone of 360 pixels everything stays within its card, and nothing is visible next to what covers it. */

import type { Locator } from "playwright-core";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { farmPath, PHONE, untilRead, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
beforeEach(async () => {
  farm = await addPageFarm(database);
});

interface Extent {
  /** From the left of the screen, in pixels. */
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

async function extentOf(element: Locator): Promise<Extent> {
  const { x, width, height } = (await element.boundingBox())!;
  return { left: x, right: x + width, height };
}

test("wraps a value beyond its bound within its card, red and together with its unit", async () => {
  const now = Date.now();
  const { tomatoes, air, soil } = farm;
  await database.patch({
    [`greenhouses/${tomatoes}/thresholds`]: { co2: { max: 600 }, ec: { max: 2 } },
    [`greenhouses/${tomatoes}/card`]: { temperature: true, co2: true, ec: true },
    [`sensors/${tomatoes}/bySensor/${air.uid}/co2`]: 1655,
    [`sensors/${tomatoes}/bySensor/${soil.uid}/ec`]: 2.4,
    [`lastSeen/${farm.id}/${air.uid}/co2`]: now,
    [`lastSeen/${farm.id}/${soil.uid}/ec`]: now,
    [`sensors/${tomatoes}/history/${createPushKeys(Math.random)(now)}`]: {
      uid: air.uid,
      co2: 1655,
      updatedAt: now,
    },
  });
  const { page } = await visit(farmPath(farm), farm.viewer, PHONE);
  const card = page.getByRole("article", { name: "Tomatoes" });
  const metric = (name: string): Locator =>
    card.locator(".metric").filter({ has: page.getByText(name, { exact: true }) });
  const high = metric("CO₂").getByTitle("Highest of the last 24 hours");
  await high.filter({ hasText: "above 600" }).waitFor();
  expect((await extentOf(high)).right).toBeLessThanOrEqual((await extentOf(metric("CO₂"))).right);

  const figure = (name: string): Locator => metric(name).locator(".value");
  const isRed = async (name: string): Promise<boolean> =>
    (await figure(name).and(page.locator(".is-bad")).count()) === 1;
  expect(await isRed("CO₂")).toBe(true);
  expect(await isRed("Temperature")).toBe(false);
  const lineHeight = (await extentOf(figure("Temperature"))).height;
  expect((await extentOf(figure("CO₂"))).height).toBeCloseTo(lineHeight, 0);
  // EC has no day on the card that would show the alarm.
  expect(await isRed("EC")).toBe(true);
  await metric("EC").getByText("above 2\u202fmS/cm").waitFor();
});

test("covers the charts that scroll below the ranges", async () => {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer, PHONE);
  await untilRead(page);
  const bar = await extentOf(page.locator(".range"));
  const card = await extentOf(page.locator(".chart").first());
  expect(bar.left).toBeLessThanOrEqual(card.left);
  expect(bar.right).toBeGreaterThanOrEqual(card.right);
});
