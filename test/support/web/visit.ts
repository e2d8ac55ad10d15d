/** Visits to the page in a real Chromium. What the browser complains about is kept: scripts, styles, its policy. */

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "../../../scripts/stack/browser";
import { HOSTING_URL } from "./addresses";
import type { Person } from "./farm";
import { PATIENCE } from "../patience";

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

/** Where it is about noon now: no test sees a day end, after which the page names days beside times. */
const NOON_ZONE = zoneOf(12 - new Date().getUTCHours());

/** @param hours ahead of UTC, from -12 to 12; the names of these zones turn the sign around */
function zoneOf(hours: number): string {
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** To be called where tests are described: one browser for all of them, each visit on its own. */
export function useVisitors(): Visitors {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return {
    visit: async (path, person, options = {}) => {
      if (browser === undefined) throw new Error("the browser has not been started");
      const context = await browser.newContext({
        ...DESK,
        locale: "en-GB",
        timezoneId: NOON_ZONE,
        ...options,
      });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") {
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

/** Until the charts have all the history of their range: nothing is asked for after it, nor is anything moved by it. */
export async function untilRead(page: Page): Promise<void> {
  await page.locator('.charts[aria-busy="false"]').waitFor();
}

export function farmPath(farm: { readonly id: string }, ...rest: readonly string[]): string {
  return ["/f", farm.id, ...rest].join("/");
}
