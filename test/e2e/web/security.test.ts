/** Names with markup appear as text, and invalid stored data is left out. */

import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { farmPath, go, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();

const MARKUP = `<img src=x onerror="document.title='owned'">`;
const SCRIPT = `"><script>document.title='owned'</script>`;

test("shows names as text in every view", async () => {
  const farm = await addPageFarm(database, { farm: MARKUP, sensor: SCRIPT });
  const { page, complaints } = await visit(farmPath(farm), farm.owner);
  for (const [path, text, view] of [
    [farmPath(farm), MARKUP, ""],
    [farmPath(farm, "g", farm.tomatoes), SCRIPT, "Tomatoes · "],
    [farmPath(farm, "sensors"), SCRIPT, "Sensors · "],
    [farmPath(farm, "settings"), "Member view…", "Settings · "],
  ] as const) {
    await go(page, path);
    await page.locator("main").getByText(text).first().waitFor();
    expect(await page.locator("img, main script").count()).toBe(0);
    await expectSoon(() => page.title(), `${view}${MARKUP} · Greenhouses`);
  }
  expect(complaints).toEqual([]);
});

test("keeps the direction of a value next to a right-to-left name", async () => {
  const farm = await addPageFarm(database, { sensor: "مستشعر الهواء" });
  await database.patch({ [`registeredSensors/${farm.soil.uid}`]: null });
  const { page } = await visit(farmPath(farm), farm.owner);
  const expectInOrder = async (): Promise<void> => {
    const newest = page.locator(".newest").first();
    const name = await newest.locator(".newest-name").boundingBox();
    const value = await newest.locator(".newest-value").first().boundingBox();
    expect(name!.x).toBeLessThan(value!.x);
  };
  await page.getByRole("link", { name: "Tomatoes" }).click();
  await page.getByRole("heading", { name: "Charts" }).waitFor();
  await expectInOrder();
});

test("keeps the direction of problems with right-to-left names in list and tile", async () => {
  const [place, sensor, bed] = ["دفيئة الطماطم", "مستشعر الهواء", "حوض ٣"];
  const farm = await addPageFarm(database, { sensor });
  await database.patch({
    [`greenhouses/${farm.tomatoes}/name`]: place,
    [`sensors/${farm.tomatoes}/bySensor/${farm.air.uid}/temperature`]: 33.1,
    [`registeredSensors/${farm.soil.uid}/sensorName`]: bed,
    [`sensors/${farm.tomatoes}/current/${farm.soil.uid}/ec`]: 1.8,
    [`lastSeen/${farm.id}/${farm.soil.uid}/ec`]: Date.now(),
  });
  const { page } = await visit(farmPath(farm), farm.owner);
  const concern = page.locator(".status li p");
  await concern.filter({ hasText: "33.1" }).waitFor();
  expect(await shownOrder(page, ".status li p", ["above", "33.1", sensor, place])).toEqual([
    place,
    sensor,
    "33.1",
    "above",
  ]);

  await concern.getByRole("link").click();
  const ofTile = ".tile p.out";
  await page.locator(ofTile).filter({ hasText: "33.1" }).waitFor();
  expect(await shownOrder(page, ofTile, ["above", "33.1", sensor])).toEqual([
    sensor,
    "33.1",
    "above",
  ]);
  await page.setViewportSize({ width: 360, height: 800 });
  const ofPhone = '[aria-label="EC"] .tile-age';
  await page.locator(ofPhone).filter({ hasText: bed }).waitFor();
  expect(await shownOrder(page, ofPhone, ["·", bed])).toEqual([bed, "·"]);
});

/** Returns these parts of the first matching element's text, in their order on the screen from left to right. */
function shownOrder(
  page: Page,
  selector: string,
  parts: readonly string[],
): Promise<readonly string[]> {
  return page.evaluate(`(${LEFT_TO_RIGHT})(${JSON.stringify(selector)}, ${JSON.stringify(parts)})`);
}

const LEFT_TO_RIGHT = `(selector, parts) => {
  const nodes = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    for (const part of parts.filter((each) => node.data.includes(each))) {
      const range = document.createRange();
      range.setStart(node, node.data.indexOf(part));
      range.setEnd(node, node.data.indexOf(part) + part.length);
      found.push({ part, left: range.getBoundingClientRect().left });
    }
  }
  return found.sort((a, b) => a.left - b.left).map(({ part }) => part);
}`;

test("leaves out stored data that is not a reading", async () => {
  const farm = await addPageFarm(database);
  const now = Date.now();
  await database.patch({
    [`sensors/${farm.tomatoes}/bySensor/${farm.air.uid}/temperature`]: "hot",
    [`sensors/${farm.tomatoes}/current/light`]: { deep: { deeper: true } },
    [`sensors/${farm.tomatoes}/history/-Oaaaaaaaaaaaaaaaaaa`]: "nothing",
    [`greenhouses/${farm.herbs}/thresholds`]: { temperature: "warm", rain: { min: 1 } },
    [`farms/${farm.id}/ip`]: "javascript:alert(1)",
    [`farms/${farm.id}/ipUpdatedAt`]: now,
  });
  const { page, complaints } = await visit(farmPath(farm), farm.owner);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByText("not reported yet").waitFor();
  await page.getByRole("link", { name: "Greenhouses", exact: true }).click();
  await page.getByRole("link", { name: "Tomatoes" }).click();
  await page
    .getByRole("figure", { name: /Chart: Temperature/ })
    .locator(".legend-name")
    .nth(1)
    .waitFor();
  expect(complaints).toEqual([]);
});
