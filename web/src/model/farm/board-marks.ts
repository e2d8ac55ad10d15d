/** What the list of sensors says about boards. Other changes of a board do not change its mark. */

import { readBoards } from "@greenhouse/domain/boards/board-states";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import type { Signal } from "@greenhouse/domain/boards/board-status";

export interface BoardMark {
  /** The signal that is weak. */
  readonly weak: { readonly signal: Signal; readonly value: number } | undefined;
  /** The board's version, and the newer one of another board. */
  readonly older: { readonly version: string; readonly newer: string } | undefined;
}

/** The marks of boards that have one, by uid. */
export type BoardMarks = Readonly<Record<string, BoardMark>>;

export function markOf({ signal, isWeak, version, newer, ...values }: BoardState): BoardMark {
  const value = signal && values[signal];
  const isOlder = version !== undefined && newer !== undefined;
  return {
    weak: isWeak && signal !== undefined && value !== undefined ? { signal, value } : undefined,
    older: isOlder ? { version, newer } : undefined,
  };
}

/** @param stored `boards/<farmId>` @param linked as for `readBoards` */
export function readBoardMarks(stored: unknown, linked: ReadonlySet<string>): BoardMarks {
  const marks = [...readBoards(stored, linked)].map(
    ([uid, board]) => [uid, markOf(board)] as const,
  );
  return Object.fromEntries(marks.filter(([, { weak, older }]) => (weak ?? older) !== undefined));
}
