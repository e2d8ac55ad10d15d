/** Visits to the page in a real Chromium, with everything the browser complains about. */

import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { launchBrowser } from "rtdb-emulator/testing/browser";
import { HOSTING_URL } from "./addresses";
import type { Person } from "./farm";
import { POLLING_TIMEOUT_MS } from "rtdb-emulator/testing/polling";

export interface Visit {
  readonly page: Page;
  /** Errors and warnings in the console, and what was thrown. */
  readonly complaints: readonly string[];
}

export interface Visitors {
  /** Opens the page at a path; with a person signed in. @param prepare runs before anything is loaded */
  readonly visit: (
    path: string,
    person?: Person,
    options?: BrowserContextOptions,
    prepare?: (page: Page) => Promise<unknown>,
  ) => Promise<Visit>;
}

/** A file of the same site, with nothing that runs: for about:blank, Chromium would start another process. */
export const NO_PAGE = `${HOSTING_URL}/__/firebase/init.json`;

export const DESK = { viewport: { width: 1280, height: 900 } } as const;
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/** A time zone where it is about noon, so that no day ends during a test: the page would add dates to times. */
const NOON_ZONE = zoneOf(12 - new Date().getUTCHours());

/** @param hours ahead of UTC, from -12 to 12; the names of these zones turn the sign around */
function zoneOf(hours: number): string {
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** Methods with lasting effects, of a page, its context and its clock: after them the context is closed, not reused. */
const LASTING = ["addInitScript", "install", "routeWebSocket", "grantPermissions", "newCDPSession"];

/** A page in a context of its own. */
interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly options: string;
  complaints: string[];
  isSpoilt: boolean;
}

/**
 * One browser for all tests of a file. A page is cleared after its test, and the next visit with the same options reuses
 * it, which costs half as much as a new one.
 */
export function useVisitors(): Visitors {
  let browser: Browser | undefined;
  const taken = new Set<Tab>();
  const free: Tab[] = [];
  let kept: ReadonlySet<Tab> = new Set();
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(() => (kept = new Set(taken)));
  afterEach(async () => {
    const opened = [...taken].filter((tab) => !kept.has(tab));
    await Promise.all(
      opened.map(async (tab) => {
        taken.delete(tab);
        if (tab.isSpoilt) return tab.page.context().close();
        await clear(tab);
        free.push(tab);
      }),
    );
  });
  afterAll(() => browser?.close());
  return {
    visit: async (path, person, options = {}, prepare) => {
      if (browser === undefined) throw new Error("the browser has not been started");
      const index = free.findIndex((each) => each.options === JSON.stringify(options));
      const tab = free.splice(index, index === -1 ? 0 : 1)[0] ?? (await open(browser, options));
      taken.add(tab);
      const { page, complaints } = tab;
      await prepare?.(page);
      await page.goto(HOSTING_URL + path);
      if (person !== undefined) await signIn(page, person);
      return { page, complaints };
    },
  };
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext({
    ...DESK,
    locale: "en-GB",
    // It would load all files of the page in every test.
    serviceWorkers: "block",
    timezoneId: NOON_ZONE,
    ...options,
  });
  context.setDefaultTimeout(POLLING_TIMEOUT_MS);
  const page = await context.newPage();
  const tab: Tab = {
    page,
    devtools: await context.newCDPSession(page),
    options: JSON.stringify(options),
    complaints: [],
    isSpoilt: options.serviceWorkers === "allow",
  };
  for (const target of [context, page, page.clock]) noteLasting(target, tab);
  page.on("console", (message) => {
    const isOwn = !message.text().includes("blocked by Playwright");
    if (isOwn && (message.type() === "error" || message.type() === "warning")) {
      tab.complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => tab.complaints.push(String(error)));
  return tab;
}

function noteLasting(target: object, tab: Tab): void {
  const methods = target as Record<string, (...parameters: unknown[]) => unknown>;
  for (const name of LASTING) {
    const method = methods[name];
    if (method === undefined) continue;
    methods[name] = (...parameters) => {
      tab.isSpoilt = true;
      return method.apply(target, parameters);
    };
  }
}

async function clear(tab: Tab): Promise<void> {
  const { page } = tab;
  const context = page.context();
  await Promise.all([
    page.unrouteAll({ behavior: "ignoreErrors" }),
    context.setOffline(false),
    ...context.pages().flatMap((other) => (other === page ? [] : [other.close()])),
  ]);
  await page.goto(NO_PAGE);
  await page.evaluate("sessionStorage.clear()");
  await tab.devtools.send("Storage.clearDataForOrigin", {
    origin: HOSTING_URL,
    storageTypes: "all",
  });
  await page.emulateMedia({ colorScheme: null });
  tab.complaints = [];
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor({ state: "detached" });
}

/** As a link does, without loading the page again. Open dialogs are closed. */
export async function go(page: Page, path: string): Promise<void> {
  while ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent("popstate"));`);
}

/** Waits for the whole history of the range: nothing is read or moved after it. */
export async function untilRead(page: Page): Promise<void> {
  await page.locator('.charts[aria-busy="false"]').waitFor();
}

export function farmPath(farm: { readonly id: string }, ...rest: readonly string[]): string {
  return ["/f", farm.id, ...rest].join("/");
}

/** Rewrites when the kept token ends, in milliseconds from now. */
export const endTokenIn = (ms: number): string => `{
  const key = Object.keys(localStorage).find((name) => name.startsWith("firebase:authUser:"));
  const user = JSON.parse(localStorage.getItem(key));
  user.stsTokenManager.expirationTime = Date.now() + ${ms};
  localStorage.setItem(key, JSON.stringify(user));
}`;
