/**
 * Reads the tables of test/cases/rules. They are plain text, so rules and expressions look like in a rules file.
 */

import { readFileSync } from "node:fs";
import path from "node:path";

export interface Section {
  /** The text after "# ". */
  readonly heading: string;
  readonly lines: readonly string[];
}

export function sectionsOf(name: string): readonly Section[] {
  const text = readFileSync(path.join(__dirname, "../cases/rules", name), "utf8");
  const [introduction = "", ...sections] = text.split(/^# /m);
  const sources = Array.from(introduction.matchAll(/^source (\w+):/gm), ([, source]) => source);
  return sections.map((section) => {
    const [heading = "", ...lines] = section.trimEnd().split("\n");
    const source = /\((\w+)\)$/.exec(heading)?.[1] ?? heading.split(",")[0];
    if (sources.length > 0 && !sources.includes(source)) throw new Error(`no source: ${heading}`);
    return { heading, lines };
  });
}
