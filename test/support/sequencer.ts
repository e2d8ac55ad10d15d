/**
 * Orders the suites: those that start much or wait long come first, so that the many short ones
 * fill the gaps at the end. The folders of end-to-end tests and the suites that compute for long
 * alternate, because a suite that waits leaves the processor to one that computes. Within a folder
 * the order is jest's own: by the time of the last run.
 */

import Sequencer from "@jest/test-sequencer";
import type { Test } from "@jest/test-result";

/** Suites that need a core for a minute. */
const COMPUTES_LONG = /\/test\/(?:simulation\/|(?:rules|unit)\/.*\.thorough\.test)/;

export default class LongestFirst extends Sequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const turns = new Map<string, number>();
    const ranked = (await super.sort(tests)).map((test) => {
      const folder = COMPUTES_LONG.test(test.path)
        ? "computing"
        : (/\/(emulator\/test\/e2e|test\/(?:e2e\/\w+|rules|unit))\//.exec(test.path)?.[1] ?? "");
      const turn = turns.get(folder) ?? 0;
      turns.set(folder, turn + 1);
      const isLong = folder === "computing" || folder.includes("e2e");
      return { test, rank: isLong ? turn : folder === "test/rules" ? 1e3 : 1e6 };
    });
    return ranked.sort((first, second) => first.rank - second.rank).map(({ test }) => test);
  }
}
