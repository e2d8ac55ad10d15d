/** The owners' changes of outputs. They behave like the changes in `changes.ts`. */

import { outputDefinition, outputRemoval } from "@greenhouse/domain/outputs/updates";
import type { Output, OutputId } from "@greenhouse/domain/outputs/model";
import { fieldOf } from "@greenhouse/domain/stored";
import type { Writes } from "./writes";

export class OutputChanges {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** Adds or changes an output. @param stored `outputs/<farmId>`, which must have space for the output */
  define(id: OutputId, output: Output, stored: unknown): Promise<void> {
    const update = outputDefinition(id, output, fieldOf(stored, id.uid));
    if (update === undefined) throw new Error("The board has no room for another output.");
    return this.#writes.store(update);
  }

  /** Removes the output with its orders and their log. */
  remove(id: OutputId): Promise<void> {
    return this.#writes.store(outputRemoval(id));
  }
}
