/** The state of each greenhouse in one word: of several problems, the worst decides. */

import type { Gap } from "./coverage";
import { waitingOf } from "./farm-problems";
import type { FarmProblem } from "./farm-problems";
import { severityOf } from "./severity";

/** The states, the worst first. `in-hand`: people deal with all of its problems. */
export const CARD_STATES = ["bad", "warn", "in-hand", "unchecked", "well"] as const;
export type CardState = (typeof CARD_STATES)[number];

/** The state of a greenhouse with a problem. */
export interface Troubled {
  readonly state: "bad" | "warn" | "in-hand";
  /** The worst problem of the greenhouse: of those that nobody deals with, if there are any. */
  readonly worst: FarmProblem;
}

/**
 * Returns the greenhouses with problems, by id.
 * @param problems the worst first. A storm has tens of thousands, so the function reads them once for all greenhouses
 * @param now Unix milliseconds
 */
export function troubledOf(
  problems: readonly FarmProblem[],
  now: number,
): ReadonlyMap<string, Troubled> {
  const troubled = new Map<string, Troubled>();
  for (const worst of waitingOf(problems, now)) {
    if (troubled.has(worst.greenhouse)) continue;
    troubled.set(worst.greenhouse, { state: severityOf(worst), worst });
  }
  for (const worst of problems) {
    if (!troubled.has(worst.greenhouse)) {
      troubled.set(worst.greenhouse, { state: "in-hand", worst });
    }
  }
  return troubled;
}

/** Returns the state of a greenhouse: that of its worst problem, or whether its values are checked. */
export function stateOfCard(
  {
    greenhouse,
    gap,
  }: { readonly greenhouse: { readonly id: string }; readonly gap: Gap | undefined },
  troubled: ReadonlyMap<string, Troubled>,
): CardState {
  return troubled.get(greenhouse.id)?.state ?? (gap === undefined ? "well" : "unchecked");
}
