/** Sends the test messages that people asked for, and answers what became of them. */

import { CHANNELS, type Channel } from "../../../domain/src/alerts";
import { inParallel } from "../../../domain/src/in-parallel";
import { entriesOf, fieldOf, numberOf } from "../../../domain/src/stored";
import type { Database } from "../database";
import type { Outcome } from "../delivery/outcome";
import type { Log } from "../log";
import type { SendTest } from "./channels";

interface AskedTest {
  readonly farmId: string;
  readonly person: string;
  readonly channel: Channel;
  readonly askedAt: number;
}

const MINUTE = 60_000;
/** Whoever asked before this has stopped waiting. */
const MAX_AGE_MS = 10 * MINUTE;
const AT_ONCE = 5;
/** In one run. The oldest come first, so that each is answered in the end. */
const MAX_TESTS = 30;

export interface TestParts {
  readonly database: Database;
  readonly sendTest: SendTest;
  readonly log: Pick<Log, "farmFailed">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Nothing more is begun from this time on, in Unix milliseconds. */
  readonly until: number;
}

export async function answerTests(parts: TestParts): Promise<void> {
  const { database, sendTest, log, now, until } = parts;
  const asked = readTests(await database.get("alertTests"));
  const oldest = asked.toSorted((a, b) => a.askedAt - b.askedAt).slice(0, MAX_TESTS);
  await inParallel(oldest, AT_ONCE, async (test) => {
    if (now() >= until) return;
    const { farmId, person, channel, askedAt } = test;
    const isLate = now() - askedAt > MAX_AGE_MS;
    const failed = (error: unknown): Outcome => {
      log.farmFailed(farmId, error);
      return { kind: "refused", problem: "The message could not be prepared." };
    };
    const problem = isLate
      ? "Nobody watched the farm when this was asked for. Ask again."
      : problemOf(await sendTest(farmId, person, channel).catch(failed));
    const answer = { askedAt, doneAt: now(), ...(problem !== undefined && { problem }) };
    await database.update({ [`alertTests/${farmId}/${person}/${channel}`]: answer });
  });
}

function problemOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case "delivered":
      return undefined;
    case "gone":
      return "The browser has ended this subscription. Switch push messages on again.";
    case "retry":
    case "refused":
      return outcome.problem;
  }
}

/** The tests that have no answer yet. */
function readTests(stored: unknown): readonly AskedTest[] {
  return entriesOf(stored).flatMap(([farmId, people]) =>
    entriesOf(people).flatMap(([person, tests]) =>
      entriesOf(tests).flatMap(([channel, test]): AskedTest[] => {
        const askedAt = numberOf(test, "askedAt");
        if (askedAt === undefined || fieldOf(test, "doneAt") !== undefined) return [];
        return isChannel(channel) ? [{ farmId, person, channel, askedAt }] : [];
      }),
    ),
  );
}

function isChannel(text: string): text is Channel {
  return CHANNELS.some((channel) => channel === text);
}
