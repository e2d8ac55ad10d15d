/** What sensors of a farm measure. */

import type { Pin } from "../actors/board";
import type { Faults } from "../faults/faults";
import type { Random } from "../random";
import type { World } from "../world";

/** Quantities with their values. */
export type Measured = Readonly<Record<string, number>>;

export interface Climate {
  /** Returns what a device measures now; undefined: it is dead, and sends nothing. */
  readonly measure: (uid: string) => Measured | undefined;
}

export interface ClimateParts {
  readonly world: World;
  readonly random: Random;
  readonly faults: () => Faults;
  readonly isCalm: () => boolean;
  readonly pins: readonly Pin[];
}

export type ChooseClimate = (parts: ClimateParts) => Climate;
