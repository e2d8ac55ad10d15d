import { escapeFormulas, quoteCell, unescapeFormulas } from "@greenhouse/domain/words/csv-text";

test.each([
  ["=1+1", "'=1+1"],
  ["\uff1d1", "'\uff1d1"],
  ["\t=1", "'\t'=1"],
  ["@a;b", "'@a;b"],
  ["a;=cmd", "a;'=cmd"],
  ["a;;-1;+2\t@3", "a;;'-1;'+2\t'@3"],
  ['a;"=cmd"', `a;'"=cmd"`],
  ["a\n=cmd", "a\n'=cmd"],
  ["-a;=b", "'-a;'=b"],
  ["'a;=b", "'a;'=b"],
  ["a,=b", "a,=b"],
  ["a-b; c+d", "a-b; c+d"],
  ["north-1", "north-1"],
])("%j has no formula as %j, and is found again", (text, escaped) => {
  expect(escapeFormulas(text)).toBe(escaped);
  expect(unescapeFormulas(escaped)).toBe(text);
});

test.each([
  ["a", "a"],
  ['a,"b"', '"a,""b"""'],
  ["a\r\nb", '"a\r\nb"'],
])("%j is quoted as %j", (text, quoted) => {
  expect(quoteCell(text)).toBe(quoted);
});
