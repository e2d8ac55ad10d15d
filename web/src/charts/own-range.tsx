/** The form for a custom range, loaded when it is opened. */

import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import { SHORTEST } from "../model/time-range";
import type { TimeRange, Window } from "../model/time-range";
import { createZonedClock } from "../model/zoned-time";
import { Button, Field, Form } from "../shared/controls";
import { Dialog } from "../shared/dialog";
import { usePage } from "../shared/page";
import { loadChartToolTexts } from "../text/chart-tools";
import type { ChartToolTexts } from "../text/chart-tools-en";
import type { Language } from "../text/language";

export interface OwnRangeProps {
  readonly shown: Window;
  readonly onClose: () => void;
  readonly onRange: (range: TimeRange) => void;
}

/** Loads the form with its texts, which are part of those of the charts' tools. */
export async function loadOwnRange(language: Language): Promise<FunctionComponent<OwnRangeProps>> {
  const { ownRange } = await loadChartToolTexts(language);
  return (props) => <OwnRange {...props} texts={ownRange} />;
}

function OwnRange({
  shown,
  onClose,
  onRange,
  texts,
}: OwnRangeProps & { readonly texts: ChartToolTexts["ownRange"] }): VNode {
  const { texts: common, format } = usePage();
  const { charts } = common;
  const clock = createZonedClock(format.timeZone);
  // When a clock is set back, an hour occurs twice: the previously shown range decides which one is meant.
  const [before] = useState(shown);
  const [from, setFrom] = useState(clock.wall(before.from));
  const [to, setTo] = useState(clock.wall(before.to));
  const [isBad, setBad] = useState(false);
  const apply = (): void => {
    const window = {
      from: clock.parseWall(from, before.from),
      to: clock.parseWall(to, before.to),
    };
    if (window.to - window.from >= SHORTEST) onRange({ kind: "fixed", ...window });
    else setBad(true);
  };
  return (
    <Dialog title={charts.own} onClose={onClose}>
      <Form onSubmit={apply}>
        <Field label={texts.from} type="datetime-local" value={from} onValue={setFrom} />
        <Field
          label={texts.to}
          type="datetime-local"
          value={to}
          onValue={setTo}
          error={isBad ? texts.badRange : undefined}
        />
        <Button kind="primary" type="submit">
          {texts.apply}
        </Button>
      </Form>
    </Dialog>
  );
}
