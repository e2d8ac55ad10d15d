/** Chooses the range of the charts: buttons for the usual ones, a form for any other. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { PRESETS, SHORTEST } from "../model/time-range";
import type { TimeRange, Window } from "../model/time-range";
import { createZonedClock } from "../model/zoned-time";
import { Button, Field, Form } from "../shared/controls";
import { Dialog } from "../shared/dialog";
import { usePage } from "../shared/page";

export interface RangePickerProps {
  readonly range: TimeRange;
  readonly shown: Window;
  readonly onRange: (range: TimeRange) => void;
}

export function RangePicker({ range, shown, onRange }: RangePickerProps): VNode {
  const { charts } = usePage().texts;
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="range">
      <div class="segments" role="group" aria-label={charts.range}>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={range.kind === "recent" && range.preset === preset}
            onClick={() => onRange({ kind: "recent", preset })}
          >
            {charts.presets[preset]}
            <span class="visually-hidden">: {charts.presetNames[preset]}</span>
          </button>
        ))}
        <button type="button" aria-pressed={range.kind === "fixed"} onClick={() => setOpen(true)}>
          {charts.own}
        </button>
      </div>
      {isOpen && (
        <OwnRange
          shown={shown}
          onClose={() => setOpen(false)}
          onRange={(next) => {
            setOpen(false);
            onRange(next);
          }}
        />
      )}
    </div>
  );
}

interface OwnRangeProps {
  readonly shown: Window;
  readonly onClose: () => void;
  readonly onRange: (range: TimeRange) => void;
}

function OwnRange({ shown, onClose, onRange }: OwnRangeProps): VNode {
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

/** The format of the fields: the local time to the minute. */
export function localText(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}

/** A range in words. */
export function useRangeText(): (range: TimeRange) => string {
  const { texts, format } = usePage();
  const { charts } = texts;
  return (range) =>
    range.kind === "recent" ? charts.presetNames[range.preset] : format.range(range.from, range.to);
}
