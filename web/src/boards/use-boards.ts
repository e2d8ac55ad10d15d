/** How the farm's boards are. Only views that show it listen. */

import { readBoards } from "@greenhouse/domain/boards/board-states";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import { useEffect, useState } from "preact/hooks";
import { valueOf, watch } from "../data/watches/watch";
import { readBoardMarks } from "../model/farm/board-marks";
import type { BoardMarks } from "../model/farm/board-marks";
import { isEqual } from "../model/values/equal";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";

function useBoardsPath(): string {
  return `boards/${useFarm().id}`;
}

/** Returns what a sensor's board says; undefined until it is known, or if the board says nothing. */
export function useBoard(uid: string): BoardState | undefined {
  return valueOf(useWatch(useBoardsPath(), readBoards))?.get(uid);
}

const NO_MARKS: BoardMarks = {};

/** Renders the component again only if a mark changes. Many boards report every few seconds. */
export function useBoardMarks(): BoardMarks {
  const path = useBoardsPath();
  const [marks, setMarks] = useState(NO_MARKS);
  useEffect(
    () =>
      watch(path, undefined, readBoardMarks, (watched) => {
        const found = valueOf(watched) ?? NO_MARKS;
        setMarks((before) => (isEqual(before, found) ? before : found));
      }),
    [path],
  );
  return marks;
}
