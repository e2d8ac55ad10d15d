/** The code for a board: filled in, copied wherever the page is opened, with warnings if it cannot work. */

import type { Locator, Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { farmPath, PHONE, useVisitors } from "../../support/web/visit";

const MINUTE = 60_000;

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
let page: Page;
let complaints: readonly string[];
beforeEach(async () => {
  farm = await addPageFarm(database);
  ({ page, complaints } = await visit(farmPath(farm, "sensors"), farm.owner));
});
afterEach(() => expect(complaints).toEqual([]));

async function openCode(): Promise<Locator> {
  const row = page.getByRole("row").filter({ hasText: farm.air.sensorName });
  await row.getByRole("button", { name: "Board code" }).click();
  return page.getByRole("dialog", { name: "Code for" });
}

/** Read from another page: this one may have no clipboard. */
async function copied(): Promise<string> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  const text = await other.evaluate<string>("navigator.clipboard.readText()");
  await other.close();
  return text;
}

test("the code has the uid, the address, and the key on demand", async () => {
  const dialog = await openCode();
  const code = dialog.locator("pre");
  expect(await code.textContent()).toContain(`"uid": "${farm.air.uid}"`);
  expect(await code.textContent()).toContain("/sensorData'");
  expect(await code.textContent()).not.toContain(farm.apiKey);
  expect(await dialog.getByRole("img").count()).toBe(0);
  await dialog.getByText("127.0.0.1 reaches this machine alone.").waitFor();
  await page.getByRole("button", { name: "Put in the key" }).click();
  await code.getByText(farm.apiKey).waitFor();
  await dialog.getByText("This sensor has no key of its own").waitFor();
  await dialog.getByRole("img", { name: "QR code with address, UID and key" }).waitFor();
  await page.getByRole("button", { name: "MicroPython" }).click();
  await code.getByText(`GREENHOUSE_KEY = "${farm.apiKey}"`).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("a viewer gets the code without the key", async () => {
  const { page: other } = await visit(farmPath(farm, "sensors"), farm.viewer);
  await database.put(`sensorKeys/${farm.air.uid}`, { farmId: farm.id, key: "own-key-of-air" });
  await other.goto(`${other.url()}#code-${farm.air.uid}`);
  const dialog = other.getByRole("dialog", { name: "Code for" });
  await dialog.getByText("Owners can put it in.").waitFor();
  const names = await dialog.getByRole("button").allTextContents();
  expect(names).toEqual(["✕", "Shell", "Python", "Arduino", "MicroPython", "Copy"]);
  expect(await other.textContent("body")).not.toContain("own-key-of-air");
});

test("an address opens the code, until it is closed", async () => {
  const dialog = page.getByRole("dialog", { name: `Code for ${farm.soil.sensorName}` });
  await page.goto(`${page.url()}#code-${farm.soil.uid}`);
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).hash).toBe("");
});

test("a warning says that a sensor is not linked, until it is", async () => {
  await database.put(`registeredSensors/${farm.air.uid}/greenhouse`, null);
  await page.getByText("cannot send readings").waitFor();
  const dialog = await openCode();
  const warning = dialog.getByText("This sensor is not linked to a greenhouse");
  await warning.waitFor();
  await database.put(`registeredSensors/${farm.air.uid}/greenhouse`, farm.herbs);
  await warning.waitFor({ state: "detached" });
});

test.each([
  ["a clipboard", "", ["clipboard-write"]],
  ["no clipboard, as at an address of the network", "delete Navigator.prototype.clipboard", []],
  ["a clipboard that is refused", "", []],
])(
  "with %s the code is copied, and in another language not yet",
  async (_, script, permissions) => {
    await page.context().grantPermissions(["clipboard-read", ...permissions]);
    await page.addInitScript(script);
    await page.reload();
    const dialog = await openCode();
    await dialog.getByRole("button", { name: "Python", exact: true }).click();
    // "Copied" stands there for a moment only: this one does not pass.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + MINUTE);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.getByRole("button", { name: "Copied" }).waitFor();
    expect(await copied()).toBe(await dialog.locator("pre").textContent());

    await page.bringToFront();
    await dialog.getByRole("button", { name: "Shell" }).click();
    await dialog.getByRole("button", { name: "Copy" }).waitFor();
  },
);

test("without any way to copy, the text is shown, selected", async () => {
  await page.addInitScript("delete Navigator.prototype.clipboard");
  await page.addInitScript("document.execCommand = () => false");
  await page.reload();
  const code = await openCode();
  await code.getByRole("button", { name: "Copy" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy" });
  await dialog.getByText("The browser does not let this page copy.").waitFor();
  const selected = await page.evaluate<string>("getSelection().toString()");
  expect(selected).toBe(await code.locator("pre").first().textContent());
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await code.waitFor();
});

test("on a phone the code scrolls in its box, and the box fits", async () => {
  const { page: phone } = await visit(farmPath(farm, "sensors"), farm.viewer, PHONE);
  await phone.getByRole("button", { name: /^Air, north bench/ }).click();
  await phone.getByRole("button", { name: "Board code" }).click();
  await phone.locator("dialog pre").waitFor();
  const box = await phone.locator("dialog pre").boundingBox();
  expect(box && box.x + box.width).toBeLessThan(360);
  const end = "const pre = document.querySelector('dialog pre'); pre.scrollLeft = pre.scrollWidth;";
  expect(await phone.evaluate(`${end} pre.scrollLeft`)).toBeGreaterThan(0);
  expect(await phone.evaluate("document.querySelector('dialog').scrollWidth")).toBeLessThan(360);
});
