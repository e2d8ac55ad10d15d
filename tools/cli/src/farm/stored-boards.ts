/** Reads how the boards of a farm are: what they say, and when they last sent. */

import { freshnessOf } from "@greenhouse/domain/alerts/condition";
import { DEFAULT_SILENT_AFTER_MS } from "@greenhouse/domain/alerts/settings";
import { readBoards } from "@greenhouse/domain/boards/board-states";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { fieldOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { readSettings } from "../alerts/stored-alerts";
import type { Database, Json } from "../core/database";
import type { Sensor } from "./stored-farms";

export interface BoardFacts {
  /** What the board says about itself; undefined if it never said anything. */
  readonly board: BoardState | undefined;
  /** When its newest reading arrived, by the database's clock, in Unix milliseconds; undefined without. */
  readonly lastSeen: number | undefined;
  /** Whether it sent nothing for longer than the farm's limit. A sensor without a greenhouse cannot send. */
  readonly isSilent: boolean;
}

export type FactsOf = (sensor: Pick<Sensor, "uid" | "greenhouse">) => BoardFacts;

/** Returns the farm's limit; 0: sensors never count as silent. */
export async function readSilentAfter(database: Database, farmId: string): Promise<number> {
  const settings = await readSettings(database, farmId);
  return settings === undefined ? DEFAULT_SILENT_AFTER_MS : settings.silentAfterMinutes * MINUTE_MS;
}

/** @param nowMs by the database's clock */
export async function readBoardFacts(
  database: Database,
  farmId: string,
  nowMs: number,
): Promise<FactsOf> {
  return boardFacts(database, farmId, await database.read(`lastSeen/${farmId}`), nowMs);
}

/** @param lastSeen `lastSeen/<farmId>` @param nowMs by the database's clock */
export async function boardFacts(
  database: Database,
  farmId: string,
  lastSeen: Json,
  nowMs: number,
): Promise<FactsOf> {
  const [stored, silentAfter] = await Promise.all([
    database.read(`boards/${farmId}`),
    readSilentAfter(database, farmId),
  ]);
  const boards = readBoards(stored);
  return ({ uid, greenhouse }) => {
    const { at } = parseLastSeen(fieldOf(lastSeen, uid));
    return {
      board: boards.get(uid),
      lastSeen: at,
      isSilent: greenhouse !== undefined && freshnessOf(at, silentAfter, nowMs) === "silent",
    };
  };
}
