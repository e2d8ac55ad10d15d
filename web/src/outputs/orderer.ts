/** Says who ordered: a person or the plan. */

import { PLAN_AUTHOR } from "@greenhouse/domain/outputs/plans/model";
import { useMemberName } from "../shared/hooks/names";
import { useOutputTexts } from "../text/outputs";

/** Returns the words for the author of an order, for example "by Maria". */
export function useOrderer(): (author: string) => string {
  const { by, byPlan } = useOutputTexts();
  const nameOf = useMemberName();
  return (author) => (author === PLAN_AUTHOR ? byPlan : by(nameOf(author)));
}
