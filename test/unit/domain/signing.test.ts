import { matchesAny } from "@greenhouse/domain/identity/signing";

test.each([
  ["the same", "key", ["key"], true],
  ["another", "key", ["kez"], false],
  ["a longer one", "key", ["key "], false],
  ["another case", "key", ["Key"], false],
  ["the first of two keys", "a", ["a", "b"], true],
  ["the second of two keys", "b", ["a", "b"], true],
  ["both at once", "a,b", ["a", "b"], false],
  ["no key", undefined, ["a"], false],
  ["a key where none is set", "a", [], false],
  ["an empty key where none is set", "", [], false],
])("%s", (_name, key, expectedKeys, isExpected) => {
  expect(matchesAny(key, expectedKeys)).toBe(isExpected);
});
