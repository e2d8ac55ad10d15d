/** Free ports. */

import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port for a process that is started next. It is outside the range of ephemeral ports (from 32768 on, or 49152),
 * because the system could assign one of those to a connection before the process listens.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No port is free between 10000 and 32000.");
}

/** @param host the address on which it must be free; by default on all */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => void server.close(() => resolve(true)));
  });
}
