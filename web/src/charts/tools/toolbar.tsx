/** The tools above the charts: compare, fit the axes to the data, add a note. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../shared/controls";
import type { Window } from "../../model/time-range";
import type { CursorTime } from "../plot-cursor";
import { CompareMenu } from "./compare-menu";
import type { CompareMenuProps } from "./compare-menu";
import { useToolTexts } from "./context";
import { NoteDialog } from "./note-dialog";

export interface ToolbarProps extends CompareMenuProps {
  readonly cursor: CursorTime;
}

export function Toolbar(props: ToolbarProps): VNode {
  const { greenhouseId, cursor, shown, view, onView } = props;
  const { toolbar, notes, fit, fitHint, compare } = useToolTexts();
  const isComparing = view.second !== undefined || view.hasBefore || view.beside !== undefined;
  const [isOpen, setOpen] = useState(isComparing);
  const pointed = useLastTime(cursor, shown);
  const [isNoting, setNoting] = useState(false);
  return (
    <div class="tools" role="group" aria-label={toolbar}>
      <Button isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {compare}
      </Button>
      <button
        type="button"
        class="button tool"
        aria-pressed={view.isFit}
        title={fitHint}
        onClick={() => onView({ ...view, isFit: !view.isFit })}
      >
        {fit}
      </button>
      <Button onClick={() => setNoting(true)}>{notes.add}</Button>
      {isOpen && <CompareMenu {...props} />}
      {isNoting && (
        <NoteDialog
          {...{ greenhouseId, note: undefined, pointed: pointed() }}
          onClose={() => setNoting(false)}
        />
      )}
    </div>
  );
}

/** The cursor's last time within the range, since the mouse leaves the chart to press a button of the toolbar. */
function useLastTime(cursor: CursorTime, { from, to }: Window): () => number | undefined {
  const last = useRef<number | undefined>(undefined);
  useEffect(() => cursor.subscribe((time) => (last.current = time ?? last.current)), [cursor]);
  return () => {
    const time = last.current;
    return time !== undefined && time >= from && time <= to ? time : undefined;
  };
}
