import {
  farmCreatorPath,
  parseFarmCreation,
  parseFarmCreators,
} from "@greenhouse/domain/identity/farm-creation";

test.each([
  [undefined, "anyone"],
  [null, "anyone"],
  ["anyone", "anyone"],
  ["listed", "listed"],
  // An unknown value is meant to restrict the creation of farms.
  ["closed", "listed"],
  ["Anyone", "listed"],
  ["", "listed"],
  [false, "listed"],
  [true, "listed"],
  [0, "listed"],
  [{ anyone: "anyone" }, "listed"],
  [["anyone"], "listed"],
])("%j: %s", (stored, farmCreation) => {
  expect(parseFarmCreation(stored)).toBe(farmCreation);
});

test.each<[stored: unknown, uids: readonly string[]]>([
  [undefined, []],
  [null, []],
  [true, []],
  ["olga", []],
  [{}, []],
  [{ olga: true, nina: true }, ["olga", "nina"]],
  [{ olga: true, otto: false, vera: "true", ivan: 1, iris: { deep: true }, jan: null }, ["olga"]],
  // The SDK turns children whose names are numbers into a list with holes.
  [
    [null, true, undefined, true],
    ["1", "3"],
  ],
  [JSON.parse('{"__proto__": true, "constructor": true}'), ["__proto__", "constructor"]],
])("%j lists %j", (stored, uids) => {
  expect(parseFarmCreators(stored)).toEqual(uids);
});

test("a person's place on the list", () => {
  expect(farmCreatorPath("olga")).toBe("farmCreators/olga");
});
