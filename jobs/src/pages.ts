/** Lists that are read whole, up to a limit. */

import type { Database, Entry } from "./database";

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
