/** How the boards of a farm are, compared with each other. Pure. */

import { entriesOf } from "../stored.ts";
import { parseBoardStatus } from "./board-status.ts";
import type { BoardStatus, Signal } from "./board-status.ts";
import { newerVersion, newestVersions } from "./old-versions.ts";
import { countedSignal, isSignalWeak } from "./weak-signal.ts";

export interface BoardState extends BoardStatus {
  /** The signal that says whether the board is heard badly; undefined if it reports none. */
  readonly signal: Signal | undefined;
  readonly isWeak: boolean;
  /** The newer version of its program that another board of the farm runs; undefined if there is none. */
  readonly newer: string | undefined;
}

/** Returns the uids of the sensors that have a greenhouse. The others cannot send. */
export function linkedUids(
  sensors: readonly { readonly uid: string; readonly greenhouse: string | undefined }[],
): ReadonlySet<string> {
  return new Set(sensors.flatMap(({ uid, greenhouse }) => (greenhouse === undefined ? [] : [uid])));
}

/**
 * Returns the boards by uid.
 * @param stored `boards/<farmId>`
 * @param linked only the boards of these sensors have versions that others should have
 */
export function readBoards(
  stored: unknown,
  linked: ReadonlySet<string>,
): ReadonlyMap<string, BoardState> {
  const boards = entriesOf(stored).flatMap(([uid, value]): [string, BoardStatus][] => {
    const status = parseBoardStatus(value);
    return status === undefined ? [] : [[uid, status]];
  });
  const newest = newestVersions(
    boards.flatMap(([uid, { version }]) => (linked.has(uid) ? (version ?? []) : [])),
  );
  return new Map(
    boards.map(([uid, status]) => [
      uid,
      {
        ...status,
        signal: countedSignal(status),
        isWeak: isSignalWeak(status) === true,
        newer: status.version === undefined ? undefined : newerVersion(status.version, newest),
      },
    ]),
  );
}
