/**
 * Sends the test messages that people asked for, and stores the outcomes. A person has one test for each channel, so that
 * nobody delays the tests of others.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { parseAlertTest } from "@greenhouse/domain/alerts/people-records";
import { CHANNEL_IDS, type Channel } from "@greenhouse/domain/alerts/channels";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { pagesOf } from "@greenhouse/database/client/pages";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Database } from "../database";
import { refused, type Outcome, type Problem } from "../delivery/outcome";
import { NOT_PREPARED, type DeliveryRun } from "./deliverer";

interface AskedTest {
  readonly path: string;
  readonly person: string;
  readonly channel: Channel;
  readonly farmId: string;
  readonly askedAt: number;
}

const ASKED_TOO_LATE: Problem = {
  en: "The farm was not checked when you asked for the test. Try again.",
  de: "Der Betrieb wurde nicht überwacht, als Sie den Test angefordert haben. Versuchen Sie es erneut.",
};
/** After this time nobody waits for the answer. */
const MAX_AGE_MS = 10 * MINUTE_MS;
const AT_ONCE = 5;
/** Tests of one run. The oldest come first, so that every test is answered. */
const MAX_TESTS = 30;
/** People that are read at once. */
const PAGE_SIZE = 200;

export async function answerTests(parts: DeliveryRun): Promise<void> {
  const { database, deliverer, log, now, until } = parts;
  await inParallel(await readOldest(database, now()), AT_ONCE, async (test) => {
    if (now() >= until) return;
    const { path, farmId, person, channel, askedAt } = test;
    const outcome: Outcome =
      now() - askedAt > MAX_AGE_MS
        ? refused(ASKED_TOO_LATE)
        : await deliverer.sendTest(farmId, person, channel).catch((error: unknown) => {
            log.farmFailed(farmId, error);
            return refused(NOT_PREPARED);
          });
    const problem = "problem" in outcome && outcome.problem;
    const answer = {
      farmId,
      askedAt,
      doneAt: now(),
      ...(problem && { problem: await deliverer.wordProblem(farmId, problem) }),
    };
    await database.update({ [path]: answer });
  });
}

/** Reads the oldest tests without an answer. Removes answers that nobody waits for. */
async function readOldest(database: Database, now: number): Promise<readonly AskedTest[]> {
  let oldest: readonly AskedTest[] = [];
  for await (const people of pagesOf(database, "alertTests", PAGE_SIZE)) {
    const done: Record<string, null> = {};
    const askedTests = people.flatMap(([person, tests]) =>
      entriesOf(tests).flatMap(([name, stored]): AskedTest[] => {
        const path = `alertTests/${person}/${name}`;
        const channel = CHANNEL_IDS.find((candidate) => candidate === name);
        const test = parseAlertTest(stored);
        const isDone = test === undefined || (test.doneAt ?? now) < now - MAX_AGE_MS;
        if (isDone || channel === undefined) done[path] = null;
        if (isDone || channel === undefined || test.doneAt !== undefined) return [];
        return [{ path, person, channel, farmId: test.farmId, askedAt: test.askedAt }];
      }),
    );
    oldest = [...oldest, ...askedTests]
      .toSorted((a, b) => a.askedAt - b.askedAt)
      .slice(0, MAX_TESTS);
    if (Object.keys(done).length > 0) await database.update(done);
  }
  return oldest;
}
