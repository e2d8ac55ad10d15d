/** Reads all children of a path, page by page. */

import type { Child, Database } from "../database";

const PAGE_SIZE = 500;
/** No more than this are named in a finding. */
const MAX_NAMED = 5;

export async function* readPages(
  database: Database,
  path: string,
): AsyncGenerator<readonly Child[]> {
  let after: string | undefined;
  for (;;) {
    const range = after === undefined ? {} : { after };
    const page = await database.readPage(path, range, PAGE_SIZE);
    yield page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)?.[0];
  }
}

/** The first ones, and how many more there are. */
export function named(ids: readonly string[]): string {
  const others = ids.length - MAX_NAMED;
  return `${ids.slice(0, MAX_NAMED).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
