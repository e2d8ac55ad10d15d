/** Owners register, link and remove sensors here, and the functions answer accordingly from that moment on. */

import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { useHost } from "../../support/backend/targets";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { farmPath, useVisitors } from "../../support/web/visit";

jest.setTimeout(60_000);

const database = databaseClient();
const { visit } = useVisitors();
const host = useHost();
let farm: PageFarm;
let page: Page;
let complaints: readonly string[];
beforeEach(async () => {
  farm = await addPageFarm(database);
  ({ page, complaints } = await visit(farmPath(farm, "sensors"), farm.owner));
  await row(farm.air.sensorName).waitFor();
});
afterEach(() => expect(complaints).toEqual([]));

function row(name: string): ReturnType<Page["locator"]> {
  return page.getByRole("row").filter({ hasText: name });
}

async function answerTo(sensor: Sensor): Promise<unknown> {
  const { status, json } = await post(
    `${host().url}/sensorData`,
    signedBody(sensor, { temperature: 20 }),
  );
  return status === 200 ? 200 : { status, ...(json as object) };
}

const NOT_LINKED = { status: 400, error: "Sensor is not linked to any greenhouse." };

test("unlinking refuses the sensor at once; undo and a new link take it back", async () => {
  expect(await answerTo(farm.air)).toBe(200);
  const choice = page.getByLabel("Greenhouse of Air, north bench");
  await choice.selectOption("not linked");
  await page.getByText("is not linked any more and cannot send readings").waitFor();
  expect(await answerTo(farm.air)).toEqual(NOT_LINKED);

  await page.getByRole("button", { name: "Undo" }).click();
  await expectSelected(choice, farm.tomatoes);
  expect(await answerTo(farm.air)).toBe(200);

  await choice.selectOption("Herbs");
  await page.getByText("Air, north bench is linked to Herbs.").waitFor();
  expect(await answerTo(farm.air)).toBe(200);
  expect(await database.get(`sensors/${farm.herbs}/bySensor/${farm.air.uid}/temperature`)).toBe(20);
});

test("a removed sensor is not known any more; undo brings it back as it was", async () => {
  await row("Air, north bench").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Air, north bench was removed. Its readings stay.").waitFor();
  expect(await answerTo(farm.air)).toEqual({
    status: 404,
    error: `Sensor UID not found: ${farm.air.uid}`,
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await row("Air, north bench").waitFor();
  expect(await answerTo(farm.air)).toBe(200);
});

test("a registered sensor can send; faults are said in words before", async () => {
  await page.getByRole("button", { name: "Register a sensor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Light, ridge");
  await dialog.getByLabel("UID").fill("a/b");
  await dialog.getByRole("button", { name: "Register a sensor" }).click();
  await dialog.getByText("The characters . # $ [ ] / are not allowed.").waitFor();
  await dialog.getByText("This must not be empty.").waitFor();

  const uid = `ridge-${randomUUID()}`;
  await dialog.getByLabel("UID").fill(uid);
  await dialog.getByLabel("Type").fill("BH1750");
  await dialog.getByLabel("Greenhouse").selectOption("Tomatoes");
  await dialog.getByRole("button", { name: "Register a sensor" }).click();

  await page.getByText("Light, ridge is registered.").waitFor();
  expect(await answerTo({ ...farm.air, uid })).toBe(200);
});

test("a sensor is renamed", async () => {
  await row("Air, north bench").getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Air, door");
  await page.getByRole("button", { name: "Save" }).click();
  await row("Air, door").waitFor();
  await page.getByText("Saved.").waitFor();
  expect(await database.get(`registeredSensors/${farm.air.uid}/sensorName`)).toBe("Air, door");
});

test("the lines for a board have its uid, the address, and the key on demand", async () => {
  await row("Air, north bench").getByRole("button", { name: "Board code" }).click();
  const code = page.getByRole("dialog").locator("pre");
  expect(await code.textContent()).toContain(`uid='${farm.air.uid}'`);
  expect(await code.textContent()).toContain("/sensorData'");
  expect(await code.textContent()).not.toContain(farm.apiKey);
  await page.getByRole("button", { name: "Put in the farm's key" }).click();
  await code.getByText(farm.apiKey).waitFor();
  await page.getByRole("button", { name: "Python" }).click();
  expect(await code.textContent()).toContain(`KEY = "${farm.apiKey}"`);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

async function expectSelected(choice: ReturnType<Page["locator"]>, value: string): Promise<void> {
  await choice.locator(`option[value="${value}"]:checked`).waitFor({ state: "attached" });
}
