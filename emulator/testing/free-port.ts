/** Finds free ports. */

import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Returns a port for a process that starts next. The port is below the ephemeral ports (from 32768 or 49152 on): the
 * system could assign an ephemeral port to a connection before the process listens.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No port is free between 10000 and 32000.");
}

/** Returns whether a port is free. @param host an address; by default all addresses */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => void server.close(() => resolve(true)));
  });
}
