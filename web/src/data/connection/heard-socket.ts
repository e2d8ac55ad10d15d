/** A socket that notes when the server last sent anything, even a part of a long answer. */

let heardAt = -Infinity;

export class HeardSocket extends WebSocket {
  constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
    super(...parameters);
    this.addEventListener("message", () => (heardAt = Date.now()));
  }
}

/** In Unix milliseconds of this device's clock; -Infinity before the first time. */
export function lastHeardAt(): number {
  return heardAt;
}

/** How long nothing must arrive, in milliseconds. */
const CALM_FOR = 1000;

/** Resolves after this time, in milliseconds, when nothing arrives any more; after thrice the time in any case. */
export async function untilCalm(afterMs: number): Promise<void> {
  const latest = Date.now() + 3 * afterMs;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  await wait(afterMs);
  while (Date.now() - heardAt < CALM_FOR && Date.now() < latest) await wait(CALM_FOR / 2);
}
