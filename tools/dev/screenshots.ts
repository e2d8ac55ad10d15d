/**
 * npm run screenshots takes the pictures of the README (docs/images/) from the
 * page of the running `npm start`, whose demo data should be fresh:
 *
 *   npm start -- --data /tmp/pictures
 *   GREENHOUSE_DATA=/tmp/pictures npm run screenshots
 */

import { findRunning } from "../cli/src/core/running-stack.ts";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { launchBrowser } from "rtdb-emulator/testing/browser.ts";
import { chromiumEnvironment } from "rtdb-emulator/testing/chromium.mjs";
import { FARM_ID } from "./demo/demo-farm.ts";
import { AS_OWNER, request } from "./demo/demo.ts";
import { runCommand } from "./processes/command.ts";
import { fromRoot, NAMESPACE } from "./stack/project.ts";
import { usualFolder } from "./processes/running.ts";
import { StackError } from "./processes/stack-error.ts";

const PICTURES = [
  {
    file: "farm-page.png",
    path: `/f/${FARM_ID}`,
    /** Matches once the day's history has been read. */
    ready: '.status:is(.warn, .bad)[aria-busy="false"]',
    options: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  },
  {
    file: "greenhouse-phone.png",
    path: `/f/${FARM_ID}/g/tomatoes`,
    ready: '.charts[aria-busy="false"]',
    options: { viewport: { width: 360, height: 1120 }, colorScheme: "dark" },
  },
] as const;

await runCommand(async () => {
  const stack = findRunning(usualFolder());
  if (stack === undefined) throw new StackError("No `npm start` is running.");
  await addWarnings(stack.databaseAddress);
  const browser = await launchBrowser({ ...process.env, ...(await chromiumEnvironment()) });
  for (const { file, path, ready, options } of PICTURES) {
    const context = await browser.newContext({ ...options, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(stack.pageUrl + path);
    await page.getByRole("button", { name: /owner/ }).click();
    await page.locator(".sparkline path, .legend-name").first().waitFor();
    await page.locator(ready).first().waitFor();
    await page.mouse.move(0, 0);
    await page.evaluate("scrollTo(0, 0)");
    await page.screenshot({ path: fromRoot("docs/images", file), animations: "disabled" });
    console.log(`Took docs/images/${file}`);
    await context.close();
  }
  await browser.close();
  return 0;
});

/** Adds two readings beyond their limits, because the demo farm itself has no problems. */
async function addWarnings(databaseAddress: string): Promise<void> {
  const pushKey = createPushKeys(Math.random);
  const entry = (greenhouse: string, uid: string, values: object): object => ({
    [`sensors/${greenhouse}/history/${pushKey(Date.now())}`]: {
      uid,
      ...values,
      updatedAt: Date.now(),
    },
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        `sensors/${greenhouse}/bySensor/${uid}/${name}`,
        value,
      ]),
    ),
  });
  const entries = {
    ...entry("tomatoes", "tomatoes-soil", { temperature: 18.4, battery: 14 }),
    ...entry("seedlings", "seedlings-air", { temperature: 28.6, humidity: 81 }),
  };
  const url = `http://${databaseAddress}/.json?ns=${NAMESPACE}`;
  await request(url, { method: "PATCH", headers: AS_OWNER, body: JSON.stringify(entries) });
}
