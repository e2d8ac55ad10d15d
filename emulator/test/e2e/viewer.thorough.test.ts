/** The viewer page at `/` in a real Chromium: mouse and keyboard, live updates, and large data. */

import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../testing/browser";
import { freshNamespace, useEmulator } from "../../testing/emulator";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const DATA = {
  farms: { "sunny-acres": { name: "Sunny <b>Acres</b>", members: { olga: "owner" } } },
  sensors: { tomatoes: { current: { temperature: 21.5 } } },
};

const emulator = useEmulator({});
let browser: Browser;
let namespace: string;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  namespace = freshNamespace("viewer");
  await emulator.put(namespace, "/", DATA);
  page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  page.setDefaultTimeout(15_000);
});
afterEach(() => page.close());

const open = (hash = ""): Promise<unknown> =>
  page.goto(`${emulator.url}/?ns=${namespace}${hash}`).then(() => page.getByText("live").waitFor());

const item = (label: string): ReturnType<Page["locator"]> =>
  page.getByRole("treeitem", { name: label, exact: true });

const focused = (): Promise<unknown> =>
  page.evaluate("document.activeElement.innerText.replaceAll(/\\s+/g, ' ').trim()");

test("opens the first level by itself; a click opens and closes a row; a reload keeps the rows", async () => {
  await open();
  await item("sunny-acres 2 children").waitFor();
  await item("tomatoes 1 child").waitFor();
  expect(await item('name "Sunny <b>Acres</b>"').count()).toBe(0);
  await page.getByText("sunny-acres").click();
  await item('name "Sunny <b>Acres</b>"').waitFor();
  expect(await page.locator("main b").count()).toBe(0);
  await page.getByText("sensors").click();
  await item("tomatoes 1 child").waitFor({ state: "detached" });
  await page.reload();
  await item("members 1 child").waitFor();
  expect(await item("tomatoes 1 child").count()).toBe(0);
});

test("the arrow keys move as in a tree", async () => {
  await open();
  await item("sunny-acres 2 children").waitFor();
  await page.keyboard.press("Tab");
  await page.getByRole("tree").locator("[tabindex='0']").focus();
  expect(await focused()).toBe(`${namespace} 2 children`);
  const press = async (key: string): Promise<unknown> => {
    await page.keyboard.press(key);
    return focused();
  };
  expect(await press("ArrowRight")).toBe("farms 1 child");
  expect(await press("ArrowDown")).toBe("sunny-acres 2 children");
  expect(await press("ArrowRight")).toBe("sunny-acres 2 children");
  await item("members 1 child").waitFor();
  expect(await press("ArrowRight")).toBe("members 1 child");
  expect(await press("ArrowLeft")).toBe("sunny-acres 2 children");
  expect(await press("ArrowLeft")).toBe("sunny-acres 2 children");
  await item("members 1 child").waitFor({ state: "detached" });
  expect(await press("ArrowLeft")).toBe("farms 1 child");
  expect(await press("End")).toBe("tomatoes 1 child");
  expect(await press("Enter")).toBe("tomatoes 1 child");
  await item("current 1 child").waitFor();
  expect(await press("Home")).toBe(`${namespace} 2 children`);
});

test("updates open levels, keeps the keyboard focus, and ignores an invalid path in the URL", async () => {
  await open("#open=a.b&open=nowhere/at/all&open=sensors/tomatoes/current");
  await item("temperature 21.5").click();
  await emulator.put(namespace, "/sensors/tomatoes/current/humidity", 60);
  await item("humidity 60").waitFor();
  expect(await focused()).toBe("temperature 21.5");
  await emulator.put(namespace, "/sensors/tomatoes/current", "gone");
  await item('current "gone"').waitFor();
  expect(await focused()).toBe('current "gone"');
});

test("shows the first and the last of many children, and more on request", async () => {
  const entries = Array.from({ length: 1_000 }, (_, n) => [
    `k${String(n).padStart(4, "0")}`,
    { uid: "air", temperature: n },
  ]);
  await emulator.put(namespace, "/sensors/tomatoes/history", Object.fromEntries(entries));
  await open("#open=sensors/tomatoes/history");
  await item("k0099 2 children").waitFor();
  await item("k0900 2 children").waitFor();
  await emulator.put(namespace, "/sensors/tomatoes/history/k1000", { uid: "air" });
  await item("k1000 1 child").waitFor();
  await item("801 more: show 500").click();
  await item("k0599 2 children").waitFor();
  expect(await item("k0600 2 children").count()).toBe(0);
  expect(await item("k0901 2 children").getAttribute("aria-posinset")).toBe("902");
});

test("axe finds no problems in light or dark mode", async () => {
  await open("#open=farms/sunny-acres&open=sensors/tomatoes/current");
  await item("temperature 21.5").waitFor();
  await page.evaluate(AXE);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const violations = await page.evaluate(`axe.run().then((result) => result.violations.map(
      ({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]) })))`);
    expect([colorScheme, violations]).toEqual([colorScheme, []]);
  }
});
