/** Looks for boards that are heard badly, run an older program than others of their farm, or are silent. */

import { pagesOf } from "@greenhouse/database/client/pages";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Database } from "../core/database";
import { farmCommand } from "../core/hint";
import { count, named } from "../core/text";
import { formatMinute } from "../core/time";
import { signalText } from "../farm/board-text";
import { boardFacts } from "../farm/stored-boards";
import type { BoardFacts, SendingFarm } from "../farm/stored-boards";
import { readSensor } from "../farm/stored-farms";
import type { Sensor } from "../farm/stored-farms";
import { ok, warn } from "./check";
import type { DoctorResult } from "./check";

const NAME = "boards";
/** A farm may have hundreds of boards. */
const FARMS_A_PAGE = 20;
/** Farms that are read at the same time. */
const MAX_PARALLEL = 5;

interface Problem {
  readonly title: string;
  readonly remedy: (uids: readonly string[]) => string;
  /** Returns what is wrong with a board; undefined if nothing is. */
  readonly of: (facts: BoardFacts) => string | undefined;
}

const PROBLEMS: readonly Problem[] = [
  {
    title: "Weak signal",
    remedy: () => "Move boards with a weak signal, their antenna or the access point.",
    of: ({ board }) =>
      board?.isWeak === true ? signalText({ ...board, isWeak: false }) : undefined,
  },
  {
    title: "Older program",
    remedy: () => "Install the newer program on the older boards.",
    of: ({ board }) =>
      board?.newer === undefined ? undefined : `${board.version}, others have ${board.newer}`,
  },
  {
    title: "Silent",
    remedy: (uids) =>
      `Check power and network of silent boards, and their log. More: ${farmCommand("sensor show", uids.slice(0, 1))}`,
    of: ({ isSilent, lastSeen }) =>
      isSilent && lastSeen !== undefined ? `since ${formatMinute(lastSeen)}` : undefined,
  },
];

/** @param nowMs by the database's clock. Ignores sensors without a greenhouse, which cannot send. */
export async function checkBoards(database: Database, nowMs: number): Promise<DoctorResult> {
  let boards = 0;
  const found = PROBLEMS.map(() => new Map<string, string>());
  const sensorsOf = await readLinkedSensors(database);
  for await (const page of pagesOf(database, "lastSeen", FARMS_A_PAGE)) {
    const factsOfFarms = new Map<string, readonly (readonly [string, BoardFacts])[]>();
    await inParallel(page, MAX_PARALLEL, async ([farmId, lastSeen]) => {
      const farm = { farmId, lastSeen, sensors: sensorsOf.get(farmId) ?? [] };
      factsOfFarms.set(farmId, await sendingBoards(database, farm, nowMs));
    });
    for (const [uid, facts] of page.flatMap(([farmId]) => factsOfFarms.get(farmId) ?? [])) {
      boards += 1;
      for (const [index, { of }] of PROBLEMS.entries()) {
        const text = of(facts);
        if (text !== undefined) found[index]?.set(uid, text);
      }
    }
  }
  const problems = PROBLEMS.flatMap((problem, index) => {
    const all = [...(found[index] ?? [])];
    return all.length === 0 ? [] : [{ problem, all }];
  });
  if (problems.length === 0) {
    return ok(
      NAME,
      boards === 0
        ? "No board has sent anything yet."
        : `${count(boards, "board sends", "boards send")} in time. None has a weak signal or an older program.`,
    );
  }
  return warn(
    NAME,
    problems
      .map(({ problem, all }) => {
        const boardTexts = all.map(([uid, text]) => `${uid} (${text})`);
        return `${problem.title}: ${named(boardTexts)}.`;
      })
      .join(" "),
    problems.map(({ problem, all }) => problem.remedy(all.map(([uid]) => uid))).join(" "),
  );
}

/** Returns the linked sensors of each farm. A query by farm would need the index of the rules, which may be missing. */
async function readLinkedSensors(
  database: Database,
): Promise<ReadonlyMap<string, readonly Sensor[]>> {
  const linked: Sensor[] = [];
  for await (const page of pagesOf(database, "registeredSensors")) {
    const sensors = page.flatMap(([uid, value]) => readSensor(uid, value) ?? []);
    linked.push(...sensors.filter(({ greenhouse }) => greenhouse !== undefined));
  }
  return Map.groupBy(linked, ({ farmId }) => farmId);
}

/** Returns the boards of the farm's sensors that have sent something. */
async function sendingBoards(
  database: Database,
  farm: SendingFarm,
  nowMs: number,
): Promise<readonly (readonly [string, BoardFacts])[]> {
  const factsOf = await boardFacts(database, farm, nowMs);
  const byUid = new Map(farm.sensors.map((sensor) => [sensor.uid, sensor]));
  return entriesOf(farm.lastSeen).flatMap(([uid]) => {
    const sensor = byUid.get(uid);
    return sensor === undefined ? [] : [[uid, factsOf(sensor)] as const];
  });
}
