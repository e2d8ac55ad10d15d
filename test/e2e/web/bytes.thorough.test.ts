/** How many bytes a phone loads: the page, a long history, and the day of a card. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { farmJson } from "../../support/cli/farm-command";
import { addPageFarm, addPeople, historyOf } from "../../support/web/farm";
import type { PageFarm, People, SentReading } from "../../support/web/farm";
import { HOSTING_URL } from "../../support/web/addresses";
import { farmPath, untilRead, useVisitors } from "../../support/web/visit";

const KILOBYTE = 1000;

const database = databaseClient();
const { visit } = useVisitors();
let people: People;
beforeAll(async () => {
  people = await addPeople();
});

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

test("loads less than 178 KB compressed up to the charts on a first visit, and less than 155 KB later", async () => {
  const farm = await addPageFarm(database, {}, people);
  const path = farmPath(farm, "g", farm.tomatoes);
  const { page } = await visit(path, farm.viewer, {}, (fresh) => fresh.addInitScript(NOTE_CHARTS));
  const first = await sizeUpToCharts(page);
  expect(first).toBeGreaterThan(50 * KILOBYTE);
  expect(first).toBeLessThan(178 * KILOBYTE);
  await page.reload();
  const later = await sizeUpToCharts(page);
  expect(later).toBeGreaterThan(50 * KILOBYTE);
  expect(later).toBeLessThan(155 * KILOBYTE);
});

/** Waits for the charts. Resolves with the compressed size of the page's own files that it requested before them. */
async function sizeUpToCharts(page: Page): Promise<number> {
  await page.locator(".legend-name").first().waitFor();
  const urls = await page.evaluate<string[]>(BEFORE_CHARTS);
  // The page requests the emulators' addresses only in demo projects.
  const own = urls.filter((url) => url.startsWith(HOSTING_URL) && !url.includes("useEmulator"));
  const sizeOf = async (url: string): Promise<number> =>
    gzipSync(await (await fetch(url)).arrayBuffer()).length;
  return (await Promise.all(own.map(sizeOf))).reduce((sum, size) => sum + size, 0);
}

/** Adds a farm with so many sensors that their charts are drawn from rollups, and rolls their history up. */
async function addBenches(
  readingsOf: (index: number) => readonly SentReading[],
): Promise<PageFarm> {
  const farm = await addPageFarm(database, {}, people);
  const { id, tomatoes, air, soil } = farm;
  const uids = Array.from({ length: 12 }, (_, index) => `bench-${index}-${tomatoes}`);
  const now = Date.now();
  const registered = { sensorName: "Bench", sensorType: "SHT31", farmId: id, greenhouse: tomatoes };
  await database.patch({
    ...Object.fromEntries([air, soil].map(({ uid }) => [`registeredSensors/${uid}`, null])),
    ...Object.fromEntries(uids.map((uid) => [`registeredSensors/${uid}`, registered])),
    ...Object.fromEntries(uids.map((uid) => [`lastSeen/${id}/${uid}`, { temperature: now }])),
    [`sensors/${tomatoes}`]: {
      bySensor: Object.fromEntries(uids.map((uid) => [uid, { temperature: 20 }])),
      history: historyOf(Object.fromEntries(uids.map((uid, index) => [uid, readingsOf(index)]))),
    },
  });
  await farmJson(["history", "rollup", tomatoes]);
  return farm;
}

test("reads a day of a long history with less than 80 kB, and an exact year of a quantity with less than 50 kB", async () => {
  const now = Date.now();
  // 280 readings a day for ten days.
  const often = Array.from({ length: 10 * 280 }, (_, place) => ({
    at: Math.round(now - (place * DAY_MS) / 280),
    values: { temperature: 20 + (place % 100) / 10 },
  }));
  const seldom = Array.from({ length: 366 }, (_, place) => ({
    at: now - place * DAY_MS,
    values: { temperature: (place % 291) / 10 },
  }));
  // The rollups of four sensors alone would exceed the year's limit.
  const monthly = seldom.filter((_, place) => place % 30 === 0);
  const farm = await addBenches((index) => (index === 0 ? often : index < 5 ? seldom : monthly));
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer);
  await untilRead(page);
  const received = countBytes(page);
  await page.reload();
  await untilRead(page);
  const before = received();
  expect(before).toBeLessThan(80 * KILOBYTE);
  await page.getByRole("button", { name: "Last 12 months" }).click();
  await page.locator('figure[aria-busy="false"][aria-label*="Last 12 months"]').waitFor();
  const bytes = received() - before;
  expect(bytes).toBeGreaterThan(4 * KILOBYTE);
  expect(bytes).toBeLessThan(50 * KILOBYTE);
});

/** Counts the bytes that came over the page's sockets. */
function countBytes(page: Page): () => number {
  let bytes = 0;
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => (bytes += payload.length));
  });
  return () => bytes;
}

describe("with twelve sensors", () => {
  let farm: PageFarm;
  beforeAll(async () => {
    const now = Date.now();
    const folded = { at: now - 3 * HOUR_MS, values: { temperature: 16 } };
    const newer = { at: now - 5 * MINUTE_MS, values: { temperature: 7 } };
    farm = await addBenches((index) => (index === 0 ? [folded, newer] : [folded]));
  });

  test("reads the charts of the greenhouse on the screen before the other greenhouses and tools at a first visit", async () => {
    const { tomatoes } = farm;
    const rollups = `/greenhouseRollups/${tomatoes}/fiveMinutes/temperature`;
    const other = `/sensors/${farm.herbs}/current`;
    const events: string[] = [];
    const isOtherRequested = Promise.withResolvers<undefined>();
    await visit(farmPath(farm, "g", tomatoes), farm.viewer, {}, (fresh) =>
      Promise.resolve(
        fresh
          .on("websocket", (socket) => {
            let answer: string | undefined;
            socket.on("framesent", ({ payload }) => {
              const [, path] = /"p":"([^"]+)"/.exec(String(payload)) ?? [];
              const [, number] = /"r":(\d+)/.exec(String(payload)) ?? [];
              if (path === rollups) answer = `{"t":"d","d":{"r":${number},`;
              if (path !== undefined) events.push(path);
              if (path === other) isOtherRequested.resolve(undefined);
            });
            socket.on("framereceived", ({ payload }) => {
              if (answer !== undefined && String(payload).startsWith(answer))
                events.push("rollups");
            });
          })
          .on("request", (request) => {
            if (/\/assets\/tools-.*\.js$/.test(request.url())) events.push("tools");
          }),
      ),
    );
    await isOtherRequested.promise;
    const before = events.slice(0, events.indexOf("rollups"));
    // The readings from now on, and the readings before them.
    const history = `/sensors/${tomatoes}/history`;
    expect(before.filter((path) => path === history).length).toBeGreaterThan(1);
    expect(before).toContain(rollups);
    expect(before).not.toContain(other);
    expect(before).not.toContain("tools");
  });

  test("reads only the readings since the last rollup for a card", async () => {
    const limits: number[] = [];
    const { page } = await visit(farmPath(farm), farm.viewer, {}, (fresh) =>
      Promise.resolve(
        fresh.on("websocket", (socket) => {
          socket.on("framesent", ({ payload }) => {
            const frame = String(payload);
            if (!frame.includes(`/sensors/${farm.tomatoes}/history`)) return;
            limits.push(Number(/"l":(\d+)/.exec(frame)?.[1]));
          });
        }),
      ),
    );
    const card = page.getByRole("article", { name: "Tomatoes" });
    await card.locator('.metrics[aria-busy="false"]').waitFor();
    expect(limits).toEqual([300]);
    const lowest = card.getByTitle(/^Lowest/).locator("b");
    expect(await lowest.textContent()).toBe("7.0");
  });
});
