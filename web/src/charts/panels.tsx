/** The charts of a greenhouse. Legends switch lines off, and lines of a band's sensors on. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import { ChartPanel } from "./chart-panel";
import type { ChartPanelProps } from "./chart-panel";
import type { MeasuredQuantity } from "./use-lines";

export interface PanelsProps extends Omit<
  ChartPanelProps,
  keyof MeasuredQuantity | "bounds" | "hidden" | "onToggle"
> {
  /** The only sensors whose lines are shown; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
  readonly measured: readonly MeasuredQuantity[];
  readonly thresholds: Thresholds;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
}

export function Panels({ measured, thresholds, onChosen, ...shared }: PanelsProps): VNode {
  const { chosen, only } = shared;
  const [hidden, setHidden] = useState(NOBODY);
  const toggle: ChartPanelProps["onToggle"] = (uid, isOfBand) => {
    if (only !== undefined) shared.onOnly([...toggled(only, uid)]);
    else if (isOfBand) onChosen(toggled(chosen, uid));
    else setHidden(toggled(hidden, uid));
  };
  return (
    <>
      {measured.map((quantity) => (
        <ChartPanel
          key={quantity.measurement}
          {...shared}
          {...quantity}
          hidden={hidden}
          bounds={thresholds[quantity.measurement]}
          onToggle={toggle}
        />
      ))}
    </>
  );
}

export const NOBODY: ReadonlySet<string> = new Set();

/** Returns the uids with a uid added, or without it. */
export function toggled(uids: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  const next = new Set(uids);
  if (!next.delete(uid)) next.add(uid);
  return next;
}
