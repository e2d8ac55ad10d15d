/** How the farm's boards are. Only views that show it listen. */

import { linkedUids, readBoards } from "@greenhouse/domain/boards/board-states";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import { useEffect, useMemo, useState } from "preact/hooks";
import { asStored, valueOf, watch } from "../data/watches/watch";
import { readBoardMarks } from "../model/farm/board-marks";
import type { BoardMarks } from "../model/farm/board-marks";
import { isEqual } from "../model/values/equal";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { useSame } from "../shared/hooks/stable";

function useBoardsPath(): string {
  return `boards/${useFarm().id}`;
}

/** Returns what a sensor's board says; undefined until it is known, or if the board says nothing. */
export function useBoard(uid: string): BoardState | undefined {
  const { sensors } = useFarm();
  const watched = useWatch(useBoardsPath(), asStored);
  return useMemo(
    () => readBoards(valueOf(watched), linkedUids(sensors)).get(uid),
    [watched, sensors, uid],
  );
}

const NO_MARKS: BoardMarks = {};

/** Renders the component again only if a mark changes. Many boards report every few seconds. */
export function useBoardMarks(): BoardMarks {
  const path = useBoardsPath();
  const linked = useSame([...linkedUids(useFarm().sensors)]);
  const [marks, setMarks] = useState(NO_MARKS);
  useEffect(
    () =>
      watch(path, undefined, asStored, (watched) => {
        const found = readBoardMarks(valueOf(watched), new Set(linked));
        setMarks((before) => (isEqual(before, found) ? before : found));
      }),
    [path, linked],
  );
  return marks;
}
