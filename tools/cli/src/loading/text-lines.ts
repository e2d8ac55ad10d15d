/** Splits text into lines, in whatever chunks it arrives. Pure. */

export interface TextLine {
  /** The first line is 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * Longer than any reading. A file without line breaks has no readings, and must not be kept whole in
 * memory.
 */
export const MAX_LINE_CHARACTERS = 100_000;

/**
 * Yields the lines that are not blank, without a byte order mark. Cuts off lines that are too long
 * after the limit.
 */
export async function* readTextLines(chunks: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let number = 0;
  let rest = "";
  let lineEnd: string | undefined;
  for await (const chunk of chunks) {
    const text = rest + chunk;
    // The end of the first line decides: old programs end lines with only a carriage return.
    lineEnd ??= /\r(?=[^\n])|\n/.exec(text)?.[0];
    const lines = text.split(lineEnd ?? "\n");
    rest = (lines.pop() ?? "").slice(0, MAX_LINE_CHARACTERS + 1);
    for (const line of lines) {
      number += 1;
      const text = clean(line, number);
      if (text.trim() !== "") yield { number, text };
    }
  }
  const last = clean(rest, number + 1);
  if (last.trim() !== "") yield { number: number + 1, text: last };
}

function clean(line: string, number: number): string {
  const text = number === 1 && line.startsWith("\uFEFF") ? line.slice(1) : line;
  return (text.endsWith("\r") ? text.slice(0, -1) : text).slice(0, MAX_LINE_CHARACTERS + 1);
}
