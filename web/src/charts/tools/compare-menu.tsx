/** What the charts are compared with: a second quantity, the time before, another greenhouse. */

import type { VNode } from "preact";
import type { ChartView } from "../../model/chart-view";
import { beforeOf } from "../../model/compared";
import type { Charted } from "../../model/measurement";
import type { Window } from "../../model/time-range";
import { Checkbox, Select } from "../../shared/controls";
import { useFarm } from "../../shared/farm";
import { usePage } from "../../shared/page";
import { useToolTexts } from "./context";

export interface CompareMenuProps {
  readonly greenhouseId: string;
  readonly measured: readonly Charted[];
  readonly shown: Window;
  readonly view: ChartView;
  readonly onView: (view: ChartView) => void;
}

export function CompareMenu(props: CompareMenuProps): VNode {
  const { greenhouseId, measured, shown, view, onView } = props;
  const { measurements } = usePage().texts;
  const { greenhouses } = useFarm();
  const words = useToolTexts();
  const others = greenhouses.filter(({ id }) => id !== greenhouseId);
  const none = ["", words.none] as const;
  return (
    <div class="card compare" role="group" aria-label={words.compareTitle}>
      <Select
        label={words.second}
        value={view.second ?? ""}
        options={[none, ...measured.map((one) => [one, measurements[one]] as const)]}
        onValue={(value) => onView({ ...view, second: measured.find((one) => one === value) })}
      />
      {others.length > 0 && (
        <Select
          label={words.beside}
          value={view.beside ?? ""}
          options={[none, ...others.map(({ id, name }) => [id, name] as const)]}
          onValue={(value) => onView({ ...view, beside: value === "" ? undefined : value })}
        />
      )}
      <Checkbox
        label={words.before[beforeOf(shown)]}
        isChecked={view.hasBefore}
        onChecked={(hasBefore) => onView({ ...view, hasBefore })}
      />
    </div>
  );
}
