/**
 * A real Chromium for the tests of the page. On Linux it comes with the packages, libraries and fonts included, and is
 * unpacked once; elsewhere the installed Chrome is used.
 */

import Packed, { inflate } from "@sparticuz/chromium";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fromRoot } from "./project.ts";

/** What test/support and the scripts launch; both variables are absent where the installed Chrome is to be used. */
export interface ChromiumEnvironment {
  readonly CHROMIUM_PATH?: string;
  readonly CHROMIUM_LIBRARIES?: string;
}

/** CHROMIUM_PATH in the environment names another Chromium. */
export async function chromiumEnvironment(): Promise<ChromiumEnvironment> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { CHROMIUM_PATH };
  if (process.platform !== "linux" || process.arch !== "x64") return {};
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const packed = path.join(path.dirname(entry), "..");
  const { version } = JSON.parse(readFileSync(path.join(packed, "package.json"), "utf8")) as {
    version: string;
  };
  const folder = fromRoot(".data", `chromium-${version}`);
  mkdirSync(folder, { recursive: true });
  return await insteadOfTemporaryFolder(folder, async () => {
    await inflate(path.join(packed, "bin/al2023.tar.br"));
    return {
      CHROMIUM_PATH: await Packed.executablePath(),
      CHROMIUM_LIBRARIES: path.join(folder, "al2023/lib"),
    };
  });
}

/** The package unpacks into the system's temporary folder, where another version may lie already. */
async function insteadOfTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = folder;
  try {
    return await work();
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
}
