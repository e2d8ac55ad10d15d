import {
  faultOfEmail,
  faultOfName,
  faultOfPassword,
  faultOfUid,
} from "../../../../web/src/model/input/validate";

test.each([
  ["Air, north bench", undefined],
  ["   ", "empty"],
  [` ${"x".repeat(100)} `, undefined],
  ["x".repeat(101), "tooLong"],
  ["\u200b \u2800", "empty"],
  ["Air\u0007", "hiddenCharacters"],
  ["\u202eriA", "hiddenCharacters"],
  ["Air\nSoil", "lineBreak"],
])("checks the name %p: %s", (text, fault) => {
  expect(faultOfName(text)).toBe(fault);
});

test.each([
  ["air-1", undefined],
  ["ä ö 'ü'", undefined],
  ["a/b", "forbiddenCharacters"],
  ["updatedAt", "reservedUid"],
  ["__proto__", "reservedUid"],
  ["hasOwnProperty", "reservedUid"],
  ["-OaNewEntry000000001", "uidLikeKey"],
])("checks the uid %p: %s", (text, fault) => {
  expect(faultOfUid(text)).toBe(fault);
});

test.each([
  ["a@b", undefined],
  [" olga@example.com ", undefined],
  ["", "empty"],
  ["olga", "notAnEmail"],
  ["a@b@c", "notAnEmail"],
])("checks the e-mail address %p: %s", (text, fault) => {
  expect(faultOfEmail(text)).toBe(fault);
});

test.each([
  ["", false, "empty"],
  ["short", false, undefined],
  ["short", true, "shortPassword"],
  ["longer", true, undefined],
])("checks the password %p (new: %p): %s", (text, isNew, fault) => {
  expect(faultOfPassword(text, isNew)).toBe(fault);
});
