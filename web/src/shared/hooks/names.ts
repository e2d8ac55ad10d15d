/** The names of the farm's members, for views that name people. */

import { memberName } from "../../model/farm/names";
import type { Preposition } from "../../text/en/members";
import { useMemberTexts } from "../../text/members";
import { useFarm } from "./farm";

/** Returns a member's name for a sentence: the chosen name, or "a member". */
export function useMemberName(preposition: Preposition = "by"): (uid: string) => string {
  const { names, members } = useFarm();
  const { member, former } = useMemberTexts();
  return (uid) =>
    names.get(uid) ?? (members.some((listed) => listed.uid === uid) ? member : former)[preposition];
}

/** Returns a member's name for the list of members: the chosen name, or "Member 7f3a…". */
export function useListedName(): (uid: string) => string {
  const { names } = useFarm();
  const { listed } = useMemberTexts();
  return (uid) => memberName(names, uid, listed);
}
