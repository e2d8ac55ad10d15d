/** Updates that define or remove an output. Orders are in ordering.ts. */

import { entriesOf, fieldOf, textOf } from "../stored.ts";
import { OUTPUT_PLACES } from "./limits.ts";
import type { Output, OutputId } from "./model.ts";

/** Roots with records by farm, uid and output. */
const ROOTS_BY_OUTPUT = [
  "outputs",
  "outputOrders",
  "outputLog",
  "outputStates",
  "outputPlans",
  "outputPlanRuns",
] as const;
/** Roots with records of a board's outputs, by farm and uid. */
export const OUTPUT_ROOTS = [...ROOTS_BY_OUTPUT, "outputPlaces"] as const;

/**
 * Returns the update that defines or changes an output; undefined if its board already has the maximum number of outputs.
 * @param stored `outputs/<farmId>/<uid>`
 */
export function outputDefinition(
  { farmId, uid, output }: OutputId,
  { viewersMay, ...defined }: Output,
  stored: unknown,
): Readonly<Record<string, object | string>> | undefined {
  const taken = entriesOf(stored).map(([, other]) => textOf(other, "place"));
  const ownPlace = textOf(fieldOf(stored, output), "place");
  const place = ownPlace ?? OUTPUT_PLACES.find((candidate) => !taken.includes(candidate));
  if (place === undefined) return undefined;
  return {
    [`outputs/${farmId}/${uid}/${output}`]: {
      ...defined,
      ...(viewersMay && { viewersMay }),
      place,
    },
    ...(ownPlace === undefined && { [`outputPlaces/${farmId}/${uid}/${place}`]: output }),
  };
}

/**
 * Returns the update that deletes all records of an output except its place. The place may still name the removed output.
 * The rules let the same output or another output take the place.
 */
export function outputRemoval({ farmId, uid, output }: OutputId): Readonly<Record<string, null>> {
  return Object.fromEntries(
    ROOTS_BY_OUTPUT.map((root) => [`${root}/${farmId}/${uid}/${output}`, null]),
  );
}
