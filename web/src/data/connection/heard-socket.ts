/** A socket that records when the server last sent data, even a part of a long answer. */

let heardAt = -Infinity;

export class HeardSocket extends WebSocket {
  constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
    super(...parameters);
    this.addEventListener("message", () => (heardAt = Date.now()));
  }
}

/** Returns Unix milliseconds of this device's clock; -Infinity before the first data. */
export function lastHeardAt(): number {
  return heardAt;
}

/** The connection counts as idle after this time without data, in milliseconds. */
const IDLE_AFTER_MS = 1000;

/**
 * Resolves when no more data arrives.
 * @param afterMs the minimum time in milliseconds. The maximum is three times as long
 */
export async function whenIdle(afterMs: number): Promise<void> {
  const latest = Date.now() + 3 * afterMs;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  await wait(afterMs);
  while (Date.now() - heardAt < IDLE_AFTER_MS && Date.now() < latest) await wait(IDLE_AFTER_MS / 2);
}
