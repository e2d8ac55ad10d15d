/** The page's changes of the database. Views that change data load them. */

import { useMemo } from "preact/hooks";
import { Changes } from "../../data/changes/changes";
import { usePage } from "./page";

export function useChanges(): Changes {
  const { writes, person } = usePage();
  return useMemo(() => new Changes(writes, person.uid), [writes, person.uid]);
}
