/** How many bytes a phone loads: the page, a long history, and the day of a card. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { createPushKeys, firstKeyAt } from "@greenhouse/domain/identity/push-key";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { HOSTING_URL } from "../../support/web/addresses";
import { historyOf, rollupsOf } from "../../support/web/rolled-up";
import { farmPath, untilRead, useVisitors } from "../../support/web/visit";

const KILOBYTE = 1000;
const ASSETS = join(ROOT, "web/dist/assets");

const database = databaseClient();
const { visit } = useVisitors();

/** Records when the charts appeared, in the page's own time. */
const NOTE_CHARTS = `
  new MutationObserver((_, observer) => {
    if (document.querySelector(".legend-name") === null) return;
    globalThis.chartsAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

/** The requests before that. The page loads the charts' tools, for example, later. */
const BEFORE_CHARTS = `performance.getEntries()
  .filter(({ entryType, startTime }) => /navigation|resource/.test(entryType) && startTime < chartsAt)
  .map(({ name }) => name)`;

test("has at most ten files of code", () => {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));
  const large = files.filter((name) => statSync(join(ASSETS, name)).size > KILOBYTE);
  expect(large.length).toBeGreaterThan(4);
  expect(large.length).toBeLessThanOrEqual(10);
});

test("loads less than 150 KB compressed up to the charts for a person who is signed in", async () => {
  const farm = await addPageFarm(database);
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer);
  await page.locator(".legend-name").first().waitFor();
  const sizeUpToCharts = await noteSizes(page);
  await page.reload();
  const size = await sizeUpToCharts();
  expect(size).toBeGreaterThan(50 * KILOBYTE);
  expect(size).toBeLessThan(150 * KILOBYTE);
});

test("loads less than 175 KB compressed up to the charts on a first visit with sign-in", async () => {
  const farm = await addPageFarm(database);
  let sizeUpToCharts: (() => Promise<number>) | undefined;
  const prepare = async (page: Page): Promise<unknown> => (sizeUpToCharts = await noteSizes(page));
  await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer, {}, prepare);
  const size = await sizeUpToCharts!();
  expect(size).toBeGreaterThan(50 * KILOBYTE);
  expect(size).toBeLessThan(175 * KILOBYTE);
});

/**
 * Call this before the page loads.
 * @returns waits for the charts, and resolves with the compressed size of the page's own files that it requested before
 * them
 */
async function noteSizes(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(NOTE_CHARTS);
  const responses = new Map<string, Response>();
  page.on("response", (response: Response) => responses.set(response.url(), response));
  return async () => {
    await page.locator(".legend-name").first().waitFor();
    const urls = await page.evaluate<string[]>(BEFORE_CHARTS);
    // The page requests the emulators' addresses only in demo projects.
    const own = urls.filter((url) => url.startsWith(HOSTING_URL) && !url.includes("useEmulator"));
    // An unknown size makes the sum NaN, which fails the comparison.
    const sizeOf = async (response: Response | undefined): Promise<number> =>
      response === undefined ? NaN : gzipSync(await response.body()).length;
    const all = await Promise.all(own.map((url) => sizeOf(responses.get(url))));
    return all.reduce((sum, size) => sum + size, 0);
  };
}

/** The number of entries a day, whatever the length of the history. */
const ENTRIES_A_DAY = 280;

describe("the amount that is read does not grow with the history", () => {
  interface Read {
    readonly day: number;
    readonly year: number;
  }
  const read: Record<number, Read> = {};

  test.each([30, 180])("of %i days", async (days) => {
    const farm = await addPageFarm(database);
    const stored = await addHistory(farm, days);
    const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer);
    // The reload closes a socket that is already open, so that it is not counted.
    await page.getByRole("heading", { name: "Tomatoes" }).waitFor();
    const received = countBytes(page);
    await page.reload();
    await untilRead(page);
    expect(await page.locator(".legend-name").count()).toBeGreaterThan(2);
    const day = received();

    const now = Date.now();
    const iso = (time: number): string => new Date(time).toISOString();
    const year = `?from=${iso(now - 365 * DAY_MS)}&to=${iso(now)}`;
    await page.goto(HOSTING_URL + farmPath(farm, "g", farm.tomatoes) + year);
    await untilRead(page);
    await page.getByText("Only some of the readings are shown").waitFor();
    read[days] = { day, year: received() - day };
    expect(read[days].day).toBeLessThan(80 * KILOBYTE);
    expect(read[days].year).toBeLessThan(500 * KILOBYTE);
    expect(stored).toBeGreaterThan(days * 40 * KILOBYTE);
  });

  test("reads the same for a day, and less than twice in total, with six times the history", () => {
    expect(read[180]!.day / read[30]!.day).toBeCloseTo(1, 1);
    expect(read[180]!.year / read[30]!.year).toBeLessThan(2);
  });

  /**
   * Adds entries for this number of days, and a container whose uid is a push key in their middle. Resolves with their
   * size in bytes.
   */
  async function addHistory({ tomatoes, air, id }: PageFarm, days: number): Promise<number> {
    const now = Date.now();
    const uid = createPushKeys(Math.random)(now - (days / 2) * DAY_MS);
    const entry = (at: number, place: number): object => ({
      uid: air.uid,
      sensorName: air.sensorName,
      updatedAt: at,
      temperature: 20 + (place % 100) / 10,
      humidity: 60,
    });
    const history: Record<string, unknown> = {};
    const own: Record<string, unknown> = {};
    for (let place = 0; place < days * ENTRIES_A_DAY; place += 1) {
      const at = Math.round(now - days * DAY_MS + (place * DAY_MS) / ENTRIES_A_DAY);
      const key = firstKeyAt(at);
      history[key] = entry(at, place);
      if (place % 4 === 0) own[key] = { sensorName: "Old", temperature: 15, updatedAt: at };
    }
    const whole = { ...history, [uid]: own };
    await database.patch({
      [`registeredSensors/${uid}`]: {
        sensorName: "Old",
        sensorType: "DHT22",
        farmId: id,
        greenhouse: tomatoes,
      },
      [`sensors/${tomatoes}/current/${uid}`]: {
        sensorName: "Old",
        sensorType: "DHT22",
        temperature: 15,
        updatedAt: now,
      },
      [`sensors/${tomatoes}/history`]: whole,
    });
    return JSON.stringify(whole).length;
  }
});

test("reads an exact year of twelve sensors with less than 150 kB", async () => {
  const own = await addPageFarm(database);
  const { tomatoes } = own;
  const now = Date.now();
  const until = Math.floor((now - 600_000) / HOUR_MS) * HOUR_MS;
  const from = Math.floor((now - 366 * DAY_MS) / DAY_MS) * DAY_MS;
  const uids = Array.from({ length: 12 }, (_, index) => `bench-${index}-${tomatoes}`);
  const times = Array.from({ length: 366 * 2 }, (_, place) => from + place * 12 * HOUR_MS);
  const sent = Object.fromEntries(
    uids.map((uid, index) => [
      uid,
      times.map((at) => ({
        at,
        values: {
          temperature:
            Math.round(200 + 90 * Math.sin(at / DAY_MS / 58 + index / 20) + (at % 37)) / 10,
          humidity: 50 + (at % 31),
          light: 9000 + (at % 999),
        },
      })),
    ]),
  );
  await database.patch({
    ...benchesOf(own, uids),
    [`sensors/${tomatoes}`]: {
      bySensor: Object.fromEntries(
        uids.map((uid) => [uid, { temperature: 20, humidity: 60, light: 9000 }]),
      ),
    },
    ...rollupsOf(tomatoes, sent, from, until, ["temperature", "humidity", "light"]),
  });
  const { page } = await visit(farmPath(own, "g", tomatoes), own.viewer);
  await untilRead(page);
  const received = countBytes(page);
  await page.reload();
  await untilRead(page);
  const before = received();
  await page.getByRole("button", { name: "Last 12 months" }).click();
  await page.locator('figure[aria-busy="false"][aria-label*="Last 12 months"]').nth(2).waitFor();
  const bytes = received() - before;
  expect(bytes).toBeGreaterThan(10 * KILOBYTE);
  expect(bytes).toBeLessThan(150 * KILOBYTE);
  expect(await page.getByText("may be missing").count()).toBe(0);
});

const WHOLE = /^Lowest of the last 24 hours$/;
const UNTIL = /^Lowest of the last 24 hours until [\w, ]*\d\d:00$/;
const UNTIL_AND_NOW = /^Lowest of the last 24 hours until [\w, ]*\d\d:00, and now$/;

test.each([
  { sensors: 12, others: 0, limits: [300], low: "7.0", title: WHOLE },
  { sensors: 6, others: 20, limits: [40], low: "7.0", title: WHOLE },
  { sensors: 7, others: 20, limits: [], low: "16.0", title: UNTIL_AND_NOW },
  { sensors: 7, others: 20, isSilent: true, limits: [], low: "16.0", title: UNTIL },
])(
  "reads at most $limits entries for $sensors sensors and $others other greenhouses; the low is $low, $title",
  async ({ sensors, others, isSilent = false, limits, low, title }) => {
    const farm = await addPageFarm(database);
    const { tomatoes } = farm;
    const now = Date.now();
    const until = Math.floor((now - 600_000) / HOUR_MS) * HOUR_MS;
    const uids = Array.from({ length: sensors }, (_, index) => `bench-${index}-${tomatoes}`);
    const before = [{ at: until - HOUR_MS, values: { temperature: 16 } }];
    const since = [{ at: now - 300_000, values: { temperature: 7 } }];
    await database.patch({
      ...benchesOf(farm, uids),
      ...Object.fromEntries(
        Array.from({ length: others }, (_, index) => [
          `greenhouses/${tomatoes}-${index}`,
          { name: "Zinnias", farmId: farm.id },
        ]),
      ),
      ...Object.fromEntries(
        uids.map((uid) => [
          `lastSeen/${farm.id}/${uid}/temperature`,
          isSilent ? now - HOUR_MS : now,
        ]),
      ),
      [`sensors/${tomatoes}`]: {
        bySensor: Object.fromEntries(uids.map((uid) => [uid, { temperature: 20 }])),
        history: historyOf({ [uids[0]!]: since }),
      },
      ...rollupsOf(
        tomatoes,
        Object.fromEntries(uids.map((uid) => [uid, before])),
        until - DAY_MS,
        until,
      ),
    });
    const sent: string[] = [];
    const prepare = (page: Page): Promise<unknown> => {
      page.on("websocket", (socket) => {
        socket.on("framesent", ({ payload }) => sent.push(String(payload)));
      });
      return Promise.resolve();
    };
    const { page } = await visit(farmPath(farm), farm.viewer, {}, prepare);
    const card = page.getByRole("article", { name: "Tomatoes" });
    await card.locator('.metrics[aria-busy="false"]').waitFor();
    const reads = sent.filter((frame) => frame.includes(`/sensors/${tomatoes}/history`));
    expect(reads.map((frame) => Number(/"l":(\d+)/.exec(frame)?.[1]))).toEqual(limits);
    const lowest = card.getByTitle(/^Lowest/);
    expect(await lowest.locator("b").textContent()).toBe(low);
    expect(await lowest.getAttribute("title")).toMatch(title);
  },
);

test.each([
  { late: 1, note: 0 },
  { late: 130, note: 1 },
])(
  "shows $late late readings as a card's low at once, or says that some are still missing",
  async ({ late, note }) => {
    const farm = await addPageFarm(database);
    const { tomatoes } = farm;
    const now = Date.now();
    const until = Math.floor((now - 600_000) / HOUR_MS) * HOUR_MS;
    const uid = `bench-0-${tomatoes}`;
    const before = [{ at: until - HOUR_MS, values: { temperature: 3.3 } }];
    await database.patch({
      ...benchesOf(farm, [uid]),
      [`lastSeen/${farm.id}/${uid}/temperature`]: now,
      [`sensors/${tomatoes}`]: { bySensor: { [uid]: { temperature: 20 } } },
      ...rollupsOf(tomatoes, { [uid]: before }, until - DAY_MS, until),
    });
    const { page } = await visit(farmPath(farm), farm.viewer);
    const card = page.getByRole("article", { name: "Tomatoes" });
    const low = card.getByTitle(/^Lowest/).locator("b");
    await low.getByText("3.3").waitFor();
    const hour = until - 5 * HOUR_MS;
    const readings = Array.from({ length: late }, (_, index) => ({
      at: hour + (index + 1) * 20_000,
      values: { temperature: -7.7 },
    }));
    const history = historyOf({ [uid]: readings }) as Record<string, object>;
    const mark = Object.keys(history)[0]!;
    await database.patch({
      ...Object.fromEntries(
        Object.entries(history).map(([key, entry]) => [
          `sensors/${tomatoes}/history/${key}`,
          entry,
        ]),
      ),
      [`rollupDue/${tomatoes}/${hour}/${mark}`]: true,
    });
    await low.getByText("7.7").waitFor();
    expect(await card.getByText("Late readings are still being added.").count()).toBe(note);

    // The hour was folded again: the rollup has the new low, and the mark is removed.
    const folded = { min: -7.7, max: -7.7, median: -7.7, n: 1 };
    await database.patch({
      [`greenhouseRollups/${tomatoes}/hour/temperature/${hour}`]: folded,
      [`rollupDue/${tomatoes}/${hour}`]: null,
    });
    await card.getByText("Late readings are still being added.").waitFor({ state: "detached" });
    await low.getByText("7.7").waitFor();
  },
);

/** Registers other sensors and removes the farm's own. */
function benchesOf(
  { id, tomatoes, air, soil }: PageFarm,
  uids: readonly string[],
): Readonly<Record<string, object | null>> {
  const registered = { sensorType: "SHT31", farmId: id, greenhouse: tomatoes };
  return {
    ...Object.fromEntries([air, soil].map(({ uid }) => [`registeredSensors/${uid}`, null])),
    ...Object.fromEntries(
      uids.map((uid, index) => [
        `registeredSensors/${uid}`,
        { ...registered, sensorName: `Bench ${index}` },
      ]),
    ),
  };
}

/** Counts the bytes that came over the page's sockets. */
function countBytes(page: Page): () => number {
  let bytes = 0;
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => (bytes += payload.length));
  });
  return () => bytes;
}
