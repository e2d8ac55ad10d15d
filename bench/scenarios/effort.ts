/** How much is measured. */

export interface Effort {
  readonly rounds: number;
  /** Of one subject in one round. */
  readonly seconds: number;
  /** Of the registered sensors, how many send where many do. */
  readonly manySensors: number;
  readonly coldStarts: number;
  /** Sensors that send once each while the memory is watched. */
  readonly distinctSensors: number;
  /** Entries of the histories in the embedded database, ascending. */
  readonly histories: readonly number[];
}

export const FULL: Effort = {
  rounds: 5,
  seconds: 1,
  manySensors: 100_000,
  coldStarts: 10,
  distinctSensors: 100_000,
  histories: [1_000, 100_000, 1_000_000],
};

/** Shows that everything works; the figures say little. */
export const QUICK: Effort = {
  rounds: 2,
  seconds: 1,
  manySensors: 20_000,
  coldStarts: 2,
  distinctSensors: 30_000,
  histories: [1_000, 100_000],
};

/** For `--million`: takes minutes more. */
export const MILLION = 1_000_000;
