/** What members change about the notes of a greenhouse. Each resolves once stored, and rejects if it is refused. */

import { ref, update } from "firebase/database";
import type { Database } from "firebase/database";
import type { Note } from "../../../domain/src/notes";

export class NoteChanges {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param before the same note under another key: it is at another time now */
  save(greenhouseId: string, { key, ...note }: Note, before?: Note): Promise<void> {
    return this.#update({
      ...(before && { [`notes/${greenhouseId}/${before.key}`]: null }),
      [`notes/${greenhouseId}/${key}`]: note,
    });
  }

  remove(greenhouseId: string, { key }: Note): Promise<void> {
    return this.#update({ [`notes/${greenhouseId}/${key}`]: null });
  }

  #update(values: Readonly<Record<string, unknown>>): Promise<void> {
    return update(ref(this.#database), values);
  }
}
