/** The names of the farm's members, for views that name people. */

import { memberName } from "../model/names";
import { UNNAMED } from "../text/names";
import { useFarm } from "./farm";
import { usePage } from "./page";

/** The name that a member chose, or "Member 7f3a…". */
export function useMemberName(): (uid: string) => string {
  const { names } = useFarm();
  const { language } = usePage();
  return (uid) => memberName(names, uid, UNNAMED[language]);
}
