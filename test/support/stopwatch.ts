/**
 * Measures how long others take on a machine that may be busy. Time in which this process itself
 * did not run is not counted: it could see nothing then, and others were slow for the same reason.
 */

/**
 * Interval of the turns, in milliseconds. A gap between two turns counts as at most two intervals.
 */
const TURN_MS = 50;

/** @param act gets a function that restarts the measurement */
export async function timed<T>(
  act: (restart: () => void) => Promise<T>,
): Promise<{ readonly result: T; readonly elapsedMs: number }> {
  let elapsedMs = 0;
  let lastMs = performance.now();
  const takeTurn = (): void => {
    const nowMs = performance.now();
    elapsedMs += Math.min(nowMs - lastMs, 2 * TURN_MS);
    lastMs = nowMs;
  };
  const turns = setInterval(takeTurn, TURN_MS);
  try {
    const result = await act(() => {
      lastMs = performance.now();
      elapsedMs = 0;
    });
    takeTurn();
    return { result, elapsedMs };
  } finally {
    clearInterval(turns);
  }
}
