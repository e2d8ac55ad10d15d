/** Reads a greenhouse's history page by page, so that a year takes no more memory than a page. */

import {
  containersIn,
  historySources,
  parseHistoryEntry,
} from "@greenhouse/domain/history/history-sources";
import type { HistoryEntry, HistorySource } from "@greenhouse/domain/history/history-sources";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { keyRangeOf } from "@greenhouse/domain/identity/key-range";
import type { Period } from "@greenhouse/domain/identity/key-range";
import { timeOfKey } from "@greenhouse/domain/identity/push-key";
import type { Child, Database } from "../core/database";

export interface Entry extends HistoryEntry {
  readonly greenhouse: string;
  /** Its path in the database. */
  readonly path: string;
}

export interface Source extends HistorySource {
  readonly greenhouse: string;
}

const PAGE_SIZE = 500;

/** Returns all sources of a greenhouse that can have entries of the period. */
export async function findSources(
  database: Database,
  greenhouse: string,
  period: Period,
): Promise<readonly Source[]> {
  const containers = containersIn(await database.read(`sensors/${greenhouse}/current`));
  const sources = historySources(greenhouse, containers, keyRangeOf(period));
  return sources.map((source) => ({ greenhouse, ...source }));
}

/**
 * Yields the entries of a source that belong to the period, a page at a time; a page may be empty.
 * @param corrections of the farm; `NO_CORRECTIONS` where no value is used
 */
export async function* readPages(
  database: Database,
  source: Source,
  period: Period,
  corrections: Corrections,
  pageSize: number = PAGE_SIZE,
): AsyncGenerator<readonly Entry[]> {
  let { range } = source;
  for (;;) {
    const page = await database.readPage(source.path, range, pageSize);
    yield page
      .flatMap((child) => readEntry(source, child, corrections) ?? [])
      .filter(({ updatedAt }) => updatedAt >= period.fromMs && updatedAt < period.toMs);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    const { before } = range;
    range = { after: last[0], ...(before !== undefined && { before }) };
  }
}

/** Returns undefined for a child that is not an entry. */
export function readEntry(
  source: Source,
  [key, value]: Child,
  corrections: Corrections,
): Entry | undefined {
  const entry = parseHistoryEntry(source, value, corrections);
  if (entry === undefined) return undefined;
  return { ...entry, greenhouse: source.greenhouse, path: `${source.path}/${key}` };
}

/** Returns the share of the period before an entry, from 0 to 1. */
export function shareOf({ path }: Entry, { fromMs, toMs }: Period): number {
  const time = timeOfKey(path.slice(path.lastIndexOf("/") + 1)) ?? fromMs;
  return Math.min(1, Math.max(0, (time - fromMs) / (toMs - fromMs)));
}

/** Whether a greenhouse has any history up to now. */
export async function hasHistory(
  database: Database,
  greenhouse: string,
  nowMs: number,
): Promise<boolean> {
  for (const source of await findSources(database, greenhouse, { fromMs: 0, toMs: nowMs })) {
    const [first] = await database.readPage(source.path, source.range, 1);
    if (first !== undefined) return true;
  }
  return false;
}
