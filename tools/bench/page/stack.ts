/**
 * Starts the backend and a browser for measuring the page, with an account that may see the bench's
 * farm.
 */

import type { Browser } from "playwright-core";
import { launchBrowser } from "rtdb-emulator/testing/browser.ts";
import { chromiumEnvironment } from "rtdb-emulator/testing/chromium.mjs";
import { demoSecret } from "../../dev/demo/demo.ts";
import { writeJobsSecrets } from "../../dev/stack/jobs-secrets.ts";
import { freePorts, HOST } from "../../dev/processes/ports.ts";
import type { Ports } from "../../dev/processes/ports.ts";
import { fromRoot } from "../../dev/stack/project.ts";
import { startSuite } from "../../dev/stack/suite.ts";
import { addBenchPerson, FARM } from "./farm.ts";

export interface PageStack {
  readonly ports: Ports;
  readonly browser: Browser;
  /** The farm's page. */
  readonly url: string;
  /** The secret of the key-in-body variant. */
  readonly secret: string;
}

/** Stops everything after the work, even if it fails. */
export async function withPageStack<T>(work: (stack: PageStack) => Promise<T>): Promise<T> {
  const secret = demoSecret();
  await writeJobsSecrets();
  const ports = await freePorts();
  const log = fromRoot(".data/bench-firebase.log");
  const suite = await startSuite({ ports, logFile: log, hasSchedules: false });
  try {
    await addBenchPerson(ports);
    const browser = await launchBrowser({ ...process.env, ...(await chromiumEnvironment()) });
    try {
      return await work({
        ports,
        browser,
        url: `http://${HOST}:${ports.hosting}/f/${FARM}`,
        secret,
      });
    } finally {
      await browser.close();
    }
  } finally {
    await suite.stop();
  }
}
