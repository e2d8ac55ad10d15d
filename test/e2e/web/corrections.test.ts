/** Owners calibrate a sensor, leave readings out and replace a device. Everything that shows figures follows. */

import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm, addPeople, valveUpdate } from "../../support/web/farm";
import type { PageFarm, People } from "../../support/web/farm";
import { changeFarm, farmPath, go, PHONE, untilRead, useVisitors } from "../../support/web/visit";
import type { Visit } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let people: People;
let farm: PageFarm;
let desk: Visit;
let phone: Visit;
beforeAll(async () => {
  people = await addPeople();
  desk = await visit("/farms", people.owner);
  phone = await visit("/farms", people.owner, PHONE);
});
beforeEach(async () => {
  farm = await addPageFarm(database, {}, people);
});

function tile(page: Page): ReturnType<Page["locator"]> {
  return page.locator(".tile").filter({ hasText: "Temperature" }).first();
}

function row(page: Page, quantity: string): ReturnType<Page["locator"]> {
  return page.getByRole("row").filter({ hasText: quantity });
}

async function stored(path: string): Promise<readonly Record<string, unknown>[]> {
  return Object.values(
    ((await database.get(path)) ?? {}) as Record<string, Record<string, unknown>>,
  );
}

test("calibrates a sensor, undoes it, and leaves out the whole span, which every view says", async () => {
  const { air } = farm;
  const { page, complaints } = desk;
  await changeFarm(page, farmPath(farm, "sensors"));
  await page.getByRole("link", { name: air.sensorName }).click();
  await row(page, "Temperature").getByText("21.4\u202f°C").waitFor();
  await page.getByRole("button", { name: "Calibrate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Sends now: 21.4\u202f°C").waitFor();
  await dialog.getByLabel("By (°C)").fill("0.8");
  await dialog.getByText("A reading of 21.4\u202f°C becomes 20.6\u202f°C.").waitFor();
  await dialog.getByRole("button", { name: "Calibrate" }).click();
  await row(page, "Temperature").getByText("20.6\u202f°C").waitFor();
  await row(page, "Temperature").getByText("sent 21.4\u202f°C").waitFor();
  await page.getByText("Temperature: 0.8\u202f°C lower").waitFor();
  await page.getByText("Calibrated: Temperature").waitFor();
  expect(await stored(`calibrations/${farm.id}/${air.uid}/temperature`)).toMatchObject([
    { scale: 1, offset: -0.8, by: farm.owner.uid },
  ]);
  await go(page, farmPath(farm, "g", farm.tomatoes));
  await tile(page).getByText("20.6").first().waitFor();

  await go(page, farmPath(farm, "sensors", air.uid));
  await page.getByRole("button", { name: "Undo: Temperature: 0.8\u202f°C lower" }).click();
  await page.getByText("sent 21.4").waitFor({ state: "detached" });
  await page.getByText("Undone: Temperature").waitFor();
  expect(await stored(`calibrations/${farm.id}/${air.uid}/temperature`)).toMatchObject([
    { scale: 1, offset: -0.8, undoneBy: farm.owner.uid },
  ]);

  await page.getByRole("button", { name: "Leave out readings" }).click();
  const span = page.getByRole("dialog", { name: `Leave out readings of ${air.sensorName}` });
  await span.getByRole("button", { name: "Leave out" }).click();
  await page.getByText("Daily figures follow in a few minutes.").waitFor();
  const year = new Date(Date.now() - HOUR_MS).getFullYear();
  await page.getByText(new RegExp(`^Readings left out: .* ${year}, \\d\\d:\\d\\d`)).waitFor();
  await go(page, farmPath(farm, "g", farm.tomatoes));
  await row(page, air.sensorName).getByText("left out", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test("leaves out readings that a person marks in a chart, shows them hollow, and counts them again", async () => {
  const { air } = farm;
  const { page, complaints } = desk;
  await changeFarm(page, farmPath(farm, "g", farm.tomatoes));
  await untilRead(page);
  await page.getByRole("button", { name: "Leave out readings" }).click();
  const plot = page.locator('figure[data-quantity="temperature"] .u-over');
  await plot.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await plot.boundingBox())!;
  await page.mouse.move(x + width * 0.5, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y + height / 2, { steps: 5 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Sensor").selectOption(air.sensorName);
  await expect(dialog.getByLabel("Temperature").isChecked()).resolves.toBe(true);
  await expect(dialog.getByLabel("Humidity").isChecked()).resolves.toBe(false);
  await dialog.getByLabel("Why").fill("The probe lay in the sun");
  await dialog.getByRole("button", { name: "Leave out" }).click();
  await page.getByText(`Readings of ${air.sensorName} are left out.`).waitFor();
  const [exclusion] = await stored(`exclusions/${farm.id}/${air.uid}`);
  expect(exclusion).toMatchObject({
    quantity: "temperature",
    note: "The probe lay in the sun",
    by: farm.owner.uid,
  });
  const length = Number(exclusion?.["until"]) - Number(exclusion?.["from"]);
  expect(Math.abs(length - DAY_MS / 4)).toBeLessThan(HOUR_MS / 2);

  await page.getByRole("button", { name: "Left out: 1" }).click();
  await page.locator('figure[data-quantity="temperature"] .plot-spans i').waitFor();
  await page.getByRole("heading", { name: "Left out" }).waitFor();
  await page.getByRole("button", { name: `Count again: ${air.sensorName}` }).click();
  await page.getByText("These readings count again.").waitFor();
  await page.getByRole("button", { name: "Left out: 1" }).waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("leaves out the readings of an alert", async () => {
  const { air } = farm;
  const since = Date.now() - HOUR_MS;
  await database.patch({
    [`alerts/${farm.id}/open/above,temperature,${air.uid}`]: {
      kind: "above",
      measurement: "temperature",
      uid: air.uid,
      sensorName: air.sensorName,
      greenhouse: farm.tomatoes,
      greenhouseName: "Tomatoes",
      since,
      value: 41,
      extreme: 44,
      bound: 30,
      raisedAt: since,
      remindedAt: since,
    },
  });
  const { page } = desk;
  await changeFarm(page, farmPath(farm, "alerts"));
  await page.getByRole("button", { name: `Leave this out: ${air.sensorName}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave out" }).click();
  await page.getByText("are left out.").waitFor();
  expect(await stored(`exclusions/${farm.id}/${air.uid}`)).toMatchObject([
    { from: since, quantity: "temperature" },
  ]);
});

test("leaves out what a wrong file brought, and counts it again", async () => {
  const { air, soil } = farm;
  const [from, until] = [Date.now() - DAY_MS, Date.now()];
  await database.put(`imports/${farm.id}/import01`, {
    from,
    until,
    at: until,
    file: "2026 wrong.csv",
    readings: 1_234,
    sensors: { [air.uid]: true, [soil.uid]: true },
  });
  const { page, complaints } = phone;
  await changeFarm(page, farmPath(farm, "settings"));
  const card = page.getByRole("region", { name: "Imported readings" });
  await card.getByText("1,234 readings").waitFor();
  await card.getByRole("button", { name: "Leave out: 2026 wrong.csv" }).click();
  const leaveOut = page.getByRole("dialog").getByRole("button", { name: "Leave out" });
  await leaveOut.click();
  await card.getByText("left out", { exact: true }).waitFor();
  const excluded = { import: "import01", from, until, by: farm.owner.uid };
  for (const { uid } of [air, soil])
    expect(await stored(`exclusions/${farm.id}/${uid}`)).toMatchObject([excluded]);

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await card.getByRole("button", { name: "Leave out: 2026 wrong.csv" }).click();
  await leaveOut.click();
  await card.getByRole("button", { name: "Count again: 2026 wrong.csv" }).click();
  await card.getByText("left out", { exact: true }).waitFor({ state: "detached" });
  for (const { uid } of [air, soil])
    expect(await stored(`exclusions/${farm.id}/${uid}`)).toMatchObject([
      { undoneBy: farm.owner.uid },
      { undoneBy: farm.owner.uid },
    ]);
  expect(complaints).toEqual([]);
});

test("refuses another farm's UID as the replacement, and takes a device that the gateway heard of, with the valve and the history", async () => {
  const { air } = farm;
  const [uid, taken] = ["shelly", "taken"].map((name) => `${name}-${randomUUID()}`);
  const now = Date.now();
  const order = { value: 1, version: 5, until: now + HOUR_MS, by: farm.owner.uid, at: now };
  const plan = { kind: "times", isOn: true, times: ["0615"], forSeconds: 300, freshMinutes: 60 };
  const board = `${farm.id}/${air.uid}`;
  await database.patch({
    ...valveUpdate(farm),
    [`outputOrders/${board}/valve`]: { ...order, entry: "-Oabcdefghijklmnopqr" },
    [`outputLog/${board}/valve/-Oabcdefghijklmnopqr`]: order,
    [`outputStates/${board}/valve`]: { ...order, reason: "order", heard: now },
    [`outputPlans/${board}/valve`]: { ...plan, at: 1 },
    [`plannedFarms/${farm.id}`]: true,
    [`registeredSensors/${taken}`]: { sensorName: "Air", sensorType: "SHT31", farmId: "other" },
    [`unregistered/${farm.id}`]: {
      a: { uid, reading: '{"temperature":21.5}', at: Date.now() - 1000 },
    },
  });
  const { page, complaints } = phone;
  await changeFarm(page, farmPath(farm, "sensors", air.uid));
  await page.getByRole("button", { name: "Replace the device" }).click();
  await page
    .getByText(/^Drip line may be on\. Its order ends, the old device switches off/)
    .waitFor();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Use its own key").uncheck();
  await dialog.getByLabel("UID").fill(taken!);
  await dialog.getByRole("button", { name: "Register and replace" }).click();
  await dialog.getByText("This UID was rejected. Another farm may be using it.").waitFor();
  expect(await dialog.getByLabel("UID").inputValue()).toBe(taken);
  expect(await dialog.getByLabel("Use its own key").isChecked()).toBe(false);
  expect(await database.get(`registeredSensors/${air.uid}/replacedBy`)).toBeNull();

  await page.getByRole("button", { name: `Take this device: ${uid}` }).click();
  await page.getByRole("button", { name: `Replace now: ${uid}` }).click();
  await page.getByText(`${air.sensorName} has a new device.`).waitFor();
  await expectSoon(() => database.get(`registeredSensors/${uid}/continues`), air.uid);
  expect(await database.get(`registeredSensors/${uid}`)).toMatchObject({
    sensorName: air.sensorName,
    greenhouse: farm.tomatoes,
    farmId: farm.id,
  });
  expect(await database.get(`registeredSensors/${air.uid}`)).toMatchObject({ replacedBy: uid });
  expect(await database.get(`registeredSensors/${air.uid}/greenhouse`)).toBeNull();
  await page.getByRole("heading", { name: air.sensorName }).waitFor();
  await page.getByText("Took the place of another device").waitFor();
  // Its charts continue those of the old device, and owners can calibrate it before its first reading.
  await page.getByText("No readings yet.").waitFor();
  await page.locator('figure[data-quantity="temperature"] .u-over').waitFor();
  await page.getByRole("button", { name: "Calibrate" }).waitFor();
  await page.getByRole("button", { name: "Leave out readings" }).waitFor();
  expect(await database.get(`outputPlans/${farm.id}/${uid}`)).toMatchObject({ valve: plan });
  expect(await database.get(`outputOrders/${farm.id}`)).toMatchObject({
    [air.uid]: { valve: { value: 0, version: 6, by: farm.owner.uid } },
  });

  // The readings of the old device are in the chart as those of the new one.
  await go(page, farmPath(farm, "g", farm.tomatoes));
  await untilRead(page);
  const legend = page.locator('figure[data-quantity="temperature"] .legend-name');
  await expectSoon(() => legend.allTextContents(), ["Air, north bench", "Soil, row 3"]);
  const outputs = page.getByRole("region", { name: "Valves and pumps" });
  await outputs.getByText("The board has not reported yet").waitFor();
  await outputs.getByText("Orders", { exact: true }).click();
  await outputs.getByText("Not used yet.").waitFor();
  await outputs.getByText(`Orders for the device before, ${air.uid}`).waitFor();
  await outputs.getByText(/off, by/).waitFor();
  // The SDK warns of the refusal.
  expect(complaints).toEqual([expect.stringContaining("permission_denied")]);
});
