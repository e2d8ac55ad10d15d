/** Changes of a greenhouse's notes. They behave like the changes in `changes.ts`. */

import type { Note } from "@greenhouse/domain/identity/notes";
import type { Writes } from "./writes";

export class NoteChanges {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** @param before the same note under its previous key, because the key depends on the note's time */
  save(greenhouseId: string, { key, ...note }: Note, before?: Note): Promise<void> {
    return this.#writes.store({
      ...(before && { [`notes/${greenhouseId}/${before.key}`]: null }),
      [`notes/${greenhouseId}/${key}`]: note,
    });
  }

  remove(greenhouseId: string, ...notes: readonly Note[]): Promise<void> {
    const paths = notes.map(({ key }) => [`notes/${greenhouseId}/${key}`, null] as const);
    return this.#writes.store(Object.fromEntries(paths));
  }
}
