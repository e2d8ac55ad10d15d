/** The ids of the farms on this person's list. */

import { readListedFarms } from "../../model/farm/farm";
import { useWatch } from "./hooks";
import { usePage } from "./page";

export function useListedFarms(): ReturnType<typeof useWatch<readonly string[]>> {
  const { uid } = usePage().person;
  return useWatch(`users/${uid}/farms`, readListedFarms);
}
