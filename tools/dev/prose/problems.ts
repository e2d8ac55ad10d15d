/** Finds sentences and cells that are too long, and words that are not of the vocabulary, in Markdown. */

import { MAX_CELL_WORDS, MAX_SENTENCE_WORDS, TERMS } from "./limits.ts";

interface Passage {
  readonly line: number;
  readonly isCell: boolean;
  readonly text: string;
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Returns one line for each problem, with the line of the paragraph, item or cell. */
export function findProblems(markdown: string): readonly string[] {
  return passagesOf(markdown).flatMap(({ line, isCell, text }) => {
    const max = isCell ? MAX_CELL_WORDS : MAX_SENTENCE_WORDS;
    const pieces = isCell ? [text] : sentencesOf(text);
    return pieces.flatMap((piece) => {
      const words = countWords(piece);
      const long = words > max ? [`${line}: ${words} words, at most ${max}: ${piece}`] : [];
      const wrong = TERMS.filter(([term]) => term.test(piece));
      return [...long, ...wrong.map(([, better]) => `${line}: better ${better}: ${piece}`)];
    });
  });
}

/** Splits into paragraphs, list items and table cells. Fenced code, headings and HTML are left out. */
function passagesOf(markdown: string): readonly Passage[] {
  const passages: Passage[] = [];
  let open: { line: number; text: string } | undefined;
  const close = (): void => {
    if (open !== undefined) passages.push({ ...open, text: plain(open.text), isCell: false });
    open = undefined;
  };
  let isCode = false;
  for (const [index, source] of `${markdown}\n`.split("\n").entries()) {
    const text = source.trim();
    const line = index + 1;
    const isFence = text.startsWith("```");
    if (isFence) isCode = !isCode;
    const isItem = /^(?:[-*+]|\d+\.) /.test(text);
    if (isFence || isCode || isItem || /^$|^#|^\||^</.test(text)) close();
    if (isFence || isCode || /^$|^#|^</.test(text)) continue;
    if (text.startsWith("|")) {
      const cells = plain(text).split("|");
      passages.push(...cells.map((cell) => ({ line, text: cell.trim(), isCell: true })));
    } else {
      open = { line: open?.line ?? line, text: `${open?.text ?? ""} ${text}` };
    }
  }
  return passages;
}

/** Removes marks, and puts X for code, addresses and names of files. */
function plain(text: string): string {
  return text
    .replace(/^\s*(?:[-*+]|\d+\.) /, "")
    .replaceAll(/`[^`]*`/g, "X")
    .replaceAll(/\]\([^()]*\)/g, "")
    .replaceAll(/[[\]*]|\b_|_\b/g, "")
    .split(/\s+/)
    .map((word) => word.replace(/^<?https?:.*|^.*\.md\b/, "X"))
    .join(" ")
    .trim();
}

const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?])["”)]?\s+(?=["“(]?[\p{Lu}\p{N}])/u);
