/**
 * A real Chromium for the tests of the page. On Linux an npm package contains it, with its libraries and fonts; it is
 * unpacked once. On other systems the installed Chrome is used.
 */

import Packed, { inflate } from "@sparticuz/chromium";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { fromRoot } from "./project.ts";

/** What browser.ts launches. Both variables are absent when the installed Chrome is used. */
export interface ChromiumEnvironment {
  readonly CHROMIUM_PATH?: string;
  readonly CHROMIUM_LIBRARIES?: string;
}

/** CHROMIUM_PATH in the environment names another Chromium. */
export async function chromiumEnvironment(): Promise<ChromiumEnvironment> {
  const { CHROMIUM_PATH, TMPDIR } = process.env;
  if (CHROMIUM_PATH) return { CHROMIUM_PATH };
  if (process.platform !== "linux" || process.arch !== "x64") return {};
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const version = packageJson.devDependencies["@sparticuz/chromium"];
  const folder = fromRoot(".data", `chromium-${version}`);
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
