/**
 * Parses the rows of a file: CSV as `farm readings export` writes it or with other columns, and
 * newline-delimited JSON. Each row gives a reading or a problem; the rows after a bad row are still
 * parsed. Pure.
 */

import { failed } from "../core/failure";
import { createCsvParser } from "./csv-rows";
import { PLAIN_FORMAT } from "./format";
import type { FileFormat } from "./format";
import type { FoundReading, RowSettings } from "./found-reading";
import { readSeparator } from "./header";
import { parseJsonLine } from "./json-rows";
import { createLocalTimes } from "./local-times";
import { MAX_LINE_CHARACTERS } from "./text-lines";
import type { TextLine } from "./text-lines";

export type Row =
  ({ readonly line: number } & FoundReading) | { readonly line: number; readonly problem: string };

const TOO_LONG = `is longer than ${MAX_LINE_CHARACTERS} characters.`;

/** @throws CommandError (failed) if the file as a whole cannot be read */
export async function* readRows(
  lines: AsyncIterable<TextLine>,
  given: RowSettings,
): AsyncGenerator<Row> {
  const { format = PLAIN_FORMAT, onDoubledHour = () => undefined } = given;
  const settings = { ...given, format, localTime: createLocalTimes(format, onDoubledHour) };
  let separated: FileFormat | undefined;
  let parse: ((text: string) => FoundReading | string) | undefined;
  for await (const { number, text } of lines) {
    const isTooLong = text.length > MAX_LINE_CHARACTERS;
    if (parse === undefined) {
      if (isTooLong) throw failed(`Line ${number} ${TOO_LONG}`, "Is it a text file?");
      if (text.trimStart().startsWith("{")) {
        refuseFormatOfJson(format);
        parse = (line) => parseJsonLine(line, settings);
      } else {
        const isFirst = separated === undefined;
        separated ??= readSeparator(text, number, format);
        if (!isFirst || separated === undefined)
          parse = createCsvParser(text, number, { ...settings, format: separated ?? format });
        continue;
      }
    }
    const result = isTooLong ? `It ${TOO_LONG}` : parse(text);
    yield typeof result === "string"
      ? { line: number, problem: result }
      : { line: number, ...result };
  }
}

/** @throws CommandError (failed) */
function refuseFormatOfJson({ columns, delimiter, decimal }: FileFormat): void {
  if (columns.length === 0 && delimiter === undefined && decimal === ".") return;
  throw failed(
    "--columns, --delimiter and --decimal are only for CSV, but the file is newline-delimited JSON.",
    "Run it again without these options.",
  );
}
