/** Finds another `npm start` by the ports that it has: its page names the process that stops it. */

/** Where the page learns of the emulators. */
export const EMULATORS_PATH = "/__/firebase/init.json";
/** The header that names the process. */
export const PROCESS_HEADER = "X-Stack-Process";

const ANSWER_MS = 1_000;

/** The process of the stack whose page is there; undefined where something else answers, or nothing. */
export async function processAt(host: string, port: number): Promise<number | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const { headers } = await fetch(`http://${host}:${port}${EMULATORS_PATH}`, { signal });
    const pid = Number(headers.get(PROCESS_HEADER));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function howToStop(pid: number): string {
  return `Stop it with Ctrl-C in its terminal, or with: kill ${pid}`;
}
