/** What the jobs need to know about an emulated database. */

import { createEnvironment } from "@greenhouse/database/client/environment";
import type { DatabaseAddress, Environment } from "@greenhouse/database/client/environment";

/** @param emulator `host:port` */
export function emulatedAddress(emulator: string, namespace: string): DatabaseAddress {
  return { url: `https://${namespace}.firebaseio.com`, emulator };
}

/** The machine's environment, without an account. */
export function emulatedEnvironment(): Environment {
  return createEnvironment(() => {
    throw new Error("An emulator needs no token.");
  });
}
