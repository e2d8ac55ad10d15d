/** Problems in a rules file and their positions. Only this file converts offsets to lines and columns. */

/** Thrown by the stages that stop at the first mistake in a text. `compileRules` converts it to a `RulesProblem`. */
export class Fault extends Error {
  constructor(
    message: string,
    /** Offset in the text. */
    readonly start: number,
  ) {
    super(message);
  }
}

/** A mistake in a rules file, for a person. Lines and columns count from 1. */
export interface RulesProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** The rule or path with the mistake, such as "/rules/a/$b/.read". */
  readonly path: string;
}

/** Returns a line such as `3:15: Unknown variable 'tr'. (/rules/.read)`. */
export function formatProblem(problem: RulesProblem): string {
  return `${problem.line}:${problem.column}: ${problem.message} (${problem.path})`;
}

export interface Position {
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

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
