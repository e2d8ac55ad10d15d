/** The newest reading as it came: whose it is, what it says, how old it is. Quietly lit when it is new. */

import { Fragment } from "preact";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Sensor } from "../model/farm";
import type { NewestReading } from "../model/summary";
import { useAgeText } from "./age";
import { useNow } from "./hooks";
import { usePage } from "./page";

export interface NewestProps {
  readonly newest: NewestReading;
  readonly sensors: readonly Sensor[];
}

export function Newest({ newest, sensors }: NewestProps): VNode {
  const { format } = usePage();
  const now = useNow();
  const ageOf = useAgeText();
  const { state, at, values } = newest;
  const isLit = useLit(at);
  return (
    <p class={`newest ${isLit ? "is-new" : ""}`}>
      <span class="newest-name">{sensors.find(({ uid }) => uid === state.uid)?.name}</span>{" "}
      {values.map(([measurement, value]) => (
        <Fragment key={measurement}>
          <span class="newest-value">{format.exact(value, measurement)}</span>{" "}
        </Fragment>
      ))}
      <span class="newest-age">{ageOf({ ...state, at }, now)}</span>
    </p>
  );
}

/** Its room, so that nothing moves when it comes. */
export function NewestToCome(): VNode {
  return (
    <p class="newest" aria-hidden="true">
      <span class="newest-name">&nbsp;</span> <span class="newest-value">&nbsp;</span>
    </p>
  );
}

const LIT_FOR = 1200;

/** True for a moment after the time changed, but not at first. */
function useLit(at: number): boolean {
  const shown = useRef(at);
  const [isLit, setLit] = useState(false);
  useEffect(() => {
    if (shown.current === at) return undefined;
    shown.current = at;
    setLit(true);
    const timer = setTimeout(() => setLit(false), LIT_FOR);
    return () => clearTimeout(timer);
  }, [at]);
  return isLit;
}
