import { isExpectedKey, isSameSecret, listKeys } from "../../../../functions/src/http/secret";

test.each([
  ["the same", "key", "key", true],
  ["another", "key", "kez", false],
  ["a longer one", "key", "key ", false],
  ["another case", "key", "Key", false],
  ["empty and empty", "", "", true],
])("%s", (_name, one, other, expected) => {
  expect(isSameSecret(one, other)).toBe(expected);
});

test.each([
  ["the first of two keys", "a", ["a", "b"], true],
  ["the second of two keys", "b", ["a", "b"], true],
  ["both at once", "a,b", ["a", "b"], false],
  ["no key", undefined, ["a"], false],
  ["a key where none is set", "a", [], false],
  ["an empty key where none is set", "", [], false],
])("%s", (_name, key, expectedKeys, isExpected) => {
  expect(isExpectedKey(key, expectedKeys)).toBe(isExpected);
});

describe("a farm's key", () => {
  const older = "0123456789abcdef";
  const newer = "fedcba9876543210";

  test.each([
    ["one key", older, [older]],
    ["two keys", `${newer},${older}`, [`${newer},${older}`, newer, older]],
    ["a key with a comma in it", "tomatoes,peppers", ["tomatoes,peppers"]],
    ["one key and a short word", `${older},pepper`, [`${older},pepper`]],
    ["three", `${older},${newer},${older}`, [`${older},${newer},${older}`]],
    ["nothing after the comma", `${older},`, [`${older},`]],
  ])("%s", (_, text, keys) => {
    expect(listKeys(text)).toEqual(keys);
  });
});
