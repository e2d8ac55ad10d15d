/** A value with its unit: quietly lit when it is new, grey when it is old. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LatestValue, SensorState } from "../model/latest";
import { UNITS } from "../model/measurement";
import type { Measurement } from "../model/measurement";
import { usePage } from "./page";

export interface ValueProps {
  readonly measurement: Measurement;
  readonly latest: (LatestValue & { readonly state: SensorState }) | undefined;
  readonly isSmall?: boolean;
}

const LIT_FOR = 1200;

export function Value({ measurement, latest, isSmall }: ValueProps): VNode {
  const { format } = usePage();
  const isLit = useLit(latest?.at);
  const isOld = latest?.state.freshness === "old" || latest?.state.freshness === "silent";
  return (
    <p class={`value ${isSmall ? "small" : ""} ${isOld ? "is-old" : ""} ${isLit ? "is-new" : ""}`}>
      {latest === undefined ? (
        <span class="none">–</span>
      ) : (
        <>
          {format.number(latest.value, measurement)}
          <span class="unit">{UNITS[measurement]}</span>
        </>
      )}
    </p>
  );
}

/** True for a moment after the time changed, but not at first. */
function useLit(at: number | undefined): boolean {
  const shown = useRef(at);
  const [isLit, setLit] = useState(false);
  useEffect(() => {
    if (at === undefined || shown.current === at) return undefined;
    const isFirst = shown.current === undefined;
    shown.current = at;
    if (isFirst) return undefined;
    setLit(true);
    const timer = setTimeout(() => setLit(false), LIT_FOR);
    return () => clearTimeout(timer);
  }, [at]);
  return isLit;
}
