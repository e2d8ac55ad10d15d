/** The code for a board: filled in, copied on every kind of page, and with warnings if it cannot work. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Locator, Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { farmPath, NO_PAGE, PHONE, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
let page: Page;
let complaints: readonly string[];
beforeEach(async () => {
  farm = await addPageFarm(database);
});
afterEach(() => expect(complaints).toEqual([]));

async function openSensors(
  person = farm.owner,
  options = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const path = farmPath(farm, "sensors");
  ({ page, complaints } = await visit(path, person, options, prepare));
}

async function openCode(): Promise<Locator> {
  const row = page.getByRole("row").filter({ hasText: farm.air.sensorName });
  await row.getByRole("button", { name: "Board code" }).click();
  return page.getByRole("dialog", { name: "Code for" });
}

/** Reads the clipboard from another page, because this page may have no clipboard. */
async function copied(): Promise<string> {
  const otherTab = await page.context().newPage();
  await otherTab.goto(NO_PAGE);
  const text = await otherTab.evaluate<string>("navigator.clipboard.readText()");
  await otherTab.close();
  return text;
}

test("shows code with uid, address and key on demand, opens by address, and warns about unassigned sensors", async () => {
  await openSensors();
  const dialog = await openCode();
  const code = dialog.locator("pre");
  expect(await code.textContent()).toContain(`"uid": "${farm.air.uid}"`);
  expect(await code.textContent()).toContain("/sensorData'");
  expect(await code.textContent()).not.toContain(farm.apiKey);
  expect(await dialog.getByRole("img").count()).toBe(0);
  await dialog.getByText("Boards can't reach 127.0.0.1.").waitFor();
  await page.getByRole("button", { name: "Insert key" }).click();
  await code.getByText(farm.apiKey).waitFor();
  await dialog.getByText("This sensor has no key of its own").waitFor();
  await dialog.getByRole("img", { name: /^QR code for the board of / }).waitFor();
  await page.getByRole("button", { name: "MicroPython" }).click();
  await code.getByText(`GREENHOUSE_KEY = "${farm.apiKey}"`).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  // A warning says that the sensor is not assigned.
  await database.put(`registeredSensors/${farm.air.uid}/greenhouse`, null);
  await page.getByText("readings are rejected").waitFor();
  await openCode();
  const warning = dialog.getByText("Not assigned to a greenhouse.");
  await warning.waitFor();
  await database.put(`registeredSensors/${farm.air.uid}/greenhouse`, farm.herbs);
  await warning.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");

  // An address opens the code until the dialog is closed.
  const linked = page.getByRole("dialog", { name: `Code for ${farm.soil.sensorName}` });
  await page.goto(`${page.url()}#code-${farm.soil.uid}`);
  await linked.waitFor();
  await linked.getByRole("button", { name: "Close" }).click();
  await linked.waitFor({ state: "detached" });
  expect(new URL(page.url()).hash).toBe("");
});

test("shows a viewer the code without the key", async () => {
  await openSensors(farm.viewer);
  await database.put(`sensorKeys/${farm.air.uid}`, { farmId: farm.id, key: "own-key-of-air" });
  await page.goto(`${page.url()}#code-${farm.air.uid}`);
  const dialog = page.getByRole("dialog", { name: "Code for" });
  await dialog.getByText("owners: press Insert key").waitFor();
  const names = await dialog.getByRole("button").allTextContents();
  expect(names).toEqual(["✕", "Shell", "Python", "Arduino", "MicroPython", "Copy"]);
  expect(await page.textContent("body")).not.toContain("own-key-of-air");
});

test("copies the code with, against and without a clipboard, or else shows it selected", async () => {
  await openSensors(farm.owner, {}, (fresh) =>
    fresh.context().grantPermissions(["clipboard-read", "clipboard-write"]),
  );
  const code = await openCode();
  // "Copied" appears only for a moment. This clock keeps it on the screen.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
  const copy = code.getByRole("button", { name: /^Copy / });
  const copyIn = async (language: string): Promise<void> => {
    await page.bringToFront();
    await code.getByRole("button", { name: language, exact: true }).click();
    // The code in this language is not copied yet.
    await copy.click();
  };
  const isCopied = async (): Promise<void> => {
    await code.getByRole("button", { name: "Copied" }).waitFor();
    expect(await copied()).toBe(await code.locator("pre").textContent());
  };
  await copyIn("Python");
  await isCopied();

  await page.context().clearPermissions();
  await page.context().grantPermissions(["clipboard-read"]);
  const permission = "navigator.permissions.query({ name: 'clipboard-write' })";
  expect(await page.evaluate(`${permission}.then(({ state }) => state)`)).toBe("denied");
  await copyIn("Shell");
  await isCopied();

  // The same as at a network address.
  await page.evaluate("delete Navigator.prototype.clipboard");
  await copyIn("Arduino");
  await isCopied();

  await page.clock.resume();
  await page.evaluate("void (document.execCommand = () => false)");
  await copyIn("MicroPython");
  const dialog = page.getByRole("dialog", { name: "Copy" });
  await dialog.getByText("Couldn't copy.").waitFor();
  const selected = await page.evaluate<string>("getSelection().toString()");
  expect(selected).toBe(await code.locator("pre").first().textContent());
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await code.waitFor();
});

test("scrolls the code in a box that fits on a phone", async () => {
  await openSensors(farm.viewer, PHONE);
  await page.getByRole("button", { name: /^Air, north bench/ }).click();
  await page.getByRole("button", { name: "Board code" }).click();
  await page.locator("dialog pre").waitFor();
  const box = await page.locator("dialog pre").boundingBox();
  expect(box && box.x + box.width).toBeLessThan(360);
  const end = "const pre = document.querySelector('dialog pre'); pre.scrollLeft = pre.scrollWidth;";
  expect(await page.evaluate(`${end} pre.scrollLeft`)).toBeGreaterThan(0);
  expect(await page.evaluate("document.querySelector('dialog').scrollWidth")).toBeLessThan(360);
});
