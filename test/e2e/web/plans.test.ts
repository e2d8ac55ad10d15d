/** Plans of outputs on the page of their greenhouse: set up on a phone, carried out by the jobs, explained and paused. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Locator, Page } from "playwright-core";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { databaseClient } from "../../support/backend/database-client";
import { checkPlansOf } from "../../support/jobs/check-plans";
import { addPageFarm, valveUpdate } from "../../support/web/farm";
import type { PageFarm, Person } from "../../support/web/farm";
import { farmPath, PHONE, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;

/** A drip line beside a soil probe. */
beforeAll(async () => {
  farm = await addPageFarm(database);
  const { id, soil, tomatoes } = farm;
  await database.patch({
    ...valveUpdate(farm),
    [`sensors/${tomatoes}/bySensor/${soil.uid}`]: { soilMoisture: 27 },
    [`lastSeen/${id}/${soil.uid}/soilMoisture`]: Date.now(),
    [`farms/${id}/names/${farm.owner.uid}`]: "Olga",
  });
});

async function open(person: Person): Promise<Page> {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), person, PHONE);
  await page.getByRole("heading", { name: "Drip line" }).waitFor();
  return page;
}

const card = (page: Page): Locator => page.getByRole("region", { name: "Plan for Drip line" });
const planPath = (field: string): string => `outputPlans/${farm.id}/${farm.air.uid}/valve${field}`;

/** The board reports that it has switched on as ordered. */
async function report(): Promise<void> {
  const path = `${farm.id}/${farm.air.uid}/valve`;
  const version = await database.get(`outputOrders/${path}/version`);
  const times = { at: Date.now(), heard: Date.now() };
  const state = { value: 1, version: version as number, reason: "order", ...times };
  await database.put(`outputStates/${path}`, state);
}

test("an owner sets up watering in three taps; the run is explained in log and chart; others see it at once", async () => {
  const page = await open(farm.owner);
  const viewers = await open(farm.viewer);
  let taps = 0;
  const tap = async (button: Locator): Promise<void> => {
    await button.tap();
    taps += 1;
  };
  await tap(page.getByRole("button", { name: "Add a plan: Drip line" }));
  const dialog = page.getByRole("dialog");
  await tap(dialog.getByRole("button", { name: "Water when dry" }));
  const sentence =
    "Waters 5\u202fmin, at 06:15 and 18:30, every day, if Soil, row 3 is drier than 30\u202f%.";
  await dialog.getByText(`${sentence} At most 10\u202fmin a day;`).waitFor();
  expect(await dialog.getByRole("listitem").count()).toBe(3);
  await tap(dialog.getByRole("button", { name: "Save" }));
  expect(taps).toBe(3);
  await page.getByText("The plan for Drip line is saved.").waitFor();
  for (const seeing of [page, viewers]) {
    await card(seeing).getByText(sentence).waitFor();
    await card(seeing)
      .getByText(/^Next: .*, if soil below 30.%, now 27.%\.$/)
      .waitFor();
    await card(seeing).getByText("Plan cannot act").waitFor();
    await card(seeing).getByText("The board has not reported yet, so nothing").waitFor();
    const limits =
      "At most 10\u202fmin a day. Without a value younger than 1\u202fh it does not water.";
    await card(seeing).getByText(limits).waitFor();
  }
  expect(await card(viewers).getByRole("button").count()).toBe(0);

  // The farm has no location, so its plans run in UTC.
  const now = new Date();
  await database.patch({
    [planPath("/times")]: [now.toISOString().slice(11, 16).replace(":", "")],
    [planPath("/at")]: now.getTime() - 2 * MINUTE_MS,
    // It was decided earlier, but has a later id, as after a move to another time zone.
    [`outputPlanRuns/${farm.id}/${farm.air.uid}/valve/29990101T0615`]: {
      action: "skipped",
      reason: "limit",
      at: now.getTime() - MINUTE_MS,
    },
  });
  await checkPlansOf(farm.id);
  await card(viewers)
    .getByText(/^Last: \d\d:\d\d ordered 5.min, the board has not confirmed it yet: soil 27.%/)
    .waitFor();
  await report();
  await checkPlansOf(farm.id);
  await card(viewers)
    .getByText(/^Last: \d\d:\d\d watered 5.min: soil 27.%, below 30.%\.$/)
    .waitFor();
  await card(viewers).getByText("What the plan did").click();
  await card(viewers).getByRole("listitem").first().waitFor();
  expect(await card(viewers).getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^\d\d:\d\d watered 5.min: soil 27.%, below 30.%$/),
    expect.stringMatching(/^\d\d:\d\d skipped: daily limit reached$/),
  ]);
  // The history says who ordered, and the chart when.
  await viewers.getByText("Orders", { exact: true }).click();
  await viewers.getByText(/^.* on until .*, by the plan$/).waitFor();
  await viewers.getByText("Runs of plans").first().waitFor();
  const cursor = viewers.getByRole("slider", { name: /Temperature/ });
  await cursor.focus();
  await cursor.press("Home");
  await cursor.press("End");
  await expectSoon(async () => {
    const text = await cursor.getAttribute("aria-valuetext");
    return /; Drip line: \d\d:\d\d watered 5.min/.test(text ?? "");
  }, true);
});

test("an owner pauses, resumes and changes a plan, learns of another person's change, and removes it with undo", async () => {
  const page = await open(farm.owner);
  const button = (name: string): Locator => card(page).getByRole("button", { name });
  await button("Pause").click();
  await card(page).getByRole("button", { name: "3 days" }).click();
  await card(page)
    .getByText(/^Plan paused until .*\.$/)
    .waitFor();
  const until = Number(await database.get(planPath("/pausedUntil")));
  expect(Math.abs(until - Date.now() - 3 * DAY_MS)).toBeLessThan(MINUTE_MS);
  await database.put(planPath("/pausedUntil"), Date.now() - 1);
  await button("Pause").click();
  await card(page).getByRole("button", { name: "3 days" }).click();
  await button("Resume").click();
  await expectSoon(() => database.get(planPath("/pausedUntil")), null);
  await button("Turn plan off").click();
  await card(page).getByText("Plan off").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(() => database.get(planPath("/isOn")), true);

  await button("Change").click();
  const dialog = page.getByRole("dialog", { name: "Plan for Drip line" });
  const minutes = dialog.getByLabel("For (minutes)");
  await minutes.fill("6");
  await database.put(planPath("/forSeconds"), 480);
  await dialog.getByText("Someone else set For (minutes) to 8 in the meantime.").waitFor();
  await dialog.getByRole("button", { name: "Keep 6" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await card(page)
    // Another journey sets when the jobs ran last, so the plan may also not be checked.
    .getByText(/^Plan (active|cannot act) Waters 6.min/)
    .waitFor();

  const runs = Array.from({ length: 14 }, (_, day) => [
    `outputPlanRuns/${farm.id}/${farm.air.uid}/valve/202601${day + 10}T0615`,
    { action: "skipped", reason: "late", at: Date.UTC(2026, 0, day + 10, 6, 15) },
  ]);
  await database.patch(Object.fromEntries(runs));
  await card(page).getByText("What the plan did").click();
  await card(page).getByRole("button", { name: "Show older ones" }).click();
  await card(page).getByText("10 Jan 06:15 skipped: more than 30\u202fmin late").waitFor();

  await button("Change").click();
  await dialog.getByRole("button", { name: "Remove plan" }).click();
  await page.getByRole("button", { name: "Add a plan: Drip line" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(() => database.get(planPath("/forSeconds")), 360);

  const stored = await database.get(planPath(""));
  await database.put(planPath(""), null);
  await page.getByRole("button", { name: "Add a plan: Drip line" }).click();
  await page.getByRole("button", { name: "Water by the clock" }).click();
  await database.put(planPath(""), stored);
  await page.getByText("Someone else added a plan in the meantime: Waters 6\u202fmin").waitFor();
  await page.getByRole("button", { name: "Replace it" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await card(page)
    .getByText("Switches on for 5\u202fmin, at 06:15 and 18:30, every day.")
    .waitFor();
});
