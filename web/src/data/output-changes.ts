/** The changes that owners make to the outputs of boards. They behave as those in `changes.ts`. */

import { outputRemoval } from "../../../domain/src/outputs";
import type { Output, OutputId } from "../../../domain/src/outputs";
import type { Writes } from "./writes";

export class OutputChanges {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  define({ farmId, uid, output }: OutputId, { membersMay, ...defined }: Output): Promise<void> {
    return this.#writes.store({
      [`outputs/${farmId}/${uid}/${output}`]: { ...defined, ...(membersMay && { membersMay }) },
    });
  }

  /** With its orders and their log. */
  remove(id: OutputId): Promise<void> {
    return this.#writes.store(outputRemoval(id));
  }
}
