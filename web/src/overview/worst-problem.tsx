/** The worst problem of a greenhouse on the overview, and since when: "below 12 °C since 02:59". */

import type { OutOfBounds } from "@greenhouse/domain/alerts/findings";
import type { VNode } from "preact";
import type { FarmProblem } from "../model/findings/farm-problems";
import type { Shown } from "../model/values/measurement";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useBeyondText, useProblemText, useSinceText } from "../shared/values/words";
import { headlineIn } from "./listed";

export interface WorstProblemProps {
  readonly live: LiveGreenhouse;
  readonly worst: FarmProblem;
  /** The quantity whose large figure is beside the words; undefined if there is none. */
  readonly figure: Shown | undefined;
}

export function WorstProblem({ live, worst, figure }: WorstProblemProps): VNode {
  const textOf = useProblemText();
  const beyondOf = useBeyondText();
  const sinceOf = useSinceText();
  // The words do not repeat a figure that is beyond the same bound.
  const isRepeated = isOfValue(worst, figure) && worst.bound === headlineIn(live, figure)?.bound;
  const words = isRepeated ? [beyondOf(worst), sinceOf(worst)] : [textOf(worst)];
  return <>{words.filter((text) => text !== "").join(" ")}</>;
}

/** Whether the problem is that a value of the quantity is out of bounds. */
function isOfValue(
  problem: FarmProblem,
  quantity: Shown | undefined,
): problem is FarmProblem & OutOfBounds {
  const isBeyond = problem.kind === "above" || problem.kind === "below";
  return isBeyond && !problem.isOver && problem.measurement === quantity;
}
