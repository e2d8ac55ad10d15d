/** Markup in names is shown as text, and invalid stored data is left out. */

import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import { expectSoon } from "../../../emulator/test/support/polling";
import { farmPath, go, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();

const MARKUP = `<img src=x onerror="document.title='owned'">`;
const SCRIPT = `"><script>document.title='owned'</script>`;

test("names are text in every view", async () => {
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

test("a name that runs from right to left does not turn its value around", async () => {
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

test("stored data that is no reading is left out", async () => {
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
    .getByRole("figure", { name: /Chart of Temperature/ })
    .locator(".legend-name")
    .nth(1)
    .waitFor();
  expect(complaints).toEqual([]);
});
