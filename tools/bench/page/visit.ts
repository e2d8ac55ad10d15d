/**
 * Visits the page on a slow phone network, and measures what arrives, when everything is shown, and
 * what shifts or blocks meanwhile.
 */

import { PERSON } from "./farm.ts";
import { KEPT_PEOPLE } from "./kept-people.ts";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

interface Speed {
  readonly kilobits: number;
  readonly latencyMs: number;
  /** Slowdown factor of the processor. */
  readonly cpu: number;
}

/** The network and processor that Chromium's developer tools call slow, for the page's targets. */
export const SLOW: Speed = { kilobits: 400, latencyMs: 400, cpu: 4 };
export const SCREENS = {
  phone: { width: 360, height: 740 },
  desk: { width: 1280, height: 800 },
} as const;

export interface Figures {
  /** Over the socket, in kB. */
  readonly socket: number;
  /** Files, compressed, in kB. */
  readonly files: number;
  /** Seconds until everything in view is complete. */
  readonly complete: number;
  /** Seconds of the largest contentful paint. */
  readonly lcp: number;
  readonly cls: number;
  /** In milliseconds. */
  readonly longestTask: number;
}

/** Present when a person who is not signed in can sign in. */
export const SIGN_IN = "main.sign-in button[type=submit]";
/**
 * Present when the newest values are shown, and everything in view was read: the cards, or the rows of a large farm on a
 * phone.
 */
export const OVERVIEW =
  'main:has(.metrics, .greenhouse-rows):has(.status[aria-busy="false"]):not(:has(.metrics[aria-busy="true"]))';
/** Present when a greenhouse's values and the charts in view are there. */
export const GREENHOUSE = 'main:has(.charts[aria-busy="false"] .chart[aria-busy="false"] canvas)';
/** Long after the page is complete: late shifts and tasks are measured too. */
const SETTLE_MS = 1500;

/**
 * Shifts are summed as in CLS: in windows of at most five seconds, with at most a second between
 * two shifts.
 */
const OBSERVE = `{
  const seen = (globalThis.seen = { lcp: 0, cls: 0, task: 0, blocked: 0 });
  let window = { from: -Infinity, last: -Infinity, sum: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput } of list.getEntries()) {
      if (hadRecentInput) continue;
      if (startTime - window.last > 1000 || startTime - window.from > 5000) window = { from: startTime, sum: 0 };
      window = { ...window, last: startTime, sum: window.sum + value };
      seen.cls = Math.max(seen.cls, window.sum);
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.task = Math.max(seen.task, duration);
      seen.blocked += duration - 50;
    }
  }).observe({ type: "longtask", buffered: true });
}`;

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
}

/**
 * Whether the page has stored what it can for later visits: its files, and the last known values.
 */
const IS_KEPT = `caches
  .keys()
  .then(async (names) => names.some((name) => name.startsWith("page-")) && (await ${KEPT_PEOPLE}) > 0)`;

type Person = Pick<typeof PERSON, "email" | "password">;

async function typePerson(page: Page, { email, password }: Person = PERSON): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Signs in without any throttling, and waits until the page has stored what later visits need. */
export async function signedIn(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
  person: Person = PERSON,
): Promise<Visitor> {
  const context = await browser.newContext({ viewport, locale: "en-GB" });
  const page = await context.newPage();
  await answerAtOnce(context, new URL("/__/firebase/init.js?useEmulator=true", url));
  await page.goto(url);
  await typePerson(page, person);
  await page.keyboard.press("Enter");
  await page.locator(OVERVIEW).waitFor();
  while (!(await page.evaluate<boolean>(IS_KEPT))) await page.waitForTimeout(SETTLE_MS / 3);
  await page.addInitScript(OBSERVE);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  return { context, page, cdp };
}

/**
 * Answers the list of the emulators at once: a deployed page never asks for it, so it must not wait
 * for the slow network.
 */
async function answerAtOnce(context: BrowserContext, url: URL): Promise<void> {
  const body = await (await fetch(url)).text();
  await context.route(url.href, (route) => route.fulfill({ body }));
}

/**
 * Removes the files and values that the page stores.
 * @param hasSignIn whether the sign-in stays
 */
export async function forget({ page, cdp }: Visitor, hasSignIn: boolean): Promise<void> {
  const keptKeys = hasSignIn ? "^person$|^firebase:authUser:" : "^$";
  await page.evaluate(`for (const key of Object.keys(localStorage)) {
    if (!/${keptKeys}/.test(key)) localStorage.removeItem(key);
  }`);
  const { origin } = new URL(page.url());
  // The service worker may still be storing files.
  const storageTypes = "service_workers,cache_storage,indexeddb";
  await page.goto("about:blank");
  await cdp.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await cdp.send("Network.clearBrowserCache");
}

/**
 * Opens the page on a slow phone and network.
 * @param complete a selector of an element that is present when everything in view is there
 */
export async function visit(
  { page, cdp }: Visitor,
  url: string,
  complete: string,
): Promise<Figures> {
  await page.goto("about:blank");
  await throttle(cdp, SLOW);
  let [socket, files] = [0, 0];
  const onFrame = (event: { response: { payloadData: string } }): void => {
    socket += event.response.payloadData.length;
  };
  const onLoaded = (event: { encodedDataLength: number }): void => {
    files += event.encodedDataLength;
  };
  cdp.on("Network.webSocketFrameReceived", onFrame);
  cdp.on("Network.loadingFinished", onLoaded);
  const startedMs = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await untilPresent(page, complete);
  const seconds = (performance.now() - startedMs) / 1000;
  await page.waitForTimeout(SETTLE_MS);
  const seen = await page.evaluate<Record<"lcp" | "cls" | "task", number>>("seen");
  cdp.off("Network.webSocketFrameReceived", onFrame);
  cdp.off("Network.loadingFinished", onLoaded);
  await throttle(cdp, FAST);
  return {
    socket: socket / 1000,
    files: files / 1000,
    complete: seconds,
    lcp: seen.lcp / 1000,
    cls: seen.cls,
    longestTask: seen.task,
  };
}

/**
 * Checks ten times a second. A locator checks in each frame, which takes a third of a second in all
 * on a slow processor.
 */
async function untilPresent(page: Page, selector: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = setInterval(() => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) return;
      clearInterval(look);
      resolve();
    }, 100);
  })`);
}

/** Signs in, on a slow phone and network, after the sign-in has loaded. @returns seconds until everything in view is complete */
export async function signInSlowly({ page, cdp }: Visitor): Promise<number> {
  await typePerson(page);
  await throttle(cdp, SLOW);
  const startedMs = performance.now();
  await page.keyboard.press("Enter");
  await untilPresent(page, OVERVIEW);
  await throttle(cdp, FAST);
  return (performance.now() - startedMs) / 1000;
}

/**
 * Sorts the list of all sensors three times, on a slow phone. @returns milliseconds of the longest
 * task
 */
export async function sortSensors({ page, cdp }: Visitor, url: string): Promise<number> {
  await page.goto(url);
  const heads = page.locator("button.sort");
  await heads.last().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await throttle(cdp, SLOW);
  await page.evaluate("void (seen.task = 0)");
  for (const head of [heads.last(), heads.last(), heads.first()]) {
    await head.click();
    await page.waitForTimeout(SETTLE_MS / 3);
  }
  await throttle(cdp, FAST);
  return await page.evaluate<number>("seen.task");
}

/**
 * Measures for how many milliseconds the page could not react while a year is drawn, on a phone's
 * processor.
 */
export async function blockedByYear(visitor: Visitor, url: string): Promise<number> {
  const { page, cdp } = visitor;
  await page.goto(url);
  await throttle(cdp, { ...FAST, cpu: SLOW.cpu });
  await page.locator(GREENHOUSE).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate("void (seen.blocked = 0)");
  await showYear(page);
  await page.waitForTimeout(SETTLE_MS);
  await throttle(cdp, FAST);
  return await page.evaluate<number>("seen.blocked");
}

/** Shows a year of a greenhouse without any throttling. @returns milliseconds until the charts on the screen show it */
export async function timeOfYear({ page }: Visitor, url: string): Promise<number> {
  await page.goto(url);
  return showYear(page);
}

async function showYear(page: Page): Promise<number> {
  await page.locator('.charts[aria-busy="false"]').waitFor();
  return await page.evaluate<number>(`new Promise((resolve) => {
    const startedMs = performance.now();
    const look = () => {
      // Charts below the screen are read later.
      const seen = [...document.querySelectorAll("figure")].filter((one) => one.getBoundingClientRect().top < innerHeight);
      const isShown = seen.every((one) => one.matches('[aria-busy="false"][aria-label*="Last 12 months"]:has(canvas)'));
      if (seen.length === 0 || !isShown) requestAnimationFrame(look);
      else setTimeout(() => resolve(performance.now() - startedMs));
    };
    [...document.querySelectorAll(".segments button")].find(({ textContent }) => textContent.endsWith("Last 12 months")).click();
    look();
  })`);
}

const FAST: Speed = { kilobits: Infinity, latencyMs: 0, cpu: 1 };

async function throttle(
  cdp: CDPSession,
  { kilobits, latencyMs: latency, cpu: rate }: Speed,
): Promise<void> {
  const bytes = kilobits === Infinity ? -1 : (kilobits * 1000) / 8;
  const speed = { downloadThroughput: bytes, uploadThroughput: bytes };
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  await cdp.send("Network.emulateNetworkConditions", { offline: false, latency, ...speed });
}
