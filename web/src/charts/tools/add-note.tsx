/** The button that adds a note. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Window } from "../../model/plot/time-range";
import { Button } from "../../shared/controls/controls";
import type { CursorTime } from "../plot-cursor";
import { useToolTexts } from "../../text/chart-tools";
import { NoteDialog } from "./note-dialog";

export interface AddNoteProps {
  readonly greenhouseId: string;
  readonly shown: Window;
  readonly cursor: CursorTime;
}

export function AddNote({ greenhouseId, cursor, shown }: AddNoteProps): VNode {
  const { notes } = useToolTexts();
  const pointed = useLastTime(cursor, shown);
  const [isNoting, setNoting] = useState(false);
  return (
    <>
      <Button onClick={() => setNoting(true)}>{notes.add}</Button>
      {isNoting && (
        <NoteDialog
          {...{ greenhouseId, note: undefined, pointed: pointed() }}
          onClose={() => setNoting(false)}
        />
      )}
    </>
  );
}

/** Returns the cursor's last time within the range, because the mouse leaves the chart to press the button. */
function useLastTime(cursor: CursorTime, { from, to }: Window): () => number | undefined {
  const last = useRef<number | undefined>(undefined);
  useEffect(() => cursor.subscribe((time) => (last.current = time ?? last.current)), [cursor]);
  return () => {
    const time = last.current;
    return time !== undefined && time >= from && time <= to ? time : undefined;
  };
}
