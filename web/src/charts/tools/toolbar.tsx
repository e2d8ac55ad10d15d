/** The tools above the charts: add a note. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../shared/controls";
import type { CursorTime } from "../plot-cursor";
import { useToolTexts } from "./context";
import { NoteDialog } from "./note-dialog";

export interface ToolbarProps {
  readonly greenhouseId: string;
  readonly cursor: CursorTime;
}

export function Toolbar({ greenhouseId, cursor }: ToolbarProps): VNode {
  const { toolbar, notes } = useToolTexts();
  const pointed = useLastTime(cursor);
  const [isNoting, setNoting] = useState(false);
  return (
    <div class="row" role="group" aria-label={toolbar}>
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
