/** Finds another running `npm start` by its port: its page serves the id of the process to stop. */

/** The page loads its project's settings from here. */
export const INIT_PATH = "/__/firebase/init.json";
export const PROCESS_HEADER = "X-Stack-Process";

const ANSWER_MS = 1_000;

/** Returns the process id of the stack that serves this port; undefined if no stack does. */
export async function processAt(host: string, port: number): Promise<number | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const { headers } = await fetch(`http://${host}:${port}${INIT_PATH}`, { signal });
    const pid = Number(headers.get(PROCESS_HEADER));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function howToStop(pid: number): string {
  return `Stop it with Ctrl-C in its terminal, or with: kill ${pid}`;
}
