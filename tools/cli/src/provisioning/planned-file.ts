/** A file that a command will write, once everything is checked. */

export interface PlannedFile {
  /** The uid of its board, or "the sheet". */
  readonly owner: string;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}
