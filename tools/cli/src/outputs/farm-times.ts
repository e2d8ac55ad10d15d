/** Times of outputs and plans for people, in the farm's time zone. */

import { parsePlace } from "@greenhouse/domain/identity/farm-records";
import { zonedClockOf } from "@greenhouse/domain/zoned-time";
import type { Database } from "../core/database";
import { farmCommand } from "../core/hint";

export interface FarmTimes {
  /** Returns for example "2026-01-02 04:04". */
  readonly minute: (at: number) => string;
  /** The same with the time zone, for a text with one time. */
  readonly zonedMinute: (at: number) => string;
  /** A sentence that names the time zone. */
  readonly remark: string;
}

export async function readFarmTimes(database: Database, farmId: string): Promise<FarmTimes> {
  return farmTimesOf(farmId, await database.read(`farms/${farmId}/place`));
}

/** @param stored `farms/<farmId>/place`. Without a place, times are in UTC. */
export function farmTimesOf(farmId: string, stored: unknown): FarmTimes {
  const timeZone = parsePlace(stored)?.timeZone;
  const { wall } = zonedClockOf(timeZone ?? "UTC");
  const minute = (at: number): string => wall(at).replace("T", " ");
  const setPlace = farmCommand("place", [farmId], { rest: "<latitude> <longitude>" });
  return {
    minute,
    zonedMinute: (at) => `${minute(at)} ${timeZone ?? "UTC"}`,
    remark:
      timeZone === undefined
        ? `Times are in UTC, because the farm has no place. Set it: ${setPlace}`
        : `Times are the farm's local times (${timeZone}).`,
  };
}
