/** Reads long lists page by page, so that only one page is in memory. */

import type { KeyRange } from "@greenhouse/domain/identity/key-range";

const PAGE_SIZE = 500;
/** Entries of history that the rules let the jobs read in one page. */
export const MAX_HISTORY_PAGE = 2_000;

export interface Pages<Child> {
  /** Reads the first children of `path`, in the order of their keys. */
  readonly readPage: (
    path: string,
    range: KeyRange,
    limit: number,
  ) => Promise<readonly (readonly [key: string, value: Child])[]>;
}

/**
 * Reads the children of a path, in the order of their keys.
 * @param size the children of a page. Smaller if a child is large
 * @param from the key to begin with. Children before it come last
 */
export async function* pagesOf<Child>(
  database: Pages<Child>,
  path: string,
  size = PAGE_SIZE,
  from?: string,
): AsyncGenerator<readonly (readonly [key: string, value: Child])[]> {
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
