/** Sends the test messages that people asked for, and answers what became of them. */

import type { Channel } from "../../../domain/src/alerts";
import { inParallel } from "../../../domain/src/in-parallel";
import type { Database } from "../database";
import type { Outcome } from "../delivery/outcome";
import type { SendTest } from "./channels";
import { entriesOf, fieldOf, numberOf } from "../../../domain/src/stored";

interface AskedTest {
  readonly farmId: string;
  readonly person: string;
  readonly channel: Channel;
  readonly askedAt: number;
}

const MINUTE = 60_000;
/** Who asked before does not wait any more. */
const MAX_AGE_MS = 10 * MINUTE;
const AT_ONCE = 5;

/** @param now Unix milliseconds */
export async function answerTests(
  database: Database,
  sendTest: SendTest,
  now: () => number,
): Promise<void> {
  await inParallel(readTests(await database.get("alertTests")), AT_ONCE, async (test) => {
    const { farmId, person, channel, askedAt } = test;
    const isLate = now() - askedAt > MAX_AGE_MS;
    const problem = isLate
      ? "Nobody watched the farm when this was asked for. Ask again."
      : problemOf(await sendTest(farmId, person, channel));
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

/** Those without an answer. */
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
  return text === "email" || text === "push" || text === "webhook";
}
