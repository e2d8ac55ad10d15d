/**
 * What is wrong with a rules file, and where. Stages report faults by offset; only here do offsets become lines
 * and columns. Nothing in `rules/` throws for a fault in what it reads.
 */

/** Something wrong between two offsets of the text that was read. */
export interface Fault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Something wrong in a rules file, as it is shown to a person. Lines and columns count from 1. */
export interface RulesProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** The rule or the path it is about, such as "/rules/a/$b/.read". */
  readonly path: string;
}

/** One line that a person understands, such as `3:15: Unknown variable 'tr'. (/rules/.read)`. */
export function formatProblem(problem: RulesProblem): string {
  return `${problem.line}:${problem.column}: ${problem.message} (${problem.path})`;
}

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Where an offset stands in a text. Looks lines up in a table that is made once. */
export class LineTable {
  private readonly starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
      starts.push(at + 1);
    }
    this.starts = starts;
  }

  positionAt(offset: number): Position {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }
}
