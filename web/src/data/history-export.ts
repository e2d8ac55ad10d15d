/** Reads a range of the history whole, a piece at a time, for a file. */

import { limitToFirst } from "firebase/database";
import type { Database } from "firebase/database";
import type { Reading } from "../model/reading";
import { DAY } from "../model/time-range";
import { after, readEntries, sourcesOf } from "./history-reader";
import type { Source } from "./history-reader";

const PAGE = 2000;

/** In the order of time, a day at a time. */
export async function* exportRange(
  database: Database,
  greenhouseId: string,
  containers: ReadonlySet<string>,
  from: number,
  to: number,
): AsyncGenerator<readonly Reading[]> {
  for (let start = from; start < to; start += DAY) {
    const end = Math.min(start + DAY, to);
    const sources = sourcesOf(greenhouseId, containers, start, end);
    const rows = await Promise.all(sources.map((source) => readAll(database, source)));
    yield rows
      .flat()
      .filter(({ at }) => at >= start && (at < end || (end === to && at === to)))
      .sort((a, b) => a.at - b.at);
  }
}

async function readAll(database: Database, source: Source): Promise<readonly Reading[]> {
  const all: Reading[] = [];
  for (let rest = source; ;) {
    const { readings, count, lastKey } = await readEntries(database, rest, limitToFirst(PAGE));
    all.push(...readings);
    if (count < PAGE || lastKey === undefined) return all;
    rest = after(source, lastKey);
  }
}
