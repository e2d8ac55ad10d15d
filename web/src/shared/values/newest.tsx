/** The newest reading as it was sent: the sensor, the values and the age. A new reading is highlighted briefly. */

import { Fragment } from "preact";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Sensor } from "../../model/farm/farm";
import type { NewestReading } from "../../model/values/summary";
import { Sent } from "./value";
import { useAgeText } from "./words";

export interface NewestProps {
  readonly newest: NewestReading;
  readonly sensors: readonly Sensor[];
}

export function Newest({ newest, sensors }: NewestProps): VNode {
  const ageOf = useAgeText();
  const { state, at, values } = newest;
  const isLit = useLit(at);
  return (
    <p class={`newest ${isLit ? "is-new" : ""}`}>
      <span class="newest-name">{sensors.find(({ uid }) => uid === state.uid)?.name}</span>{" "}
      {values.map(([measurement, { value, isStale }]) => (
        <Fragment key={measurement}>
          <span class={`newest-value ${isStale ? "is-stale" : ""}`}>
            <Sent {...{ measurement, value }} isExact />
          </span>{" "}
        </Fragment>
      ))}
      <span class="newest-age">{ageOf({ ...state, at })}</span>
    </p>
  );
}

const LIT_FOR = 1200;

/** Returns true for a moment after the time changed. */
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
