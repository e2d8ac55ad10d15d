/** The farms on this person's list; invitations first. */

import { readListedFarms } from "../model/farm";
import type { ListedFarm } from "../model/farm";
import { useWatch } from "./hooks";
import { usePage } from "./page";

export function useListedFarms(): ReturnType<typeof useWatch<readonly ListedFarm[]>> {
  const { uid } = usePage().person;
  return useWatch(`users/${uid}/farms`, readListedFarms);
}
