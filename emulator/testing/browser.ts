/** Launches the Chromium named in the environment (see chromium.mjs), else the installed Chrome. */

import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

/** Disables the browser's own network requests. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

export function launchBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const { CHROMIUM_PATH, CHROMIUM_LIBRARIES } = env;
  return chromium.launch({
    ...(CHROMIUM_PATH === undefined ? { channel: "chrome" } : { executablePath: CHROMIUM_PATH }),
    ...(CHROMIUM_LIBRARIES === undefined
      ? {}
      : { env: { ...process.env, LD_LIBRARY_PATH: CHROMIUM_LIBRARIES } }),
    // In containers Chromium runs as root, where its sandbox does not work. It opens only our own pages.
    chromiumSandbox: false,
    args: [...QUIET, "--disable-gpu"],
  });
}
