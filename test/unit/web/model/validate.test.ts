import {
  faultOfBounds,
  faultOfEmail,
  faultOfName,
  faultOfPassword,
  faultOfPerson,
  faultOfUid,
  parseBound,
} from "../../../../web/src/model/validate";

test.each([
  ["Air, north bench", undefined],
  ["   ", "empty"],
  [` ${"x".repeat(100)} `, undefined],
  ["x".repeat(101), "tooLong"],
])("a name %p: %s", (text, fault) => {
  expect(faultOfName(text)).toBe(fault);
});

test.each([
  ["air-1", undefined],
  ["ä ö 'ü'", undefined],
  ["a/b", "forbiddenCharacters"],
  ["updatedAt", "reservedUid"],
  ["-OaNewEntry000000001", "uidLikeKey"],
])("a uid %p: %s", (text, fault) => {
  expect(faultOfUid(text)).toBe(fault);
});

test.each([
  ["someone", undefined],
  ["me", "alreadyMember"],
  ["", "empty"],
  ["a/b", "forbiddenCharacters"],
  ["x".repeat(129), "idTooLong"],
  ["sensor-ingest", "reservedId"],
])("a person %p: %s", (text, fault) => {
  expect(faultOfPerson(text, [{ uid: "me", role: "owner" }])).toBe(fault);
});

test.each([
  ["", null],
  [" 12 ", 12],
  ["12,5", 12.5],
  ["-3.25", -3.25],
  ["−3", -3],
  ["+4", 4],
  [".5", 0.5],
  ["1e3", "notANumber"],
  ["0x10", "notANumber"],
  ["warm", "notANumber"],
  ["9".repeat(400), "notANumber"],
])("a bound %p: %s", (text, value) => {
  expect(parseBound(text, "en-GB")).toBe(value);
});

test.each([
  ["en", "30,000", 30_000],
  ["en", "1,234,567.5", 1_234_567.5],
  ["en", "-1,000", -1000],
  ["en", "30.000", "ambiguous"],
  ["en", "-1.500", "ambiguous"],
  ["en", "1,500,20", "notANumber"],
  ["en", "1,234.567,8", "notANumber"],
  ["en", "0,850", 0.85],
  ["en", "1.2340", 1.234],
  ["de", "30.000", 30_000],
  ["de", "30.000,5", 30_000.5],
  ["de", "30,000", "ambiguous"],
  ["de", "26.5", 26.5],
  ["de-AT", "30 000", 30_000],
] as const)("in %s, %p is %p", (locale, text, value) => {
  expect(parseBound(text, locale)).toBe(value);
});

test.each([
  ["digits", "9".repeat(300_000) + "x"],
  ["digits and a dot", "9".repeat(300_000) + ".x"],
  ["digits behind a dot", "." + "9".repeat(300_000) + "x"],
])("a bound of very many %s is refused in linear time", (_, text) => {
  // Trying every split of the digits anew would take minutes.
  expect(parseBound(text, "en")).toBe("notANumber");
});

test("the lowest may be the highest, not above it", () => {
  expect(faultOfBounds(1, 1)).toBeUndefined();
  expect(faultOfBounds(2, 1)).toBe("minAboveMax");
  expect(faultOfBounds(null, 1)).toBeUndefined();
});

test.each([
  ["a@b", undefined],
  [" olga@example.com ", undefined],
  ["", "empty"],
  ["olga", "notAnEmail"],
  ["a@b@c", "notAnEmail"],
])("an e-mail address %p: %s", (text, fault) => {
  expect(faultOfEmail(text)).toBe(fault);
});

test.each([
  ["", false, "empty"],
  ["short", false, undefined],
  ["short", true, "shortPassword"],
  ["longer", true, undefined],
])("a password %p, new: %p: %s", (text, isNew, fault) => {
  expect(faultOfPassword(text, isNew)).toBe(fault);
});
