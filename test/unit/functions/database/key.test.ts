import { isDatabaseKey } from "../../../../functions/src/database/key";

test.each([
  ["a", true],
  ["Gewächshaus 7 🌱", true],
  ["__proto__", true],
  ["-_~!@%^&*()+=|;:'\"<>,?`{}\\ ", true],
  ["x".repeat(768), true],
  ["x".repeat(769), false],
  ["ä".repeat(384), true],
  ["ä".repeat(385), false],
  ["", false],
  ["a.b", false],
  ["a#b", false],
  ["a$b", false],
  ["a[b", false],
  ["a]b", false],
  ["a/b", false],
  ["a\u0000b", false],
  ["a\nb", false],
  ["a\u007fb", false],
  ["a\ud83c", false],
  ["\udf31a", false],
])("%j: %s", (text, isKey) => {
  expect(isDatabaseKey(text)).toBe(isKey);
});
