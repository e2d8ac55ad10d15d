/**
 * A real Chromium for the tests of the pages. On Linux it comes from an npm package with libraries and fonts, and is
 * unpacked once. On other systems the tests use the installed Chrome.
 */

import Packed, { inflate } from "@sparticuz/chromium";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";

const require = createRequire(import.meta.url);
/** @type {{ devDependencies: Readonly<Record<string, string>> }} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- npm's own format
const { devDependencies } = require("../package.json");

/**
 * The Chromium that browser.ts launches. Without both variables it launches the installed Chrome.
 * @typedef {{ readonly CHROMIUM_PATH?: string, readonly CHROMIUM_LIBRARIES?: string }} ChromiumEnvironment
 */

/**
 * Unpacks Chromium. CHROMIUM_PATH in the environment names another Chromium.
 * @returns {Promise<ChromiumEnvironment>}
 */
export async function chromiumEnvironment() {
  const { CHROMIUM_PATH, TMPDIR } = process.env;
  if (CHROMIUM_PATH) return { CHROMIUM_PATH };
  if (process.platform !== "linux" || process.arch !== "x64") return {};
  const entry = require.resolve("@sparticuz/chromium");
  const version = devDependencies["@sparticuz/chromium"];
  const folder = path.join(import.meta.dirname, "../.data", `chromium-${version}`);
  mkdirSync(folder, { recursive: true });
  // The package unpacks into the temporary folder, where another version may be.
  process.env["TMPDIR"] = folder;
  try {
    await inflate(path.join(path.dirname(entry), "../bin/al2023.tar.br"));
    return {
      CHROMIUM_PATH: await Packed.executablePath(),
      CHROMIUM_LIBRARIES: path.join(folder, "al2023/lib"),
    };
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
}
