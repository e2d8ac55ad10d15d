/**
 * `npm run screenshots`: takes the pictures of the README (docs/images/) from the built page, with fresh demo data on
 * emulators of its own.
 */

import { mkdirSync } from "node:fs";
import type { BrowserContextOptions } from "playwright-core";
import { createPushIds } from "../emulator/src/tree/push-id.ts";
import { buildAll } from "./build.ts";
import { launchBrowser } from "./stack/browser.ts";
import { chromiumEnvironment } from "./stack/chromium.ts";
import { startDatabase } from "./stack/database.ts";
import { FARM_ID } from "./stack/demo-data.ts";
import { addPeople, demoSecret, loadDemoData } from "./stack/demo.ts";
import { startFirebase } from "./stack/firebase.ts";
import { freePorts, HOST } from "./stack/ports.ts";
import { runCommand } from "./stack/command.ts";
import { fromRoot, NAMESPACE } from "./stack/project.ts";

interface Picture {
  readonly file: string;
  readonly path: string;
  /** What is there once the day's history is read. */
  readonly ready: string;
  readonly options: BrowserContextOptions;
}

const PICTURES: readonly Picture[] = [
  {
    file: "farm-page.png",
    path: `/f/${FARM_ID}`,
    ready: '.status.warn[aria-busy="false"]',
    options: { viewport: { width: 1280, height: 600 }, colorScheme: "light" },
  },
  {
    file: "greenhouse-phone.png",
    path: `/f/${FARM_ID}/g/tomatoes`,
    ready: '.charts[aria-busy="false"]',
    options: { viewport: { width: 360, height: 1120 }, colorScheme: "dark" },
  },
];

await runCommand(async () => {
  await buildAll();
  demoSecret();
  const folder = fromRoot("docs/images");
  mkdirSync(folder, { recursive: true });
  const database = await startDatabase({ port: 0 });
  try {
    await loadDemoData(database.address, Date.now());
    await addAttention(database.address);
    const ports = await freePorts();
    const logFile = fromRoot(".data/screenshots-firebase.log");
    const firebase = await startFirebase({ ports, databaseAddress: database.address, logFile });
    try {
      await addPeople(ports);
      await takePictures(`http://${HOST}:${ports.hosting}`, folder);
    } finally {
      await firebase.stop();
    }
  } finally {
    await database.process.stop();
  }
  return 0;
});

/** The demo farm is in order; these two readings are not. */
async function addAttention(databaseAddress: string): Promise<void> {
  const pushId = createPushIds(Math.random);
  const entry = (greenhouse: string, uid: string, values: object): [string, object] => [
    `sensors/${greenhouse}/history/${pushId(Date.now())}`,
    { uid, ...values, updatedAt: Date.now() },
  ];
  const body = JSON.stringify(
    Object.fromEntries([
      entry("tomatoes", "tomatoes-soil", { temperature: 18.4, battery: 14 }),
      entry("seedlings", "seedlings-air", { temperature: 28.6, humidity: 81 }),
    ]),
  );
  const url = `http://${databaseAddress}/.json?ns=${NAMESPACE}`;
  const headers = { Authorization: "Bearer owner" };
  const response = await fetch(url, { method: "PATCH", headers, body });
  if (!response.ok) throw new Error(`the database answered ${response.status}`);
}

async function takePictures(origin: string, folder: string): Promise<void> {
  const browser = await launchBrowser({ ...process.env, ...(await chromiumEnvironment()) });
  try {
    for (const { file, path, ready, options } of PICTURES) {
      const context = await browser.newContext({ ...options, locale: "en-GB" });
      const page = await context.newPage();
      await page.goto(origin + path);
      await page.getByRole("button", { name: /owner/ }).click();
      await page.locator(".sparkline path, .legend-name").first().waitFor();
      await page.locator(ready).first().waitFor();
      await page.mouse.move(0, 0);
      await page.screenshot({ path: `${folder}/${file}`, animations: "disabled" });
      console.log(`Took docs/images/${file}`);
      await context.close();
    }
  } finally {
    await browser.close();
  }
}
