/** What the page costs a phone: its first load, and a history of a year. */

import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { createPushKeys } from "../../../functions/src/database/push-key";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { HOSTING_URL } from "../../support/web/addresses";
import { farmPath, useVisitors } from "../../support/web/visit";

jest.setTimeout(120_000);

const KILOBYTE = 1000;
const DAY = 24 * 3_600_000;

const database = databaseClient();
const { visit } = useVisitors();

test("everything up to the charts stays below 150 KB compressed", async () => {
  const farm = await addPageFarm(database);
  const { page } = await visit("/");
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!response.url().startsWith(HOSTING_URL)) return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(HOSTING_URL + farmPath(farm, "g", farm.tomatoes));
  await page.getByLabel("E-mail address").fill(farm.viewer.email);
  await page.getByLabel("Password", { exact: true }).fill(farm.viewer.password);
  await page.keyboard.press("Enter");
  await page.locator(".legend-name").first().waitFor();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50 * KILOBYTE);
  expect(total).toBeLessThan(150 * KILOBYTE);
});

describe("with a history of a year", () => {
  const ENTRIES = 100_000;
  let farm: PageFarm;
  let uidWithin: string;
  beforeAll(async () => {
    farm = await addPageFarm(database);
    uidWithin = await addYear(farm);
  });

  test("a day reads a day, a year a sample of it, and no container comes whole", async () => {
    const { page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer);
    const received = countBytes(page);
    await page.reload();
    await page.locator(".legend-name").nth(2).waitFor();
    await page.getByText("Reading the history").waitFor({ state: "detached" });
    expect(received()).toBeLessThan(400 * KILOBYTE);

    const now = Date.now();
    const iso = (time: number): string => new Date(time).toISOString();
    const year = `?from=${iso(now - 365 * DAY)}&to=${iso(now)}`;
    await page.goto(HOSTING_URL + farmPath(farm, "g", farm.tomatoes) + year);
    await page.getByText("an even sample of them is drawn").waitFor();
    expect(received()).toBeLessThan(6000 * KILOBYTE);
    const stored = JSON.stringify(await database.get(`sensors/${farm.tomatoes}/history`)).length;
    expect(stored).toBeGreaterThan(15_000 * KILOBYTE);
    expect(uidWithin).toHaveLength(20);
  });

  /** Entries of the year, and a container whose uid is a push key of half a year ago. */
  async function addYear({ tomatoes, air, id }: PageFarm): Promise<string> {
    const newKey = createPushKeys(Math.random);
    const now = Date.now();
    const step = (365 * DAY) / ENTRIES;
    const uid = newKey(now - 180 * DAY);
    const entry = (at: number, place: number): object => ({
      ...{ uid: air.uid, sensorName: air.sensorName, updatedAt: at },
      ...{ temperature: 20 + (place % 100) / 10, humidity: 60 },
    });
    const history: Record<string, unknown> = {};
    const own: Record<string, unknown> = {};
    for (let place = 0; place < ENTRIES; place += 1) {
      const at = Math.round(now - 365 * DAY + place * step);
      history[newKey(at)] = entry(at, place);
      if (place % 4 === 0) own[newKey(at)] = { sensorName: "Old", temperature: 15, updatedAt: at };
    }
    await database.patch({
      [`registeredSensors/${uid}`]: {
        ...{ sensorName: "Old", sensorType: "DHT22", farmId: id, greenhouse: tomatoes },
      },
      [`sensors/${tomatoes}/current/${uid}`]: {
        ...{ sensorName: "Old", sensorType: "DHT22", temperature: 15, updatedAt: now },
      },
      [`sensors/${tomatoes}/history`]: { ...history, [uid]: own },
    });
    return uid;
  }
});

/** The bytes that came over the page's sockets so far. */
function countBytes(page: Page): () => number {
  let bytes = 0;
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => (bytes += payload.length));
  });
  return () => bytes;
}
