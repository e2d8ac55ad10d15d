/** Visits to the page in a real Chromium, with everything the browser complains about. */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "../../../scripts/stack/browser";
import { HOSTING_URL } from "./addresses";
import type { Person } from "./farm";
import { POLLING_TIMEOUT_MS } from "../polling";

export interface Visit {
  readonly page: Page;
  /** Errors and warnings in the console, and what was thrown. */
  readonly complaints: readonly string[];
}

export interface Visitors {
  /** Opens the page at a path; with a person signed in. */
  readonly visit: (
    path: string,
    person?: Person,
    options?: BrowserContextOptions,
  ) => Promise<Visit>;
}

export const DESK = { viewport: { width: 1280, height: 900 } } as const;
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/** A time zone where it is about noon, so that no day ends during a test: the page would add dates to times. */
const NOON_ZONE = zoneOf(12 - new Date().getUTCHours());

/** @param hours ahead of UTC, from -12 to 12; the names of these zones turn the sign around */
function zoneOf(hours: number): string {
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** One browser for all tests of a file, with a context for each visit. What a test opened is closed after it: it works on. */
export function useVisitors(): Visitors {
  let browser: Browser | undefined;
  let kept: readonly BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(() => (kept = browser?.contexts() ?? []));
  afterEach(async () => {
    const opened = browser?.contexts().filter((context) => !kept.includes(context)) ?? [];
    await Promise.all(opened.map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    visit: async (path, person, options = {}) => {
      if (browser === undefined) throw new Error("the browser has not been started");
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
      const complaints: string[] = [];
      page.on("console", (message) => {
        const isOwn = !message.text().includes("blocked by Playwright");
        if (isOwn && (message.type() === "error" || message.type() === "warning")) {
          complaints.push(message.text());
        }
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(HOSTING_URL + path);
      if (person !== undefined) await signIn(page, person);
      return { page, complaints };
    },
  };
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor({ state: "detached" });
}

/** Waits for the whole history of the range: nothing is read or moved after it. */
export async function untilRead(page: Page): Promise<void> {
  await page.locator('.charts[aria-busy="false"]').waitFor();
}

export function farmPath(farm: { readonly id: string }, ...rest: readonly string[]): string {
  return ["/f", farm.id, ...rest].join("/");
}
