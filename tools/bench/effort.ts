/** Says how much is measured. */

import type { Subject } from "./subjects.ts";

export interface Effort {
  readonly rounds: number;
  /** Duration of one subject in one round. */
  readonly seconds: number;
  readonly coldStarts: number;
  /** How long a view of the page is used. */
  readonly useSeconds: number;
  /** Lengths of the histories in the embedded database, ascending. */
  readonly histories: readonly number[];
}

export const FULL: Effort = {
  rounds: 5,
  seconds: 1,
  coldStarts: 10,
  useSeconds: 600,
  histories: [1_000, 100_000, 1_000_000],
};

/** Shows that everything works; the figures mean little. */
export const QUICK: Effort = {
  ...FULL,
  rounds: 2,
  coldStarts: 2,
  useSeconds: 30,
  histories: [1_000, 100_000],
};

/** The settings of a measurement. */
export interface Bench {
  readonly effort: Effort;
  /** `host:port` of a database in which the sensors are registered. */
  readonly databaseAddress: string;
  /** The functions of an earlier commit, if they are compared. */
  readonly earlier: readonly Subject[];
}
