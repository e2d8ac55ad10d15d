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
import { addPageFarm, addPeople, valveUpdate } from "../../support/web/farm";
import type { PageFarm, People } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import {
  changeFarm,
  DESK,
  farmPath,
  go,
  PHONE,
  untilText,
  useVisitors,
} from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
const host = sharedHost();
let people: People;
let farm: PageFarm;
let page: Page;
let complaints: readonly string[];
/** How many complaints were known before the test. */
let earlier: number;
let isRefused: boolean;
beforeAll(async () => {
  people = await addPeople();
  ({ page, complaints } = await visit("/farms", people.owner));
});
beforeEach(async () => {
  [isRefused, earlier] = [false, complaints.length];
  farm = await addPageFarm(database, {}, people);
  await changeFarm(page, farmPath(farm, "sensors"));
  await row(farm.air.sensorName).waitFor();
});
afterEach(() => {
  // The SDK warns of refusals.
  const added = complaints.slice(earlier);
  const others = added.filter((text) => !isRefused || !text.includes("permission_denied"));
  expect(others).toEqual([]);
});

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

/** Registers a sensor of another farm. @returns its uid */
async function addTaken(): Promise<string> {
  const uid = `taken-${randomUUID()}`;
  const record = { sensorName: "Air", sensorType: "SHT31", farmId: "other" };
  await database.put(`registeredSensors/${uid}`, record);
  return uid;
}

async function storedKey(uid: string): Promise<string> {
  expect(await database.get(`sensorKeys/${uid}/farmId`)).toBe(farm.id);
  return (await database.get(`sensorKeys/${uid}/key`)) as string;
}

const REFUSED = { status: 401, error: "Invalid signature." };
const NOT_LINKED = { status: 400, error: "Sensor is not linked to any greenhouse." };

test("refuses readings of an unassigned or removed sensor at once, until it is restored", async () => {
  await row("Air, north bench").getByText("21.4\u202f°C").waitFor();
  await row("Air, north bench").getByText("88\u202f%").waitFor();
  expect(await answerTo(farm.air)).toBe(200);
  const assign = async (greenhouse: string): Promise<void> => {
    await row("Air, north bench").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel("Greenhouse").selectOption(greenhouse);
    await page.getByRole("button", { name: "Save" }).click();
  };
  await assign("not assigned");
  await page.getByText("is no longer assigned. Its readings are rejected.").waitFor();
  expect(await answerTo(farm.air)).toEqual(NOT_LINKED);

  await page.getByRole("button", { name: "Undo" }).click();
  await untilStored("greenhouse", farm.tomatoes);
  expect(await answerTo(farm.air)).toBe(200);

  await assign("Herbs");
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

  // A sensor with outputs is not removed.
  await database.patch(valveUpdate(farm));
  await row("Air, north bench").getByRole("button", { name: "Remove" }).click();
  await page
    .getByText("It has 1 valve or pump. First remove it on the greenhouse's page.")
    .waitFor();
  await untilStored("sensorName", "Air, north bench");
});

test("lets a registered sensor send with its own key; leads to the errors of the form, and asks about a probe named soil", async () => {
  const taken = await addTaken();
  await page.getByRole("button", { name: "Register a sensor" }).click();
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Register a sensor" });
  await dialog.getByLabel("Name", { exact: true }).fill("Soil, ridge");
  await dialog.getByLabel("UID").fill("a/b");
  await submit.click();
  await dialog.getByText("The characters . # $ [ ] / are not allowed.").waitFor();
  await untilFocused(dialog.getByLabel("Type"));
  await page.keyboard.type("BH1750");
  await dialog.getByLabel("UID").fill(taken);
  await submit.click();
  const answer = dialog.getByRole("button", { name: "In the soil" });
  await untilFocused(answer);
  await answer.click();
  await submit.click();
  await dialog.getByText("Another farm may be using it").waitFor();
  await untilFocused(dialog.getByLabel("UID"));
  expect(await database.get(`registeredSensors/${taken}/farmId`)).toBe("other");
  isRefused = true;

  const uid = `ridge-${randomUUID()}`;
  await dialog.getByLabel("UID").fill(uid);
  await expectSoon(() => dialog.getByLabel("Use its own key").isChecked(), true);
  await dialog.getByText("readings are rejected").waitFor();
  await dialog.getByLabel("Greenhouse").selectOption("Tomatoes");
  await submit.click();

  await page.getByRole("dialog", { name: "Code for Soil, ridge" }).waitFor();
  const key = await storedKey(uid);
  expect(key).toMatch(/^[\w-]{32}$/);
  expect(await database.get(`registeredSensors/${uid}/role`)).toBe("soil");
  await untilText(dialog.locator("pre"), new RegExp(`key='${key}'`));
  const code = await dialog.locator("pre").textContent();
  const { stdout } = await promisify(execFile)("bash", ["-c", code!]);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, uid });
  expect(await answerTo({ ...farm.air, uid })).toEqual(REFUSED);
});

test("returns the focus from a dialog; renames a sensor, sets its role, its interval and its greenhouse's", async () => {
  const dialog = page.getByRole("dialog");
  const register = page.getByRole("button", { name: "Register a sensor" });
  await register.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await untilFocused(register);

  await row("Air, north bench").getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Where it measures").selectOption("soil");
  await dialog.getByLabel("Name", { exact: true }).fill("Air, door");
  const interval = dialog.getByLabel("Asks its board to report every … seconds");
  await interval.fill("9");
  await dialog.getByText("Must be a whole number from 10 to 3600.").waitFor();
  await interval.fill("1200");
  await dialog.getByText("count as silent after 30\u202fmin.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await row("Air, door").waitFor();
  await page.getByText("Saved.").waitFor();
  await row("Air, door").getByText("Soil · SHT31").waitFor();
  expect(await database.get(`registeredSensors/${farm.air.uid}`)).toMatchObject({
    sensorName: "Air, door",
    role: "soil",
    intervalSeconds: 1_200,
  });

  await database.put(`boards/${farm.id}/${farm.air.uid}`, {
    version: "arduino 1.9",
    rssi: -86,
    heard: Date.now(),
  });
  await row("Air, door").getByText("Weak signal −86\u202fdBm").waitFor();
  await row("Air, door").getByRole("link", { name: "Details" }).click();
  const board = page.getByRole("region", { name: "Board" });
  await board.getByText("weak: −86\u202fdBm").waitFor();
  await board.getByText("asked for 20\u202fmin, only this sensor").waitFor();
  await page.getByText("Other role: Air, door · Soil · 20\u202fmin").waitFor();

  await go(page, farmPath(farm, "settings", farm.tomatoes));
  await page.getByLabel("Asks its boards to report every … seconds").fill("300");
  await page.getByRole("button", { name: "Save" }).click();
  const asked = (): Promise<unknown> =>
    database.get(`greenhouses/${farm.tomatoes}/intervalSeconds`);
  await expectSoon(asked, 300);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(asked, null);
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
    await page.keyboard.press("Escape");
    await row("Air, north bench").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Air, north bench was removed.").waitFor();
    expect(await stored()).toEqual([null, null, null]);
    await page.getByRole("button", { name: "Undo" }).click();
    await untilStored("sensorName", "Air, north bench");
    expect(await answerTo(ownSensor(own))).toBe(200);
  });
});

test("searches, filters and sorts many sensors, adds rows while scrolling, and opens rows on a phone", async () => {
  const names = (): Promise<string[]> => page.locator(".sensor-title").allTextContents();
  const bench = (place: number) => ({
    sensorName: `Bench ${place}`,
    sensorType: "BME280",
    farmId: farm.id,
    ...(place === 7 ? {} : { greenhouse: farm.herbs }),
  });
  const benches = Array.from({ length: 72 }, (_, place): [string, object] => [
    `registeredSensors/${place}-${farm.air.uid}`,
    bench(place),
  ]);
  await database.patch({
    ...Object.fromEntries(benches),
    [`sensors/${farm.herbs}/bySensor/4-${farm.air.uid}/battery`]: 9,
    [`sensors/${farm.herbs}/current/4-${farm.air.uid}/updatedAt`]: Date.now(),
    [`boards/${farm.id}/5-${farm.air.uid}`]: { version: "arduino 1.10", heard: 1 },
    [`boards/${farm.id}/6-${farm.air.uid}`]: { version: "arduino 1.9", heard: 1 },
  });
  await page.getByRole("button", { name: "All 74" }).waitFor();
  const search = page.getByRole("searchbox");
  await search.fill("herbs 71-air");
  await page.getByText("1 of 74 sensors", { exact: true }).waitFor();
  await expectSoon(names, ["Bench 71"]);
  await page.waitForURL(/\?q=herbs/);
  await page.reload();
  await page.getByText("1 of 74 sensors").waitFor();
  await search.fill("");

  await page.getByRole("button", { name: "Problems 1" }).click();
  await expectSoon(names, ["Bench 4"]);
  await row("Bench 4").getByText("battery 9").waitFor();
  await page.getByRole("button", { name: "Older program 1" }).click();
  await expectSoon(names, ["Bench 6"]);
  await row("Bench 6").getByText("Older program: arduino 1.9, others have 1.10").waitFor();
  await page.getByRole("button", { name: "All 74" }).click();
  await expectSoon(async () => (await names()).slice(0, 2), ["Air, north bench", "Bench 0"]);

  const shown = async (): Promise<number> => (await names()).length;
  expect(await shown()).toBeLessThan(50);
  const head = page.getByRole("columnheader", { name: "Name" });
  await head.getByRole("button").press("Enter");
  await expectSoon(async () => (await names()).slice(0, 2), ["Soil, row 3", "Bench 71"]);
  const before = await shown();
  await page.mouse.wheel(0, 100_000);
  await expectSoon(async () => (await shown()) > before, true);

  await page.setViewportSize(PHONE.viewport);
  await page.getByRole("button", { name: /^Bench 71 / }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Greenhouse").selectOption("Tomatoes");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Bench 71 is assigned to Tomatoes.").waitFor();
  await page.setViewportSize(DESK.viewport);
});

test("registers the sensors of a CSV file all or nothing, and prints their labels", async () => {
  const taken = await addTaken();
  const [uid, key] = [`bench-${randomUUID()}`, inventKey()];
  await page.getByRole("button", { name: "Register many" }).click();
  const dialog = page.getByRole("dialog");
  const lines = dialog.getByLabel("Or paste the lines here");
  const submit = (name: string): Promise<void> => dialog.getByRole("button", { name }).click();
  const csv = (other: string): string =>
    `name,uid,greenhouse,key\nBench 1,${uid},Tomatoes,${key}\nBench 2,${other},,`;
  await lines.fill(csv(taken));
  await submit("Register 2 sensors");
  await dialog.getByText("Nothing was registered").waitFor();
  isRefused = true;
  expect(await database.get(`registeredSensors/${uid}`)).toBeNull();
  const buffer = Buffer.from(csv("").replace("Bench 2", "Töpfe"), "latin1");
  const file = { name: "sensors.csv", mimeType: "text/csv", buffer };
  await dialog.getByLabel("CSV file").setInputFiles(file);
  await dialog.getByRole("rowheader", { name: "Töpfe" }).waitFor();
  await submit("Register 2 sensors");
  await page.getByText("2 sensors are registered.").waitFor();
  expect(await storedKey(uid)).toBe(key);
  expect(await answerTo({ ...farm.air, uid, farm: { ...farm.air.farm, apiKey: key } })).toBe(200);

  await page.getByRole("button", { name: "Print labels" }).click();
  const labels = page.getByRole("listitem");
  await page.getByRole("img", { name: "QR code for the board of Bench 1" }).waitFor();
  await labels.filter({ hasText: "Bench 1" }).getByText("Tomatoes").waitFor();
  await expectSoon(() => page.locator(".label-sheet li").count(), 4);
});

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
  await card.getByText("Battery 80\u202f% · Soil moisture 41\u202f% · 1\u202fmin ago").waitFor();
  await card.getByText("Not allowed as a UID.").waitFor();
  await expectSoon(() => card.getByRole("button", { name: /^Register/ }).count(), 1);
  await card.getByRole("button", { name: `Register ${uid}` }).click();
  const dialog = page.getByRole("dialog");
  await expectSoon(() => dialog.getByLabel("UID").inputValue(), uid);
  await expectSoon(() => dialog.getByLabel("Where it measures").inputValue(), "soil");
  await expectSoon(() => dialog.getByLabel("Use its own key").isChecked(), false);
  await dialog.getByRole("button", { name: "Register", exact: false }).click();
  await page
    .getByText(`${uid} is registered. The gateway sends its readings within a few minutes.`)
    .waitFor();
  const registration = async () => {
    const stored = (await database.get(`registeredSensors/${uid}`)) as object | null;
    return stored && { ...stored, entry: "of its log" };
  };
  await expectSoon<object | null>(registration, {
    sensorName: uid,
    sensorType: "unknown",
    farmId: farm.id,
    greenhouse: farm.tomatoes,
    role: "soil",
    entry: "of its log",
  });
  expect(await database.get(`sensorKeys/${uid}`)).toBeNull();
});

describe("the code for a board", () => {
  test("shows code with uid, address and key on demand, copies it, and opens by address", async () => {
    await row(farm.air.sensorName).getByRole("button", { name: "Board code" }).click();
    const dialog = page.getByRole("dialog", { name: "Code for" });
    const code = dialog.locator("pre");
    await untilText(code, new RegExp(`"uid": "${farm.air.uid}"`));
    expect(await code.textContent()).toContain("/sensorData'");
    expect(await code.textContent()).not.toContain(farm.apiKey);
    await dialog.getByText("Boards can't reach 127.0.0.1.").waitFor();
    await page.getByRole("button", { name: "Insert key" }).click();
    await code.getByText(farm.apiKey).waitFor();
    await dialog.getByRole("img", { name: /^QR code for the board of / }).waitFor();

    await page.evaluate(
      "void (Clipboard.prototype.writeText = async (text) => void (globalThis.copied = text))",
    );
    await dialog.getByRole("button", { name: /^Copy / }).click();
    await expectSoon(() => page.evaluate("globalThis.copied"), await code.textContent());
    // Without a clipboard.
    await page.evaluate("delete Navigator.prototype.clipboard");
    await page.evaluate("void (document.execCommand = () => false)");
    await dialog.getByRole("button", { name: "Arduino" }).click();
    await dialog.getByRole("button", { name: /^Copy / }).click();
    const copy = page.getByRole("dialog", { name: "Copy" });
    await copy.getByText("Couldn't copy.").waitFor();
    const selected = (): Promise<string> => page.evaluate("getSelection().toString()");
    await expectSoon(selected, (await code.first().textContent())!);
    await page.keyboard.press("Escape");
    await copy.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    // An address opens the code until the dialog is closed.
    const linked = page.getByRole("dialog", { name: `Code for ${farm.soil.sensorName}` });
    await page.goto(`${page.url()}#code-${farm.soil.uid}`);
    await linked.waitFor();
    await linked.getByRole("button", { name: "Block this board …" }).click();
    const block = page.getByRole("dialog", { name: "Block the board of" });
    await block.getByText("The lost board has the farm key").waitFor();
    await block.getByRole("button", { name: "Cancel" }).click();
    await linked.getByRole("button", { name: "Close" }).click();
    await linked.waitFor({ state: "detached" });
    await expectSoon(() => Promise.resolve(new URL(page.url()).hash), "");
  });

  test("shows a viewer the code without the key", async () => {
    const { page: phone } = await visit(farmPath(farm, "sensors"), farm.viewer, PHONE);
    await database.put(`sensorKeys/${farm.air.uid}`, { farmId: farm.id, key: "own-key-of-air" });
    await phone.goto(`${phone.url()}#code-${farm.air.uid}`);
    const dialog = phone.getByRole("dialog", { name: "Code for" });
    await dialog.getByText("owners: press Insert key").waitFor();
    const names = (): Promise<string[]> => dialog.getByRole("button").allTextContents();
    await expectSoon(names, ["✕", "Arduino", "MicroPython", "Copy"]);
    expect(await phone.textContent("body")).not.toContain("own-key-of-air");
  });
});
