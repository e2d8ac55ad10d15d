/** Visits the page in a real Chromium, and records everything that the browser complains about. */

import type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from "playwright-core";
import { launchBrowser } from "rtdb-emulator/testing/browser";
import { HOSTING_URL } from "./addresses";
import type { Person } from "./farm";
import { expectSoon, POLLING_TIMEOUT_MS } from "rtdb-emulator/testing/polling";

export interface Visit {
  readonly page: Page;
  /** Errors and warnings in the console, and uncaught exceptions. */
  readonly complaints: readonly string[];
}

export interface Visitors {
  /**
   * Opens the page at a path, with a person signed in. A person of an earlier visit may still be signed in.
   * @param prepare runs before the page loads
   */
  readonly visit: (
    path: string,
    person?: Person,
    options?: BrowserContextOptions,
    prepare?: (page: Page) => Promise<unknown>,
  ) => Promise<Visit>;
}

/** A file of the same site without scripts. For about:blank, Chromium would start another process. */
const NO_PAGE = `${HOSTING_URL}/__/firebase/init.json`;

export const DESK = { viewport: { width: 1280, height: 900 } } as const;
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/** A time zone in which it is about noon. So no day ends during a test, and the page adds no dates to times. */
const NOON_ZONE = zoneOf(12 - new Date().getUTCHours());

/** @param hours ahead of UTC, from -12 to 12. The names of these zones have the opposite sign */
function zoneOf(hours: number): string {
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** A page in its own context. */
interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly options: string;
  complaints: string[];
  /** A prepared page is closed after its test, because scripts, clocks and permissions stay in its context. */
  isSpoilt: boolean;
  /** The uid of the person who is still signed in. */
  person: string | undefined;
}

/**
 * Opens one browser for all tests of a file. After a test only the sign-in stays in its page. The next visit with the
 * same options reuses the page, which costs half as much as a new page, and less if the same person visits.
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
        await leave(tab);
        free.push(tab);
      }),
    );
  });
  afterAll(() => browser?.close());
  return {
    visit: async (path, person, options = {}, prepare) => {
      if (browser === undefined) throw new Error("the browser has not been started");
      const candidates = free.filter((candidate) => candidate.options === JSON.stringify(options));
      const reused =
        candidates.find((candidate) => candidate.person === person?.uid) ?? candidates[0];
      if (reused !== undefined) free.splice(free.indexOf(reused), 1);
      const tab = reused ?? (await open(browser, options));
      taken.add(tab);
      const { page, complaints } = tab;
      const isSignedIn = person !== undefined && tab.person === person.uid;
      if (!isSignedIn) await page.evaluate(SIGN_OUT);
      if (prepare !== undefined) tab.isSpoilt = true;
      await prepare?.(page);
      await page.goto(HOSTING_URL + path);
      if (person !== undefined && !isSignedIn) await signIn(page, person);
      return { page, complaints };
    },
  };
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext({
    ...DESK,
    locale: "en-GB",
    // The service worker would load all files of the page in every test.
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
    person: undefined,
  };
  page.on("console", (message) => {
    const isOwn = !message.text().includes("blocked by Playwright");
    if (isOwn && (message.type() === "error" || message.type() === "warning")) {
      tab.complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => tab.complaints.push(String(error)));
  return tab;
}

/** Removes everything except the sign-in. */
async function leave(tab: Tab): Promise<void> {
  const { page } = tab;
  const context = page.context();
  await Promise.all([
    page.unrouteAll({ behavior: "ignoreErrors" }),
    context.setOffline(false),
    ...context.pages().flatMap((opened) => (opened === page ? [] : [opened.close()])),
  ]);
  await page.goto(NO_PAGE);
  await tab.devtools.send("Storage.clearDataForOrigin", {
    origin: HOSTING_URL,
    storageTypes: "cookies,indexeddb,cache_storage",
  });
  tab.person = (await page.evaluate<string | null>(KEEP_SIGN_IN)) ?? undefined;
  const { viewport } = { ...DESK, ...(JSON.parse(tab.options) as BrowserContextOptions) };
  if (viewport) await page.setViewportSize(viewport);
  tab.complaints = [];
}

const KEEP_SIGN_IN = `{
  sessionStorage.clear();
  const isOfSignIn = (name) => name === "person" || name.startsWith("firebase:authUser:");
  const [kept, others] = [[], []];
  for (const name of Object.keys(localStorage)) (isOfSignIn(name) ? kept : others).push(name);
  for (const name of others) localStorage.removeItem(name);
  const user = kept.find((name) => name !== "person");
  user === undefined ? null : JSON.parse(localStorage.getItem(user)).uid;
}`;

const SIGN_OUT = `try { localStorage.clear(); } catch {}`;

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor({ state: "detached" });
}

/** Follows a link without loading the page again. Closes open dialogs. */
export async function go(page: Page, path: string): Promise<void> {
  while ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
  await follow(page, path);
}

function follow(page: Page, path: string): Promise<unknown> {
  return page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent("popstate"));`);
}

/** Opens a view of another farm without loading the page. The dialogs of the farm before end with their view. */
export async function changeFarm(page: Page, path: string): Promise<void> {
  await follow(page, "/farms");
  await page.getByRole("heading", { name: "Your farms" }).waitFor();
  await go(page, path);
}

/** Waits for the whole history of the range. Nothing is read or moved afterwards. */
export async function untilRead(page: Page): Promise<void> {
  await page.locator('.charts[aria-busy="false"]').waitFor();
}

/** Waits until the text of an element matches. */
export function untilText(element: Locator, pattern: RegExp): Promise<void> {
  const textOrMatch = async (): Promise<string | RegExp> => {
    const text = (await element.textContent()) ?? "";
    return pattern.test(text) ? pattern : text;
  };
  return expectSoon(textOrMatch, pattern);
}

export function farmPath(farm: { readonly id: string }, ...rest: readonly string[]): string {
  return ["/f", farm.id, ...rest].join("/");
}

/** Returns a script that sets when the stored token ends, in milliseconds from now. */
export const endTokenIn = (ms: number): string => `{
  const key = Object.keys(localStorage).find((name) => name.startsWith("firebase:authUser:"));
  const user = JSON.parse(localStorage.getItem(key));
  user.stsTokenManager.expirationTime = Date.now() + ${ms};
  localStorage.setItem(key, JSON.stringify(user));
}`;
