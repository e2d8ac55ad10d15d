import {
  checkId,
  checkName,
  isDatabaseKey,
  isLikePushKey,
  MAX_PERSON_CHARACTERS,
} from "@greenhouse/domain/identity/keys";

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

test.each([
  ["air-1", undefined],
  ["x".repeat(100), undefined],
  ["x".repeat(101), "tooLong"],
  ["", "empty"],
  ["a.b", "forbiddenCharacters"],
  ["../farms", "forbiddenCharacters"],
  ["a\u0000", "forbiddenCharacters"],
  ["a\u0085", "forbiddenCharacters"],
  ["a\u2028b", "forbiddenCharacters"],
  ["a\u202eb", "forbiddenCharacters"],
  ["a\n".repeat(101), "forbiddenCharacters"],
  [" ", "empty"],
  ["\u200b\u3164", "empty"],
  ["north 1", undefined],
  ["ä".repeat(100), undefined],
  ["a\ud83c", "forbiddenCharacters"],
  ["__proto__", "breaksObjects"],
  ["hasOwnProperty", "breaksObjects"],
])("the id %j: %s", (id, problem) => {
  expect(checkId(id)).toBe(problem);
});

test.each([
  ["x".repeat(128), undefined],
  ["x".repeat(129), "tooLong"],
])("the uid of a person, %j: %s", (uid, problem) => {
  expect(checkId(uid, MAX_PERSON_CHARACTERS)).toBe(problem);
});

test.each([
  ["-OaNewEntry000000001", true],
  ["-".repeat(20), true],
  ["-garden_gate-left-01", true],
  ["OaNewEntry0000000001", false],
  ["-OaNewEntry00000001", false],
  ["-OaNewEntry0000000001", false],
  ["-a b c d e f g h i j", false],
])("%j looks like a push key: %s", (uid, isLike) => {
  expect(isLikePushKey(uid)).toBe(isLike);
});

test.each([
  ["Air, north bench", undefined],
  ["a/b.c <img onerror>", undefined],
  ["x".repeat(100), undefined],
  ["x".repeat(101), "tooLong"],
  ["", "empty"],
  ["two\nlines", "lineBreak"],
  ["two\u2028lines", "lineBreak"],
  ["\u200b", "empty"],
  ["Oak\u202egpj.exe", "hiddenCharacters"],
  ["\u001b[31mred", "hiddenCharacters"],
])("the name %j: %s", (name, problem) => {
  expect(checkName(name)).toBe(problem);
});
