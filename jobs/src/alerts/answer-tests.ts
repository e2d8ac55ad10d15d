/**
 * Sends the test messages that people asked for, and answers what became of them. A person has one test of each
 * channel, so that nobody delays those of others.
 */

import { readAlertTest } from "../../../domain/src/alert-records";
import { CHANNELS, type Channel } from "../../../domain/src/alerts";
import { inParallel } from "../../../domain/src/in-parallel";
import { entriesOf } from "../../../domain/src/stored";
import type { Database } from "../database";
import type { Outcome } from "../delivery/outcome";
import type { Problem } from "../messages/problem";
import type { Log } from "../log";
import { pagesOf } from "../pages";
import type { SendTest } from "./senders";

interface AskedTest {
  readonly path: string;
  readonly person: string;
  readonly channel: Channel;
  readonly farmId: string;
  readonly askedAt: number;
}

const MINUTE = 60_000;
/** Whoever asked before this has stopped waiting, and has seen the answer. */
const MAX_AGE_MS = 10 * MINUTE;
const AT_ONCE = 5;
/** In one run. The oldest come first, so that each is answered in the end. */
const MAX_TESTS = 30;
/** People that are read at once. */
const PAGE_SIZE = 200;

export interface TestParts {
  readonly database: Database;
  readonly sendTest: SendTest;
  readonly wordProblem: (farmId: string, problem: Problem) => Promise<string>;
  readonly log: Pick<Log, "farmFailed">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Nothing more is begun from this time on, in Unix milliseconds. */
  readonly until: number;
}

export async function answerTests(parts: TestParts): Promise<void> {
  const { database, sendTest, wordProblem, log, now, until } = parts;
  await inParallel(await readOldest(database, now()), AT_ONCE, async (test) => {
    if (now() >= until) return;
    const { path, farmId, person, channel, askedAt } = test;
    const failed = (error: unknown): Outcome => {
      log.farmFailed(farmId, error);
      return { kind: "refused", problem: { code: "notPrepared" } };
    };
    const problem =
      now() - askedAt > MAX_AGE_MS
        ? ({ code: "askedTooLate" } as const)
        : problemOf(await sendTest(farmId, person, channel).catch(failed));
    const answer = {
      ...{ farmId, askedAt, doneAt: now() },
      ...(problem !== undefined && { problem: await wordProblem(farmId, problem) }),
    };
    await database.update({ [path]: answer });
  });
}

/** The tests that were asked for first and have no answer. Removes answers that nobody waits for any more. */
async function readOldest(database: Database, now: number): Promise<readonly AskedTest[]> {
  let oldest: readonly AskedTest[] = [];
  for await (const people of pagesOf(database, "alertTests", PAGE_SIZE)) {
    const done: Record<string, null> = {};
    const asked = people.flatMap(([person, tests]) =>
      entriesOf(tests).flatMap(([name, stored]): AskedTest[] => {
        const path = `alertTests/${person}/${name}`;
        const channel = CHANNELS.find((each) => each === name);
        const test = readAlertTest(stored);
        const isDone = test === undefined || (test.doneAt ?? now) < now - MAX_AGE_MS;
        if (isDone || channel === undefined) done[path] = null;
        if (isDone || channel === undefined || test.doneAt !== undefined) return [];
        return [{ path, person, channel, farmId: test.farmId, askedAt: test.askedAt }];
      }),
    );
    oldest = [...oldest, ...asked].toSorted((a, b) => a.askedAt - b.askedAt).slice(0, MAX_TESTS);
    if (Object.keys(done).length > 0) await database.update(done);
  }
  return oldest;
}

function problemOf(outcome: Outcome): Problem | undefined {
  switch (outcome.kind) {
    case "delivered":
      return undefined;
    case "gone":
      return { code: "subscriptionEnded" };
    case "retry":
    case "refused":
      return outcome.problem;
  }
}
