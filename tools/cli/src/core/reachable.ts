/** Finds out quickly whether a target can be reached. The SDK itself would retry forever. */

import { unreachable } from "./failure";
import { DATA_VARIABLE } from "./running-stack";
import type { Target } from "./target";

const TIMEOUT_MS = 10_000;

/**
 * @param useCredentials gets a token, or rejects without credentials
 * @throws CommandError (unreachable)
 */
export async function requireReachable(
  target: Target,
  useCredentials: () => Promise<unknown>,
): Promise<void> {
  if (target.kind === "project") await requireCredentials(useCredentials);
  try {
    // Any answer shows that the database is reachable.
    await fetch(new URL("/.json?shallow=true", target.databaseUrl), {
      method: "HEAD",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw unreachable(
      `The database at ${target.databaseUrl} cannot be reached.`,
      target.kind === "emulators"
        ? `Start it with \`npm start\`, or name its data folder: ${DATA_VARIABLE}=<folder>. For a real project give --project <id>.`
        : "Check the network, --region and --database-url.",
      error,
    );
  }
}

async function requireCredentials(useCredentials: () => Promise<unknown>): Promise<void> {
  try {
    await withDeadline(useCredentials(), TIMEOUT_MS, () => new Error("No answer in time."));
  } catch (error) {
    throw unreachable(
      "No usable application-default credentials were found.",
      "Run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to a service account's key file.",
      error,
    );
  }
}

/** @param late creates the error that is thrown after `timeMs` */
export async function withDeadline<T>(
  work: Promise<T>,
  timeMs: number,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
