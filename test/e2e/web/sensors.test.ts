/** Owners register, assign and remove sensors here. The functions follow immediately. */

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { inventKey } from "../../support/backend/secrets";
import { sharedHost } from "../../support/backend/targets";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { DESK, farmPath, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
const host = sharedHost();
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

/** Waits until a change is stored, because the page shows it earlier. */
function untilStored(field: "sensorName" | "greenhouse", value: string): Promise<void> {
  return expectSoon(() => database.get(`registeredSensors/${farm.air.uid}/${field}`), value);
}

function untilFocused(element: ReturnType<Page["locator"]>): Promise<void> {
  return expectSoon(() => element.and(page.locator(":focus")).count(), 1);
}

async function answerTo(sensor: Sensor): Promise<unknown> {
  const { status, json } = await post(
    `${host.url}/sensorData`,
    signedBody(sensor, { temperature: 20 }),
  );
  return status === 200 ? 200 : { status, ...(json as object) };
}

async function storedKey(uid: string): Promise<string> {
  expect(await database.get(`sensorKeys/${uid}/farmId`)).toBe(farm.id);
  return (await database.get(`sensorKeys/${uid}/key`)) as string;
}

/** Returns the command's output. */
async function run(command: string, parameters: readonly string[]): Promise<string> {
  return (await promisify(execFile)(command, parameters)).stdout;
}

const REFUSED = { status: 401, error: "Invalid signature." };
const NOT_LINKED = { status: 400, error: "Sensor is not linked to any greenhouse." };

test("refuses readings of an unassigned or removed sensor at once, until it is restored", async () => {
  expect(await answerTo(farm.air)).toBe(200);
  const choice = page.getByLabel("Greenhouse: Air, north bench");
  await choice.selectOption("not assigned");
  await page.getByText("is no longer assigned. Its readings are rejected.").waitFor();
  expect(await answerTo(farm.air)).toEqual(NOT_LINKED);

  await page.getByRole("button", { name: "Undo" }).click();
  await expectSelected(choice, farm.tomatoes);
  await untilStored("greenhouse", farm.tomatoes);
  expect(await answerTo(farm.air)).toBe(200);

  await choice.selectOption("Herbs");
  await page.getByText("Air, north bench is assigned to Herbs.").waitFor();
  expect(await answerTo(farm.air)).toBe(200);
  expect(await database.get(`sensors/${farm.herbs}/bySensor/${farm.air.uid}/temperature`)).toBe(20);

  await row("Air, north bench").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Air, north bench was removed. Its readings are kept.").waitFor();
  expect(await answerTo(farm.air)).toEqual({
    status: 404,
    error: `Sensor UID not found: ${farm.air.uid}`,
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await row("Air, north bench").waitFor();
  await untilStored("sensorName", "Air, north bench");
  expect(await answerTo(farm.air)).toBe(200);
});

test("does not remove a sensor with outputs, and explains in both languages what to do", async () => {
  const board = `${farm.id}/${farm.air.uid}`;
  const valve = { name: "Drip line", kind: "switch", leaseSeconds: 600, maxOnSeconds: 1_800 };
  const outputs = { valve: { ...valve, place: "a" }, pump: { ...valve, place: "b" } };
  await database.put(`outputs/${board}`, outputs);
  await row("Air, north bench").getByRole("button", { name: "Remove" }).click();
  await page
    .getByText("It has 2 valves or pumps. First remove them on the greenhouse's page.")
    .waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);

  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByLabel("Language").selectOption("de");
  await page.getByLabel("Gewächshaus: Air, north bench").selectOption("nicht zugeordnet");
  await page.getByText("ist nicht mehr zugeordnet").waitFor();
  await row("Air, north bench").getByRole("button", { name: "Entfernen" }).click();
  await page.getByText("Der Sensor hat 2 Ventile oder Pumpen. Ordnen Sie den Sensor").waitFor();
  expect(await database.get(`registeredSensors/${farm.air.uid}/sensorName`)).toBe(
    "Air, north bench",
  );
  expect(await database.get(`outputs/${board}`)).toEqual(outputs);
});

test("lets a registered sensor send with its own key; the form shows validation errors", async () => {
  await page.getByRole("button", { name: "Register a sensor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Light, ridge");
  await dialog.getByLabel("UID").fill("a/b");
  await dialog.getByRole("button", { name: "Register a sensor" }).click();
  await dialog.getByText("The characters . # $ [ ] / are not allowed.").waitFor();
  await dialog.getByText("Required").waitFor();

  const uid = `ridge-${randomUUID()}`;
  await dialog.getByLabel("UID").fill(uid);
  await dialog.getByLabel("Type").fill("BH1750");
  expect(await dialog.getByLabel("Use its own key").isChecked()).toBe(true);
  await dialog.getByText("readings are rejected").waitFor();
  await dialog.getByLabel("Greenhouse").selectOption("Tomatoes");
  await dialog.getByRole("button", { name: "Register a sensor" }).click();

  await page.getByRole("dialog", { name: "Code for Light, ridge" }).waitFor();
  const key = await storedKey(uid);
  expect(key).toMatch(/^[\w-]{32}$/);
  const code = await dialog.locator("pre").textContent();
  expect(code).toContain(`key='${key}'`);
  await dialog.getByRole("img", { name: "QR code" }).waitFor();
  expect(JSON.parse(await run("bash", ["-c", code!]))).toMatchObject({ success: true, uid });
  expect(await answerTo({ ...farm.air, uid })).toEqual(REFUSED);
  expect(await database.get(`sensors/${farm.tomatoes}/bySensor/${uid}/temperature`)).toBe(21.5);
});

test("keeps the focus in a dialog and returns it; renames a sensor and sets its role to soil", async () => {
  const dialog = page.getByRole("dialog");
  const register = page.getByRole("button", { name: "Register a sensor" });
  await register.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await untilFocused(register);

  await row("Air, north bench").getByRole("button", { name: "Board code" }).press("Enter");
  await dialog.getByRole("button", { name: "Insert key" }).press("Enter");
  await untilFocused(dialog.getByRole("heading", { name: "Code for Air, north bench" }));

  await dialog.getByRole("button", { name: "Close" }).click();
  await row("Air, north bench").getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Where it measures").selectOption("soil");
  await dialog.getByLabel("Name", { exact: true }).fill("Air, door");
  await page.getByRole("button", { name: "Save" }).click();
  await row("Air, door").waitFor();
  await page.getByText("Saved.").waitFor();
  await row("Air, door").getByText("Soil · SHT31").waitFor();
  expect(await database.get(`registeredSensors/${farm.air.uid}`)).toMatchObject({
    sensorName: "Air, door",
    role: "soil",
  });
});

test("shows all actions of a sensor on a small desktop, in English and German", async () => {
  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("columnheader", { name: "Letzter Messwert" }).waitFor();
  for (const width of [960, DESK.viewport.width]) {
    await page.setViewportSize({ ...DESK.viewport, width });
    const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
      document.querySelector(".table-card"))`;
    await expectSoon(() => page.evaluate(hidden), 0);
  }
});

test("asks before it registers a probe named soil as an air sensor", async () => {
  const uid = `soil-${randomUUID()}`;
  await page.getByRole("button", { name: "Register a sensor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Soil, row 4");
  await dialog.getByLabel("Type").fill("Probe");
  await dialog.getByLabel("UID").fill(uid);
  await dialog.getByRole("button", { name: "Register a sensor" }).click();
  const answer = dialog.getByRole("button", { name: "In the soil" });
  await untilFocused(answer);
  await answer.click();
  await dialog.getByRole("button", { name: "Register a sensor" }).click();
  await page.getByRole("dialog", { name: "Code for Soil, row 4" }).waitFor();
  expect(await database.get(`registeredSensors/${uid}/role`)).toBe("soil");
});

test("leads to the error of a refused form; registers a sensor without its own key", async () => {
  const otherFarm = await addPageFarm(database);
  await page.getByRole("button", { name: "Register a sensor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Light, ridge");
  await dialog.getByRole("button", { name: "Register a sensor" }).click();
  await untilFocused(dialog.getByLabel("Type"));
  await page.keyboard.type("BH1750");
  await page.keyboard.press("Enter");
  await untilFocused(dialog.getByLabel("UID"));

  await dialog.getByLabel("UID").fill(otherFarm.air.uid);
  await dialog.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("Another farm may be using it").waitFor();
  await untilFocused(dialog.getByLabel("UID"));
  // The page says this once.
  expect(await page.locator(".notices .notice").count()).toBe(0);
  expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("Light, ridge");
  expect(await database.get(`registeredSensors/${otherFarm.air.uid}/farmId`)).toBe(otherFarm.id);
  complaints = complaints.filter((complaint) => !complaint.includes("permission_denied"));

  const uid = `ridge-${randomUUID()}`;
  await dialog.getByLabel("UID").fill(uid);
  await dialog.getByLabel("Use its own key").uncheck();
  await dialog.getByLabel("Greenhouse").selectOption("Tomatoes");
  await dialog.getByRole("button", { name: "Register a sensor" }).click();
  await page.getByRole("dialog", { name: "Code for Light, ridge" }).waitFor();
  expect(await database.get(`sensorKeys/${uid}`)).toBeNull();
  expect(await answerTo({ ...farm.air, uid })).toBe(200);
});

describe("a sensor with a key of its own", () => {
  const own = inventKey();
  const ownSensor = (key: string): Sensor => ({
    ...farm.air,
    farm: { ...farm.air.farm, apiKey: key },
  });
  let dialog: ReturnType<Page["locator"]>;
  const openCode = async (): Promise<void> => {
    await row("Air, north bench").getByRole("button", { name: "Board code" }).click();
    dialog = page.getByRole("dialog", { name: "Code for" });
    await dialog.waitFor();
  };
  beforeEach(async () => {
    await database.put(`sensorKeys/${farm.air.uid}`, { farmId: farm.id, key: own });
    await openCode();
  });

  test("shows and replaces the key while the old one works; blocks a lost board after typing its name", async () => {
    await dialog.getByRole("button", { name: "Insert key" }).click();
    await dialog.locator("pre").getByText(own).waitFor();
    await dialog.getByRole("button", { name: "Replace key …" }).click();
    await page.getByRole("button", { name: "Replace key", exact: true }).click();
    await dialog.getByText("The old one works until you revoke it.").waitFor();
    const [key = "", ...old] = (await storedKey(farm.air.uid)).split(",");
    expect(old).toEqual([own]);
    await dialog.locator("pre").getByText(key).waitFor();
    expect(await answerTo(ownSensor(own))).toBe(200);
    expect(await answerTo(ownSensor(key))).toBe(200);

    await dialog.getByRole("button", { name: "Revoke the old key" }).click();
    await dialog.getByText("The old key of this sensor was revoked.").waitFor();
    expect(await storedKey(farm.air.uid)).toBe(key);
    expect(await answerTo(ownSensor(own))).toEqual(REFUSED);

    // The reopened dialog hides the key.
    await page.keyboard.press("Escape");
    await openCode();
    expect(await dialog.textContent()).not.toContain(key);
    await dialog.getByRole("button", { name: "Block this board …" }).click();
    const submit = page.getByRole("button", { name: "Block this board", exact: true });
    await expectSoon(() => submit.isDisabled(), true);
    await page.getByLabel("Type the sensor's name to confirm").fill("Air, north bench");
    await submit.click();
    await dialog.getByText("The lost board is blocked.").waitFor();
    expect(await answerTo(ownSensor(key))).toEqual(REFUSED);
    const newKey = await storedKey(farm.air.uid);
    await dialog.locator("pre").getByText(newKey).waitFor();
    expect(await answerTo(ownSensor(newKey))).toBe(200);
  });

  test("returns to the farm's key, or is removed with all its data; undo restores the key", async () => {
    await dialog.getByRole("button", { name: "Insert key" }).click();
    await dialog.getByRole("button", { name: "Remove this key" }).click();
    await dialog.getByText("Its board needs the farm key").waitFor();
    await dialog.locator("pre").getByText(farm.apiKey).waitFor();
    expect(await answerTo(farm.air)).toBe(200);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.locator("pre").getByText(own).waitFor();
    expect(await answerTo(farm.air)).toEqual(REFUSED);

    expect(await answerTo(ownSensor(own))).toBe(200);
    const { uid } = farm.air;
    const paths = [`sensorKeys/${uid}`, `ingest/${uid}`, `lastSeen/${farm.id}/${uid}`];
    const stored = (): Promise<unknown[]> => Promise.all(paths.map((path) => database.get(path)));
    expect(await stored()).toEqual([{ farmId: farm.id, key: own }, own, expect.any(Object)]);
    await page.keyboard.press("Escape");
    await row("Air, north bench").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Air, north bench was removed.").waitFor();
    expect(await stored()).toEqual([null, null, null]);
    await page.getByRole("button", { name: "Undo" }).click();
    await untilStored("sensorName", "Air, north bench");
    expect(await answerTo(ownSensor(own))).toBe(200);
  });
});

describe("among many", () => {
  const names = (): Promise<string[]> => page.locator(".sensor-title").allTextContents();
  const ordered = async (first: string, last: string): Promise<void> => {
    await page.locator("tbody tr:first-child").getByText(first, { exact: true }).waitFor();
    await page.locator("tbody tr:last-child").getByText(last, { exact: true }).waitFor();
  };

  beforeEach(async () => {
    const places = Array.from({ length: 12 }, (_, place) => place + 1);
    const registrations = places.map((place) => [
      `registeredSensors/${place}-${farm.air.uid}`,
      {
        sensorName: `Bench ${place}`,
        sensorType: "BME280",
        farmId: farm.id,
        ...(place === 7 ? {} : { greenhouse: farm.herbs }),
      },
    ]);
    await database.patch({
      ...Object.fromEntries(registrations),
      [`sensors/${farm.herbs}/bySensor/4-${farm.air.uid}/battery`]: 9,
      [`sensors/${farm.herbs}/current/4-${farm.air.uid}/updatedAt`]: Date.now(),
      [`sensors/${farm.herbs}/current/3-${farm.air.uid}`]: {
        temperature: 20,
        updatedAt: Date.now() - 6 * 3_600_000,
      },
    });
    await row("Bench 12").waitFor();
  });

  test("searches by name, uid, type and greenhouse in the address, and adds rows while scrolling", async () => {
    const search = page.getByRole("searchbox");
    await search.fill("herbs 12-air");
    await page.getByText("1 of 14 sensors", { exact: true }).waitFor();
    expect(await names()).toEqual(["Bench 12"]);
    await search.fill(`7-${farm.air.uid.slice(0, 12).toUpperCase()}`);
    await expectSoon(names, ["Bench 7"]);
    await page.getByText("1 of 14 sensors", { exact: true }).waitFor();
    await search.fill("sht31");
    await page.getByText("2 of 14 sensors").waitFor();
    await page.waitForURL(/\?q=sht31$/);
    await page.reload();
    await page.getByText("2 of 14 sensors").waitFor();
    await search.fill("nothing");
    await page.getByText("No matching sensors.").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await row("Bench 12").waitFor();

    // Search and order include all sensors.
    const many = Array.from({ length: 60 }, (_, place): [string, object] => [
      `registeredSensors/many-${place}-${farm.air.uid}`,
      { sensorName: `Many ${place}`, sensorType: "BME280", farmId: farm.id },
    ]);
    await database.patch(Object.fromEntries(many));
    await page.getByRole("button", { name: "All 74" }).waitFor();
    const shown = async (): Promise<number> => (await names()).length;
    expect(await shown()).toBeLessThan(50);
    await search.fill("many-59-");
    await expectSoon(names, ["Many 59"]);
    await search.fill("");
    await page.getByRole("button", { name: "Name" }).click();
    await expectSoon(async () => (await names()).slice(0, 2), ["Soil, row 3", "Many 59"]);
    for (let before = await shown(); before < 74; before = await shown()) {
      await page.mouse.wheel(0, 100_000);
      await expectSoon(async () => (await shown()) > before, true);
    }
    await row("Air, north bench").waitFor();
    await page.getByRole("button", { name: "Name" }).click();
    await expectSoon(async () => (await shown()) < 50, true);
  });

  test("filters problems and unassigned sensors, sorts by column, and opens rows on a phone by tapping", async () => {
    await page.getByRole("button", { name: "Not assigned 1" }).click();
    await page.getByText("1 of 14 sensors").waitFor();
    expect(await names()).toEqual(["Bench 7"]);
    await page.getByRole("button", { name: "Problems 2" }).click();
    await page.getByText("2 of 14 sensors").waitFor();
    expect(await names()).toEqual(["Bench 3", "Bench 4"]);
    await row("Bench 4").getByText("battery 9").waitFor();
    await row("Bench 3")
      .getByText(/no readings since/)
      .waitFor();

    await page.getByRole("button", { name: "All 14" }).click();
    await ordered("Air, north bench", "Soil, row 3");
    expect((await names()).slice(1, 4)).toEqual(["Bench 1", "Bench 2", "Bench 3"]);
    await page.getByRole("columnheader", { name: "Actions", exact: true }).waitFor();
    const head = page.getByRole("columnheader", { name: "Name" });
    await head.getByRole("button").focus();
    await page.keyboard.press("Enter");
    await ordered("Soil, row 3", "Air, north bench");
    expect(await head.getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Greenhouse", exact: true }).click();
    await ordered("Bench 7", "Soil, row 3");
    expect(await head.getAttribute("aria-sort")).toBeNull();
    await page.waitForURL(/\?sort=greenhouse$/);
    await page.getByRole("link", { name: "Sensors" }).click();
    await ordered("Air, north bench", "Soil, row 3");

    await page.setViewportSize({ width: 360, height: 740 });
    const toggle = page.getByRole("button", { name: /^Bench 5 / });
    await toggle.waitFor();
    expect((await row("Bench 5").boundingBox())?.height).toBeLessThan(70);
    expect(await page.getByText(`5-${farm.air.uid}`).count()).toBe(0);
    await toggle.click();
    await page.getByText(`5-${farm.air.uid}`).waitFor();
    await page.getByLabel("Greenhouse: Bench 5").selectOption("Tomatoes");
    await page.getByText("Bench 5 is assigned to Tomatoes.").waitFor();
    await row("Bench 5").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Bench 5 was removed.").waitFor();
  });
});

async function expectSelected(choice: ReturnType<Page["locator"]>, value: string): Promise<void> {
  await choice.locator(`option[value="${value}"]:checked`).waitFor({ state: "attached" });
}

test("registers a device that the gateway found by one press, with role, only greenhouse and farm key", async () => {
  const [uid, otherUid] = [`zigbee-${randomUUID().slice(0, 8)}`, "two words/and more"];
  // With one greenhouse there is no choice.
  await database.remove(`greenhouses/${farm.herbs}`);
  await database.put(`unregistered/${farm.id}`, {
    a: { uid, reading: '{"soilMoisture":41,"battery":80}', at: Date.now() - 60_000 },
    b: { uid: otherUid, reading: '{"temperature":21.5}', at: Date.now() },
    c: { uid: farm.air.uid, reading: "{}", at: Date.now() },
  });
  const card = page.getByRole("region", { name: "The gateway found 2 unregistered devices" });
  await card.getByText("Battery 80\u202f% · Soil moisture 41\u202f% · 1 min ago").waitFor();
  await card.getByText(otherUid).waitFor();
  await card.getByText("Not allowed as a UID.").waitFor();
  expect(await card.getByRole("button").count()).toBe(1);
  await card.getByRole("button", { name: `Register ${uid}` }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("UID").inputValue()).toBe(uid);
  expect(await dialog.getByLabel("Where it measures").inputValue()).toBe("soil");
  expect(await dialog.getByLabel("Use its own key").isChecked()).toBe(false);
  await dialog.getByRole("button", { name: "Register", exact: false }).click();
  await page
    .getByText(`${uid} is registered. The gateway sends its readings within a few minutes.`)
    .waitFor();
  // The sensor's board needs no code, because the gateway sends for it.
  expect(await page.getByRole("dialog").count()).toBe(0);
  await expectSoon(() => database.get(`registeredSensors/${uid}`), {
    sensorName: uid,
    sensorType: "unknown",
    farmId: farm.id,
    greenhouse: farm.tomatoes,
    role: "soil",
  });
  expect(await database.get(`sensorKeys/${uid}`)).toBeNull();
  await page.getByRole("region", { name: "The gateway found 1 unregistered device" }).waitFor();
  await database.put(`unregistered/${farm.id}`, null);
  await page.getByText("The gateway found").waitFor({ state: "detached" });
});
