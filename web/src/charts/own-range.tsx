/** The form for a range of one's own, loaded when it is opened. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { SHORTEST } from "../model/time-range";
import type { TimeRange, Window } from "../model/time-range";
import { createZonedClock } from "../model/zoned-time";
import { Button, Field, Form } from "../shared/controls";
import { Dialog } from "../shared/dialog";
import { usePage } from "../shared/page";

export interface OwnRangeProps {
  readonly shown: Window;
  readonly onClose: () => void;
  readonly onRange: (range: TimeRange) => void;
}

export function OwnRange({ shown, onClose, onRange }: OwnRangeProps): VNode {
  const { texts, format } = usePage();
  const { charts } = texts;
  const clock = createZonedClock(format.timeZone);
  const [from, setFrom] = useState(clock.wall(shown.from));
  const [to, setTo] = useState(clock.wall(shown.to));
  const [isBad, setBad] = useState(false);
  const apply = (): void => {
    const range = { kind: "fixed", from: clock.parseWall(from), to: clock.parseWall(to) } as const;
    if (range.to - range.from >= SHORTEST) onRange(range);
    else setBad(true);
  };
  return (
    <Dialog title={charts.own} onClose={onClose}>
      <Form onSubmit={apply}>
        <Field label={charts.from} type="datetime-local" value={from} onValue={setFrom} />
        <Field
          label={charts.to}
          type="datetime-local"
          value={to}
          onValue={setTo}
          error={isBad ? charts.badRange : undefined}
        />
        <Button kind="primary" type="submit">
          {charts.apply}
        </Button>
      </Form>
    </Dialog>
  );
}
