/**
 * The page of the inbox in a real Chromium: messages appear by themselves, links work, and hostile messages do nothing.
 */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../emulator/test/support/browser";
import { startMailCatcher } from "../../../scripts/stack/mail/catcher";
import type { MailCatcher } from "../../../scripts/stack/mail/catcher";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let catcher: MailCatcher;
let page: Page;
/** Another site, and the requests to it. */
let elsewhere: Server;
let asked: (string | undefined)[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  asked = [];
  elsewhere = createServer(({ url, headers }, response) => {
    asked.push(url);
    response.setHeader("Content-Type", "text/html");
    response.end(`<title>elsewhere</title>from ${headers.referer ?? "nowhere"}`);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
  page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  page.setDefaultTimeout(15_000);
  await page.goto(catcher.inboxUrl);
});
afterEach(async () => {
  await page.close();
  await catcher.close();
  elsewhere.closeAllConnections();
  await new Promise((resolve) => elsewhere.close(resolve));
});

async function send(mail: SendMailOptions): Promise<void> {
  const transport = createTransport(catcher.smtpUrl);
  await transport.sendMail({ from: "farm@example.com", to: "olga@example.com", ...mail });
}

function siteUrl(): string {
  return `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
}

/** What is open is read by its subject. */
async function open(subject: string): Promise<void> {
  await page.getByRole("link", { name: subject }).click();
  await page.getByRole("heading", { name: subject }).waitFor();
}

const message = (): ReturnType<Page["frameLocator"]> => page.frameLocator("#content iframe");

async function problems(): Promise<unknown> {
  return page.evaluate(
    "axe.run({ iframes: false }).then(({ violations }) => violations.map(({ id }) => id))",
  );
}

test("messages appear by themselves, the newest first; one is shown as HTML, text and headers", async () => {
  await page.getByText("No message yet.").waitFor();
  await send({ subject: "frost", text: "Since 03:02", html: "<p>Since <b>03:02</b>" });
  await page.getByText("1 message", { exact: true }).waitFor();
  await send({ subject: "over" });
  await page.getByText("2 messages", { exact: true }).waitFor();
  expect(await page.locator("#list strong").allTextContents()).toEqual(["over", "frost"]);

  await open("frost");
  await message().getByText("03:02").waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  await page.locator("pre", { hasText: "Since 03:02" }).waitFor();
  await page.getByRole("button", { name: "Headers" }).click();
  await page.locator("pre", { hasText: "subject: frost" }).waitFor();

  await page.evaluate(AXE);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await problems()]).toEqual([colorScheme, []]);
  }
  await page.getByRole("button", { name: "Delete all" }).click();
  await page.getByText("No message yet.").waitFor();
});

test("on a phone there is the list or a message, and nothing is wider than the screen", async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  const long = "a-very-long-word-without-any-space-".repeat(20);
  await send({ subject: long, text: long });
  await open(long);
  const widths = "[document.documentElement.scrollWidth, innerWidth]";
  expect(await page.evaluate(widths)).toEqual([360, 360]);
  expect(await page.getByRole("navigation").isVisible()).toBe(false);
  await page.getByRole("link", { name: "All messages" }).click();
  await page.getByRole("navigation").waitFor();
  expect(await page.evaluate(widths)).toEqual([360, 360]);
});

test("a link opens in a tab of its own, without saying where from, and cannot steer the inbox", async () => {
  await send({ subject: "link", html: `<a href="${siteUrl()}/alert">Open the greenhouse</a>` });
  await open("link");
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    message().getByText("Open the greenhouse").click(),
  ]);
  await tab.getByText("from nowhere").waitFor();
  expect(await tab.evaluate("opener")).toBeNull();
  expect(asked[0]).toBe("/alert");
  expect(page.url()).toContain(catcher.inboxUrl);
});

test("hostile messages are text, run nothing, load nothing and go nowhere", async () => {
  const site = siteUrl();
  const html = `
    <base href="${site}/base/" target="_top"><meta http-equiv="refresh" content="0; url=${site}/refresh">
    <link rel="preconnect" href="${site}"><link rel="stylesheet" href="${site}/link.css">
    <style>@import "${site}/import.css"; body { background: url(${site}/background.png) }</style>
    <script>top.document.title = "taken"; fetch("${site}/fetch")</script>
    <img src="${site}/pixel.png" onerror="top.document.title = 'taken'">
    <iframe src="${site}/frame"></iframe><object data="${site}/object"></object>
    <form action="${site}/form"><button>Send</button></form>
    <a href="${site}/top" target="_top" style="color: rgb(1, 2, 3)">top</a><p>the end</p>`;
  const subject = `</a><img src=${site}/subject.png onerror="document.title='taken'"> \u202Edrowssap`;
  await send({ subject, to: '"<script>1</script>" <olga@example.com>', html });
  await page.getByText("1 message", { exact: true }).waitFor();
  await page.locator("#list a").click();
  await message().getByText("the end").waitFor();
  expect(await page.locator("#subject").textContent()).toBe(subject);
  expect(await page.locator("#to").textContent()).toBe("<script>1</script> <olga@example.com>");
  expect(await page.locator("#list img, #list script, #message script").count()).toBe(0);
  // Styles in elements are kept.
  expect(await message().getByText("top").getAttribute("style")).toBe("color: rgb(1, 2, 3)");
  await message().getByRole("button", { name: "Send" }).click();
  // A request for it would have arrived before this.
  await page.evaluate("fetch('/email').then((answer) => answer.text())");
  expect(asked).toEqual([]);
  expect(await page.title()).toBe("(1) Caught mail");
});
