/** `npm run build`: the functions' bundle and the embedded database. */

import { buildEmulator } from "./build-emulator.ts";
import { buildFunctions } from "./build-functions.ts";

export async function buildAll(): Promise<void> {
  await Promise.all([buildEmulator(), buildFunctions()]);
}

if (import.meta.main) await buildAll();
