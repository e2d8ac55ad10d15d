/** Reads the text files of test/cases: an introduction, then sections. */

import { readFileSync } from "node:fs";
import path from "node:path";

export interface Section {
  /** The text after "# ". */
  readonly heading: string;
  readonly lines: readonly string[];
}

/** @param file such as "rest/reading.txt" */
export function readCases(file: string): {
  readonly introduction: string;
  readonly sections: readonly Section[];
} {
  const text = readFileSync(path.join(__dirname, "../cases", file), "utf8");
  const [introduction = "", ...sections] = text.split(/^# /m);
  return {
    introduction,
    sections: sections.map((section) => {
      const [heading = "", ...lines] = section.trimEnd().split("\n");
      return { heading, lines };
    }),
  };
}

/** Returns a heading without its source. @param sources by the name in parentheses */
export function titleOf(heading: string, sources: object): string {
  const [, title = "", source = ""] = /^(.+) \((\w+)\)$/.exec(heading) ?? [];
  if (!Object.hasOwn(sources, source)) throw new Error(`no source: ${heading}`);
  return title;
}

/** Returns the sections of a table of rules. Its introduction lists the sources of the headings. */
export function rulesTable(name: string): readonly Section[] {
  const { introduction, sections } = readCases(`rules/${name}`);
  const sources = Array.from(introduction.matchAll(/^source (\w+):/gm), ([, source]) => source);
  for (const { heading } of sections) {
    const source = /\((\w+)\)$/.exec(heading)?.[1] ?? heading.split(",")[0];
    if (sources.length > 0 && !sources.includes(source)) throw new Error(`no source: ${heading}`);
  }
  return sections;
}
