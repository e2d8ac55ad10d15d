/** Reads all children of a path, page by page. */

import type { Child, Database } from "./database";

const PAGE_SIZE = 500;

/** @param size of a page: smaller where a child is large */
export async function* readChildren(
  database: Pick<Database, "readPage">,
  path: string,
  size = PAGE_SIZE,
): AsyncGenerator<readonly Child[]> {
  let after: string | undefined;
  for (;;) {
    const range = after === undefined ? {} : { after };
    const page = await database.readPage(path, range, size);
    yield page;
    if (page.length < size) return;
    after = page.at(-1)?.[0];
  }
}
