/**
 * npm run build builds the functions, the jobs, the embedded database, the command
 * line and the farm page.
 */

import { buildCli } from "./build-cli.ts";
import { buildEmulator } from "../../emulator/scripts/build.mjs";
import { bundle } from "./bundle.ts";
import { buildWeb } from "./build-web.ts";

export async function buildAll(): Promise<void> {
  await Promise.all([buildEmulator(), bundle("functions"), bundle("jobs"), buildCli(), buildWeb()]);
}

if (import.meta.main) await buildAll();
