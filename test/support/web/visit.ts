/** Visits to the page in a real Chromium, with everything the browser complains about. */

import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
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

/** What nobody can take back: after it, the context is closed. Of a page, its context and its clock. */
const LASTING = ["addInitScript", "install", "routeWebSocket", "grantPermissions", "newCDPSession"];

/** A page in a context of its own. */
interface Seat {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly options: string;
  complaints: string[];
  isSpoilt: boolean;
}

/**
 * One browser for all tests of a file. What a test opened is left after it, as it works on: the next visit with the same
 * options gets the page of an earlier one, without anything that was stored, which costs half as much as a new one.
 */
export function useVisitors(): Visitors {
  let browser: Browser | undefined;
  const taken = new Set<Seat>();
  const free: Seat[] = [];
  let kept: ReadonlySet<Seat> = new Set();
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(() => (kept = new Set(taken)));
  afterEach(async () => {
    const opened = [...taken].filter((seat) => !kept.has(seat));
    await Promise.all(
      opened.map(async (seat) => {
        taken.delete(seat);
        if (seat.isSpoilt) return seat.page.context().close();
        await clear(seat);
        free.push(seat);
      }),
    );
  });
  afterAll(() => browser?.close());
  return {
    visit: async (path, person, options = {}, prepare) => {
      if (browser === undefined) throw new Error("the browser has not been started");
      const place = free.findIndex((each) => each.options === JSON.stringify(options));
      const seat = free.splice(place, place === -1 ? 0 : 1)[0] ?? (await open(browser, options));
      taken.add(seat);
      const { page, complaints } = seat;
      await prepare?.(page);
      await page.goto(HOSTING_URL + path);
      if (person !== undefined) await signIn(page, person);
      return { page, complaints };
    },
  };
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Seat> {
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
  const seat: Seat = {
    page,
    devtools: await context.newCDPSession(page),
    options: JSON.stringify(options),
    complaints: [],
    isSpoilt: options.serviceWorkers === "allow",
  };
  for (const target of [context, page, page.clock]) noteLasting(target, seat);
  page.on("console", (message) => {
    const isOwn = !message.text().includes("blocked by Playwright");
    if (isOwn && (message.type() === "error" || message.type() === "warning")) {
      seat.complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => seat.complaints.push(String(error)));
  return seat;
}

function noteLasting(target: object, seat: Seat): void {
  const methods = target as Record<string, (...parameters: unknown[]) => unknown>;
  for (const name of LASTING) {
    const method = methods[name];
    if (method === undefined) continue;
    methods[name] = (...parameters) => {
      seat.isSpoilt = true;
      return method.apply(target, parameters);
    };
  }
}

async function clear(seat: Seat): Promise<void> {
  const { page } = seat;
  const context = page.context();
  await Promise.all([
    page.unrouteAll({ behavior: "ignoreErrors" }),
    context.setOffline(false),
    ...context.pages().flatMap((other) => (other === page ? [] : [other.close()])),
  ]);
  await page.goto(NO_PAGE);
  await page.evaluate("sessionStorage.clear()");
  await seat.devtools.send("Storage.clearDataForOrigin", {
    origin: HOSTING_URL,
    storageTypes: "all",
  });
  await page.emulateMedia({ colorScheme: null });
  seat.complaints = [];
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
