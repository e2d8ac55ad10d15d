/** The comparison of the charts. It is in the address, so that a link shows the same to another member. */

import { useMemo } from "preact/hooks";
import { comparisonSearch, parseComparison } from "../../model/plot/comparison";
import type { Comparison } from "../../model/plot/comparison";
import { navigate, useAddress } from "../../shared/hooks/router";

export interface ComparisonState extends Comparison {
  readonly compare: (next: Partial<Comparison>) => void;
}

export function useComparison(): ComparisonState {
  const { path, search } = useAddress();
  const comparison = useMemo(() => parseComparison(search), [search]);
  const compare = (next: Partial<Comparison>): void =>
    navigate(path + comparisonSearch({ ...comparison, ...next }, search));
  return { ...comparison, compare };
}
