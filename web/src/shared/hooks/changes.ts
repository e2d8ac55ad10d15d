/** What the page changes in the database: loaded with the views that change something. */

import { useMemo } from "preact/hooks";
import { Changes } from "../../data/changes/changes";
import { usePage } from "./page";

export function useChanges(): Changes {
  const { writes } = usePage();
  return useMemo(() => new Changes(writes), [writes]);
}
