/**
 * The order of the suites: those that start much or wait long come first, so that the many short ones fill the gaps at
 * the end. Within a folder it is jest's own order: by the time of the last run.
 */

import Sequencer from "@jest/test-sequencer";
import type { Test } from "@jest/test-result";

/** The first that a path holds counts. */
const FOLDERS = ["e2e/scripts", "e2e/faults", "e2e/web", "e2e/devices", "e2e/cli", "e2e", "rules"];

export default class LongestFirst extends Sequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const sorted = await super.sort(tests);
    return sorted.sort((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}

function rankOf(path: string): number {
  const rank = FOLDERS.findIndex((folder) => path.includes(`/test/${folder}/`));
  return rank === -1 ? FOLDERS.length : rank;
}
