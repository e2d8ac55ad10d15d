/** Looks for boards that are heard badly, run an older program than others of their farm, or are silent. */

import { pagesOf } from "@greenhouse/database/client/pages";
import { entriesOf, textOf } from "@greenhouse/domain/stored";
import type { Database } from "../core/database";
import { farmCommand } from "../core/hint";
import { count, named } from "../core/text";
import { formatMinute } from "../core/time";
import { signalText } from "../farm/board-text";
import { boardFacts } from "../farm/stored-boards";
import type { BoardFacts } from "../farm/stored-boards";
import { ok, warn } from "./check";
import type { DoctorResult } from "./check";

const NAME = "boards";
/** A farm may have hundreds of boards. */
const FARMS_A_PAGE = 20;

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
  for await (const page of pagesOf(database, "lastSeen", FARMS_A_PAGE)) {
    for (const [farmId, lastSeen] of page) {
      const factsOf = await boardFacts(database, farmId, lastSeen, nowMs);
      for (const [uid] of entriesOf(lastSeen)) {
        const facts = factsOf({ uid, greenhouse: LINKED });
        const texts = PROBLEMS.map(({ of }) => of(facts));
        const isProblem = texts.some((text) => text !== undefined);
        if (isProblem && !(await isLinked(database, uid, farmId))) continue;
        boards += 1;
        texts.forEach((text, index) => {
          if (text !== undefined) found[index]?.set(uid, text);
        });
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

/** Stands for a greenhouse until the registration is read, which only boards with problems need. */
const LINKED = "any";

async function isLinked(database: Database, uid: string, farmId: string): Promise<boolean> {
  const registration = await database.read(`registeredSensors/${uid}`);
  return (
    textOf(registration, "farmId") === farmId && textOf(registration, "greenhouse") !== undefined
  );
}
