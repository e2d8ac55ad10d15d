/**
 * Checks whether the scheduled jobs run: the check of the farms each minute, and the rollups every
 * quarter of an hour.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_CHECK_AGE_MS } from "@greenhouse/domain/alerts/job-runs";
import type { AlertService } from "@greenhouse/domain/alerts/service";
import { parseAlertSettings } from "@greenhouse/domain/identity/farm-records";
import { pagesOf } from "@greenhouse/database/client/pages";
import { readService, startingJobs } from "../alerts/stored-alerts";
import type { Database } from "../core/database";
import type { Target } from "../core/target";
import { count, named } from "../core/text";
import { formatMinute } from "../core/time";
import { bad, ok, skip, warn } from "./check";
import type { DoctorResult } from "./check";

export const WATCHING = "watchFarms";
export const FOLDING = "foldReadings";

/** Three runs. */
const LATE_FOLD_MS = 45 * MINUTE_MS;

export interface WatchedFarm {
  readonly farmId: string;
  readonly hasWebhook: boolean;
}

/** Input of the checks of the jobs. */
export interface Jobs {
  readonly kind: Target["kind"];
  /** Undefined if the jobs have never run on this database. */
  readonly service: AlertService | undefined;
  /** The farms that have alerts on. */
  readonly watched: readonly WatchedFarm[];
  /** By the database's clock, in Unix milliseconds. */
  readonly nowMs: number;
}

export async function readJobs(database: Database, kind: Jobs["kind"], now: number): Promise<Jobs> {
  const watched: WatchedFarm[] = [];
  for await (const page of pagesOf(database, "alertSettings")) {
    for (const [farmId, stored] of page) {
      const settings = parseAlertSettings(stored);
      if (settings === undefined) continue;
      watched.push({ farmId, hasWebhook: settings.webhook !== undefined });
    }
  }
  const service = await readService(database);
  return { kind, service, watched, nowMs: now + (await database.clockOffset()) };
}

export function checkWatching({ kind, service, watched, nowMs }: Jobs): DoctorResult {
  // On the emulators the jobs run only while `npm start` does.
  const severity = kind === "project" && watched.length > 0 ? bad : warn;
  const isMissed =
    watched.length === 0
      ? "No farm has alerts on."
      : `Nobody is notified of problems at ${named(watched.map(({ farmId }) => farmId))}.`;
  if (service === undefined) {
    const never = "It has never run for this database.";
    if (watched.length === 0) return skip(WATCHING, `${never} ${isMissed}`);
    return severity(WATCHING, `${never} ${isMissed}`, startingJobs(kind));
  }
  const age = nowMs - service.lookedAt;
  if (age > MAX_CHECK_AGE_MS) {
    const since = `It has not run since ${formatMinute(service.lookedAt)}.`;
    return severity(WATCHING, `${since} ${isMissed}`, remedyOf(kind, WATCHING));
  }
  const seconds = Math.max(0, Math.round(age / 1000));
  const farms = count(watched.length, "farm");
  return ok(WATCHING, `Ran ${seconds} s ago for ${farms}.`);
}

export function checkFolding({ kind, service, nowMs }: Jobs): DoctorResult {
  if (service === undefined) return skip(FOLDING, "It has never run for this database.");
  const { foldedAt } = service;
  if (foldedAt === undefined) {
    const detail = "It has not run yet, or this version does not record its runs.";
    // `npm start` begins without a run, and the first run is a quarter of an hour away.
    return kind === "project"
      ? warn(FOLDING, detail, remedyOf(kind, FOLDING))
      : skip(FOLDING, detail, "It runs every quarter of an hour while `npm start` runs.");
  }
  const age = nowMs - foldedAt;
  if (age <= LATE_FOLD_MS) {
    return ok(FOLDING, `Ran ${Math.max(0, Math.round(age / MINUTE_MS))} min ago.`);
  }
  return warn(
    FOLDING,
    `It has not run since ${formatMinute(foldedAt)}: long charts and today's extremes load more slowly.`,
    remedyOf(kind, FOLDING),
  );
}

function remedyOf(kind: Jobs["kind"], job: string): string {
  return kind === "project"
    ? `${startingJobs(kind)} The log: npx firebase functions:log --only ${job}`
    : startingJobs(kind);
}
