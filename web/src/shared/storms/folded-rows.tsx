/** The rows of a list that does not fit: three or more problems of the same kind are one row. Loaded in a storm. */

import type { VNode } from "preact";
import type { FarmProblem } from "../../model/findings/farm-problems";
import { linesOf } from "../../model/findings/problem-groups";
import { ProblemRow } from "../problems/problem-row";
import type { ProblemRowProps } from "../problems/problem-row";
import { GroupRow } from "./group-row";

export interface FoldedRowsProps extends Omit<ProblemRowProps, "problem"> {
  /** In the order of the list. */
  readonly problems: readonly FarmProblem[];
  /** The problem of the alert in the address, which is in no group. */
  readonly linked: FarmProblem | undefined;
  /** The problems that nobody deals with. */
  readonly waiting: readonly FarmProblem[];
  /** The number of rows. */
  readonly count: number;
}

export function FoldedRows({ problems, linked, waiting, count, ...row }: FoldedRowsProps): VNode {
  const isWaiting = new Set(waiting);
  const others = linesOf(
    problems.filter((problem) => problem !== linked),
    isWaiting,
  );
  const lines = linked === undefined ? others : [{ problem: linked }, ...others];
  return (
    <>
      {lines.slice(0, count).map(({ problem, group }) =>
        group === undefined ? (
          <li key={problem.id}>
            <ProblemRow problem={problem} {...row} />
          </li>
        ) : (
          <li key={group.id}>
            <GroupRow
              group={group}
              isWaiting={isWaiting.has(group.worst)}
              isOfGreenhouse={row.isOfGreenhouse}
            />
          </li>
        ),
      )}
    </>
  );
}
