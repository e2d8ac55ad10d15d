/** The tools above the charts: compare, fit the axes to the data, add a note. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ChartView } from "../../model/chart-view";
import { Button } from "../../shared/controls";
import type { CursorTime } from "../plot-cursor";
import { useToolTexts } from "./context";
import { NoteDialog } from "./note-dialog";

export interface ToolbarProps {
  readonly greenhouseId: string;
  readonly cursor: CursorTime;
  readonly view: ChartView;
  readonly onView: (view: ChartView) => void;
}

export function Toolbar({ greenhouseId, cursor, view, onView }: ToolbarProps): VNode {
  const { toolbar, notes, fit, fitHint } = useToolTexts();
  const pointed = useLastTime(cursor);
  const [isNoting, setNoting] = useState(false);
  return (
    <div class="row" role="group" aria-label={toolbar}>
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
      {isNoting && (
        <NoteDialog
          {...{ greenhouseId, note: undefined, pointed: pointed.current }}
          onClose={() => setNoting(false)}
        />
      )}
    </div>
  );
}

/** The last time under the cursor: a mouse that is on its way to a button has left the chart. */
function useLastTime(cursor: CursorTime): { readonly current: number | undefined } {
  const last = useRef<number | undefined>(undefined);
  useEffect(() => cursor.subscribe((time) => (last.current = time ?? last.current)), [cursor]);
  return last;
}
