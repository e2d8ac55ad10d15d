/** Reads a whole range of the history for a file. */

import { DAY_MS } from "@greenhouse/domain/time";
import { historySources } from "@greenhouse/domain/history/history-sources";
import { keyRangeOf } from "@greenhouse/domain/identity/key-range";
import type { ReadEntry, Reading } from "../../model/values/reading";
import { after, readEntries } from "./history-source";
import type { Source } from "./history-source";
import { sdkLoaded, sdkOf } from "../connection/sdk";

const PAGE = 2000;

export interface ExportedPart {
  /** In chronological order. */
  readonly readings: readonly Reading[];
  /** The finished share of the range, from 0 to 1. */
  readonly share: number;
}

/** Reads the range in chronological order, one day at a time. */
export async function* exportRange(
  greenhouseId: string,
  containers: readonly string[],
  from: number,
  to: number,
  read: ReadEntry,
): AsyncGenerator<ExportedPart> {
  await sdkLoaded;
  for (let start = from; start < to; start += DAY_MS) {
    const end = Math.min(start + DAY_MS, to);
    const range = keyRangeOf({ fromMs: start, toMs: end });
    const sources = historySources(greenhouseId, containers, range);
    const rows = await Promise.all(sources.map((source) => readAll(source, read)));
    const readings = rows
      .flat()
      .filter(({ at }) => at >= start && (at < end || (end === to && at === to)))
      .sort((a, b) => a.at - b.at);
    yield { readings, share: (end - from) / (to - from) };
  }
}

async function readAll(source: Source, read: ReadEntry): Promise<readonly Reading[]> {
  const all: Reading[] = [];
  for (let rest = source; ;) {
    const { readings, count, lastKey } = await readEntries(rest, sdkOf().limitToFirst(PAGE), read);
    all.push(...readings);
    if (count < PAGE || lastKey === undefined) return all;
    rest = after(source, lastKey);
  }
}
