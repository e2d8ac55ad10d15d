/** The tools above the charts: compare, fit the axes to the data, add a note. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../shared/controls";
import type { CursorTime } from "../plot-cursor";
import { CompareMenu } from "./compare-menu";
import type { CompareMenuProps } from "./compare-menu";
import { useToolTexts } from "./context";
import { NoteDialog } from "./note-dialog";

export interface ToolbarProps extends CompareMenuProps {
  readonly cursor: CursorTime;
}

export function Toolbar(props: ToolbarProps): VNode {
  const { greenhouseId, cursor, view, onView } = props;
  const { toolbar, notes, fit, fitHint, compare } = useToolTexts();
  const isComparing = view.second !== undefined || view.hasBefore || view.beside !== undefined;
  const [isOpen, setOpen] = useState(isComparing);
  const pointed = useLastTime(cursor);
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
