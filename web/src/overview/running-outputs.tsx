/** The outputs of greenhouses that are on, with the time left: "Drip line on, 7 min left". */

import type { VNode } from "preact";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import { runningOutputs } from "../model/findings/running-outputs";
import type { RunningOutput } from "../model/findings/running-outputs";
import { spanText } from "../model/values/duration";
import { useAsOf, useKnownUntil } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSame } from "../shared/hooks/stable";
import { useOverviewTexts } from "../text/overview";

export function RunningOutputs({
  outputs,
}: {
  readonly outputs: readonly KnownOutput[];
}): VNode | null {
  const now = useKnownUntil();
  const textOf = useRunningText();
  const running = useSame(runningOutputs(outputs, now));
  if (running.length === 0) return null;
  return (
    <ul class="plain running">
      {running.map((output) => (
        <li key={output.id} class={`is-${output.state}`}>
          {textOf(output)}
        </li>
      ))}
    </ul>
  );
}

/** Without a connection, an output has no time left: the text names the time of its last known state. */
function useRunningText(): (output: RunningOutput) => string {
  const { format, locale } = usePage();
  const { running } = useOverviewTexts();
  const now = useKnownUntil();
  const asOf = useAsOf();
  return ({ name, level, state, until }) => {
    const value = level === undefined ? running.on : `${level}\u202f%`;
    if (asOf !== undefined && (state === "on" || state === "switching")) {
      return running.wasOn(
        name,
        value,
        until === undefined ? undefined : format.moment(until, now),
      );
    }
    if (state === "on") {
      const left = until === undefined ? undefined : spanText(Math.max(0, until - now), locale);
      return running.isOn(name, value, left);
    }
    return running.states[state](name, value);
  };
}
