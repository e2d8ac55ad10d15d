/** What happens to the outputs of a replaced board. The person reads it before the replacement. */

import { endingOutputs } from "@greenhouse/domain/outputs/handover";
import type { EndingOutput } from "@greenhouse/domain/outputs/handover";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import { outputsOf, withOrders } from "@greenhouse/domain/outputs/records";
import type { VNode } from "preact";
import { useFarm } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSensorPageTexts } from "../text/sensor";

/** Returns the outputs of a sensor's board; undefined until they are known. */
export function useBoardOutputs(uid: string | undefined): readonly KnownOutput[] | undefined {
  const { id, outputs: known } = useFarm();
  const stored = known.value;
  if (uid === undefined) return [];
  return stored && withOrders(outputsOf(id, stored.outputs, [uid]), stored.orders, stored.states);
}

export function ReplacedOutputs({ outputs }: { readonly outputs: readonly KnownOutput[] }): VNode {
  const { format, locale } = usePage();
  const { replace: words } = useSensorPageTexts();
  const now = useNow();
  const list = new Intl.ListFormat(locale);
  const sentenceOf = ({ name, offAtMs }: EndingOutput): string => {
    if (offAtMs === undefined) return words.orderEnds(name);
    return offAtMs === Infinity
      ? words.ownProgram(name)
      : words.mayBeOn(name, format.moment(offAtMs, now));
  };
  return (
    <>
      <p>
        {words.outputs(
          list.format(outputs.map(({ defined }) => defined.name)),
          list.format(outputs.map(({ output }) => output)),
        )}
      </p>
      {endingOutputs(outputs, now).map((ending) => (
        <p key={ending.name} class="attention warn">
          {sentenceOf(ending)}
        </p>
      ))}
    </>
  );
}
