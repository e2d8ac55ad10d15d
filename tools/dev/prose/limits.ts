/** The limits of the documents, as data. */

/** The documents whose sentences and cells are checked. */
export const DOCUMENTS = [
  "{README,ARCHITECTURE,CONTRIBUTING,SECURITY,CHANGELOG}.md",
  "docs/*.md",
  "devices/**/*.md",
  "emulator/README.md",
];

export const MAX_SENTENCE_WORDS = 28;
export const MAX_CELL_WORDS = 25;

/** Words that people write in all files that match: code and tables included, generated parts not. */
export const BUDGETS: Readonly<Record<string, number>> = {
  "README.md": 1_300,
  "ARCHITECTURE.md": 1_500,
  "CHANGELOG.md": 1_500,
  "docs/performance.md": 700,
  "docs/*.md": 15_950,
};

/** What a document does not say, and what it says instead. Code in backquotes is not read. */
export const TERMS: readonly (readonly [RegExp, string])[] = [
  [/\broll(?:ed)?-ups?\b/i, "rollup"],
  [/\broll(?:s|ed|ing)? up\b/i, "fold"],
  [/\b(?:is|are|was|were) no (?!longer|more|less|fewer)\w+/i, '"is not a …"'],
  [/\bemails?\b/i, "e-mail"],
  [/\bweb hooks?\b/i, "webhook"],
  [/\btime stamps?\b/i, "timestamp"],
  [/\b[Gg]ithub\b/, "GitHub"],
  [/\bwithout a word\b/i, '"without contact"'],
  [/^(?:Of|That|Those|Whoever|Whose|None|Nor|Yet|From when)\b/, "a subject at the start"],
];
