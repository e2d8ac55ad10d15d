/** Reads what may be long page by page, so that no more than a page of it is in memory. */

import type { KeyRange } from "../../domain/src/key-range";
import type { Database, Entry } from "./database";

/** The children of a path in the order of their keys. @param from the key to begin with; those before it come last */
export async function* pagesOf(
  database: Pick<Database, "readPage">,
  path: string,
  size: number,
  from?: string,
): AsyncGenerator<readonly Entry[]> {
  const parts: readonly KeyRange[] = from === undefined ? [{}] : [{ from }, { before: from }];
  for (const part of parts) {
    for (let range = part; ;) {
      const page = await database.readPage(path, range, size);
      if (page.length > 0) yield page;
      const after = page.at(-1)?.[0];
      if (after === undefined || page.length < size) break;
      range = part.before === undefined ? { after } : { after, before: part.before };
    }
  }
}

/** More than a farm may have. */
export class TooMany extends Error {}

/** All children of a path. @throws TooMany where there are more than `limit` */
export async function readUpTo(
  database: Pick<Database, "readPage">,
  path: string,
  limit: number,
): Promise<readonly Entry[]> {
  return notMore(path, limit, await database.readPage(path, {}, limit + 1));
}

/** @throws TooMany where there are more than `limit` */
export function notMore<T>(path: string, limit: number, read: readonly T[]): readonly T[] {
  if (read.length <= limit) return read;
  throw new TooMany(`There are more than ${limit} of ${path}, which are too many to watch.`);
}
