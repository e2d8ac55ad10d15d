/** Reads how the boards of a farm are: what they say, and when they last sent. */

import { freshnessOf } from "@greenhouse/domain/alerts/condition";
import { DEFAULT_SILENT_AFTER_MS } from "@greenhouse/domain/alerts/settings";
import { linkedUids, readBoards } from "@greenhouse/domain/boards/board-states";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { fieldOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { readSettings } from "../alerts/stored-alerts";
import type { Database, Json } from "../core/database";
import { listSensors } from "./stored-farms";
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

export interface FarmBoards {
  /** The farm's registered sensors. */
  readonly sensors: readonly Sensor[];
  readonly factsOf: FactsOf;
}

/** @param nowMs by the database's clock */
export async function readFarmBoards(
  database: Database,
  farmId: string,
  nowMs: number,
): Promise<FarmBoards> {
  const [sensors, lastSeen] = await Promise.all([
    listSensors(database, farmId),
    database.read(`lastSeen/${farmId}`),
  ]);
  return { sensors, factsOf: await boardFacts(database, { farmId, lastSeen, sensors }, nowMs) };
}

export interface SendingFarm {
  readonly farmId: string;
  /** `lastSeen/<farmId>`. */
  readonly lastSeen: Json;
  readonly sensors: readonly Pick<Sensor, "uid" | "greenhouse">[];
}

/** @param nowMs by the database's clock */
export async function boardFacts(
  database: Database,
  { farmId, lastSeen, sensors }: SendingFarm,
  nowMs: number,
): Promise<FactsOf> {
  const [stored, silentAfter] = await Promise.all([
    database.read(`boards/${farmId}`),
    readSilentAfter(database, farmId),
  ]);
  const boards = readBoards(stored, linkedUids(sensors));
  return ({ uid, greenhouse }) => {
    const { at } = parseLastSeen(fieldOf(lastSeen, uid));
    return {
      board: boards.get(uid),
      lastSeen: at,
      isSilent: greenhouse !== undefined && freshnessOf(at, silentAfter, nowMs) === "silent",
    };
  };
}
