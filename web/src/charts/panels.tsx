/** The charts of a greenhouse. Legends switch lines off, and lines of a band's sensors on. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import { ChartPanel } from "./chart-panel";
import type { ChartPanelProps } from "./chart-panel";
import type { MeasuredQuantity } from "./use-lines";

export interface PanelsProps extends Omit<
  ChartPanelProps,
  keyof MeasuredQuantity | "bounds" | "hidden" | "chosen" | "onToggle"
> {
  readonly measured: readonly MeasuredQuantity[];
  readonly thresholds: Thresholds;
}

export function Panels({ measured, thresholds, ...shared }: PanelsProps): VNode {
  const [hidden, setHidden] = useState(NOBODY);
  const [chosen, setChosen] = useState(NOBODY);
  const toggle: ChartPanelProps["onToggle"] = (uid, isOfBand) =>
    isOfBand ? setChosen(toggled(chosen, uid)) : setHidden(toggled(hidden, uid));
  return (
    <>
      {measured.map((quantity) => (
        <ChartPanel
          key={quantity.measurement}
          {...shared}
          {...quantity}
          {...{ hidden, chosen }}
          bounds={thresholds[quantity.measurement]}
          onToggle={toggle}
        />
      ))}
    </>
  );
}

const NOBODY: ReadonlySet<string> = new Set();

function toggled(uids: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  const next = new Set(uids);
  if (!next.delete(uid)) next.add(uid);
  return next;
}
