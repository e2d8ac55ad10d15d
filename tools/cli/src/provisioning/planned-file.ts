/** A file that a command will write, once everything is checked. */

export interface PlannedFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}
