/** Groups the problems of a storm, so that a frost in twenty greenhouses is one line. */

import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { FarmProblem } from "./farm-problems";

/** At least this many problems of the same kind become one line. */
const MIN_GROUPED = 3;

/** Problems of the same kind, all of them waiting or none. */
export interface ProblemGroup extends Pick<FarmProblem, "kind" | "measurement" | "isOver"> {
  /** The same as long as the group exists. */
  readonly id: string;
  /** The worst problem first. */
  readonly problems: readonly FarmProblem[];
  readonly worst: FarmProblem;
  readonly greenhouseCount: number;
  readonly sensorCount: number;
  /** The bound that all values are beyond; undefined if the bounds differ. */
  readonly bound: number | undefined;
  /** The problem that began first, and whether all began then; undefined if no beginning is known. */
  readonly begun: { readonly first: FarmProblem; readonly isOfAll: boolean } | undefined;
}

export type Line =
  | { readonly problem: FarmProblem; readonly group?: undefined }
  | { readonly group: ProblemGroup; readonly problem?: undefined };

/**
 * Returns the lines of a list: groups, and problems that are in no group. A line stands where its worst problem stood.
 * @param problems in the order of the list
 * @param waiting the problems that nobody deals with
 */
export function linesOf(
  problems: readonly FarmProblem[],
  waiting: ReadonlySet<FarmProblem>,
): readonly Line[] {
  const groups = new Map<string, FarmProblem[]>();
  for (const problem of problems) {
    const id = groupId(problem, waiting.has(problem));
    const members = groups.get(id);
    if (members === undefined) groups.set(id, [problem]);
    else members.push(problem);
  }
  return problems.flatMap((problem): readonly Line[] => {
    const id = groupId(problem, waiting.has(problem));
    const members = groups.get(id) ?? [];
    if (isOfOutput(problem.kind) || members.length < MIN_GROUPED) return [{ problem }];
    return members[0] === problem ? [{ group: groupOf(id, problem, members) }] : [];
  });
}

function groupId({ kind, measurement, isOver }: FarmProblem, isWaiting: boolean): string {
  return [kind, measurement ?? "", isOver ? "over" : "", isWaiting ? "waiting" : ""].join();
}

function groupOf(id: string, worst: FarmProblem, problems: readonly FarmProblem[]): ProblemGroup {
  const { kind, measurement, isOver, bound } = worst;
  return {
    id,
    kind,
    measurement,
    isOver,
    problems,
    worst,
    greenhouseCount: new Set(problems.map(({ greenhouse }) => greenhouse)).size,
    sensorCount: new Set(problems.map(({ uid }) => uid)).size,
    bound: problems.every((problem) => problem.bound === bound) ? bound : undefined,
    begun: begunOf(problems),
  };
}

function begunOf(problems: readonly FarmProblem[]): ProblemGroup["begun"] {
  const known = problems.filter(({ since }) => since !== undefined);
  const [one, ...others] = known;
  if (one === undefined) return undefined;
  const first = others.reduce((a, b) => ((b.since ?? 0) < (a.since ?? 0) ? b : a), one);
  return { first, isOfAll: known.every(({ since }) => since === first.since) };
}
