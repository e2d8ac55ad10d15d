/** Splits text into lines, however it is cut into chunks. Pure. */

export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** No reading is longer. A file without line breaks holds no readings, and is not kept whole in memory. */
export const MAX_LINE_CHARACTERS = 100_000;

/** The lines that are not blank, without a byte order mark. What is too long is cut off behind the limit. */
export async function* readTextLines(chunks: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let number = 0;
  let rest = "";
  let lineEnd: string | undefined;
  for await (const chunk of chunks) {
    const text = rest + chunk;
    // The first line's end tells: old programs end lines with a carriage return alone.
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
