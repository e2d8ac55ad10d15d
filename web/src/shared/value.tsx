/** A value with its unit, large; grey when it is old. */

import type { VNode } from "preact";
import { UNITS } from "../../../domain/src/measurements";
import type { Figure } from "../model/summary";
import type { Charted } from "../model/measurement";
import { usePage } from "./page";

export interface ValueProps {
  readonly measurement: Charted;
  readonly figure: Figure | undefined;
  readonly isSmall?: boolean;
}

export function Value({ measurement, figure, isSmall }: ValueProps): VNode {
  const { format } = usePage();
  const isOld = figure !== undefined && !figure.isLive;
  return (
    <p class={`value ${isSmall ? "small" : ""} ${isOld ? "is-old" : ""}`}>
      {figure === undefined ? (
        <span class="none">–</span>
      ) : (
        <>
          {format.number(figure.value, measurement)}
          <span class="unit">{UNITS[measurement]}</span>
        </>
      )}
    </p>
  );
}
