/** Reads alerts and a farm's settings of alerts. */

import { parseUndelivered } from "@greenhouse/domain/alerts/people-records";
import { parseLoggedAlerts, parseOpenAlerts } from "@greenhouse/domain/alerts/records";
import { worstFirst } from "@greenhouse/domain/alerts/findings";
import { parseAlertService } from "@greenhouse/domain/alerts/service";
import type { Undelivered } from "@greenhouse/domain/alerts/people-records";
import type { Listed } from "@greenhouse/domain/alerts/records";
import type { AlertService } from "@greenhouse/domain/alerts/service";
import type { AlertSettings } from "@greenhouse/domain/alerts/settings";
import type { LoggedAlert, OpenAlert } from "@greenhouse/domain/alerts/model";
import { parseAlertSettings } from "@greenhouse/domain/identity/farm-records";
import { pagesOf } from "@greenhouse/database/client/pages";
import type { Database } from "../core/database";
import type { Target } from "../core/target";

/** Returns undefined if the farm has no settings: then it is not watched. */
export async function readSettings(
  database: Database,
  farmId: string,
): Promise<AlertSettings | undefined> {
  return parseAlertSettings(await database.read(`alertSettings/${farmId}`));
}

/** Returns what the jobs of a database offer; undefined if they have never run there. */
export async function readService(database: Database): Promise<AlertService | undefined> {
  return parseAlertService(await database.read("alertService"));
}

/** Says what to do if the jobs do not run. */
export function startingJobs(kind: Target["kind"]): string {
  return kind === "emulators"
    ? "`npm start` runs them on this machine."
    : "Deploy them: `npx firebase deploy --only functions:jobs`. Their log shows what they do.";
}

/** Returns open alerts, the worst first, as on the page. */
export async function readOpen(
  database: Database,
  farmId: string,
): Promise<readonly Listed<OpenAlert>[]> {
  const open: Listed<OpenAlert>[] = [];
  for await (const page of pagesOf(database, `alerts/${farmId}/open`)) {
    open.push(...parseOpenAlerts(Object.fromEntries(page)));
  }
  return open.sort(worstFirst);
}

/** Returns the newest past alerts, the newest first. */
export async function readLog(
  database: Database,
  farmId: string,
  limit: number,
): Promise<readonly Listed<LoggedAlert>[]> {
  const page = await database.readLastPage(`alerts/${farmId}/log`, {}, limit);
  return parseLoggedAlerts(Object.fromEntries(page));
}

/** Returns the people and the webhook that messages do not reach. */
export async function readUnreached(
  database: Database,
  farmId: string,
): Promise<readonly Undelivered[]> {
  return parseUndelivered(await database.read(`alerts/${farmId}/undelivered`));
}
