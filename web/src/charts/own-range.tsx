/** The form for a custom range, loaded when it is opened. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { MIN_RANGE_MS } from "../model/plot/time-range";
import type { TimeRange, Window } from "../model/plot/time-range";
import { Button, Field, Form } from "../shared/controls/controls";
import { Dialog } from "../shared/controls/dialog";
import { usePage } from "../shared/hooks/page";
import { useToolTexts } from "../text/chart-tools";

export interface OwnRangeProps {
  readonly shown: Window;
  readonly onClose: () => void;
  readonly onRange: (range: TimeRange) => void;
}

export function OwnRange({ shown, onClose, onRange }: OwnRangeProps): VNode {
  const { ownRange: texts } = useToolTexts();
  const { texts: common, format } = usePage();
  const { charts } = common;
  const clock = createZonedClock(format.timeZone);
  // When a clock is set back, one hour occurs twice. The previous range decides which of the two is meant.
  const [before] = useState(shown);
  const [from, setFrom] = useState(clock.wall(before.from));
  const [to, setTo] = useState(clock.wall(before.to));
  const [isBad, setBad] = useState(false);
  const apply = (): void => {
    const window = {
      from: clock.parseWall(from, before.from),
      to: clock.parseWall(to, before.to),
    };
    if (window.to - window.from >= MIN_RANGE_MS) onRange({ kind: "fixed", ...window });
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
