/**
 * A real Chromium for the tests of the pages. On Linux an npm package contains it, with its libraries and fonts; it is
 * unpacked once. On other systems the installed Chrome is used.
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
 * What browser.ts launches. Both variables are absent when the installed Chrome is used.
 * @typedef {{ readonly CHROMIUM_PATH?: string, readonly CHROMIUM_LIBRARIES?: string }} ChromiumEnvironment
 */

/**
 * CHROMIUM_PATH in the environment names another Chromium.
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
  // The package unpacks into the temporary folder, which may hold another version.
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
