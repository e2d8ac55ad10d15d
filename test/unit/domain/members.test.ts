import { leaving, memberRemoval, parseNames, ROLES } from "@greenhouse/domain/identity/members";

test("the roles", () => {
  expect(ROLES).toEqual(["owner", "viewer"]);
});

test("an owner removes the farm's records of a person, but not the person's list", () => {
  expect(memberRemoval("oak", "nina")).toEqual({
    "farms/oak/members/nina": null,
    "farms/oak/names/nina": null,
  });
});

test("a person who leaves removes the farm from their own list", () => {
  expect(leaving("oak", "nina")).toEqual({
    "farms/oak/members/nina": null,
    "farms/oak/names/nina": null,
    "users/nina/farms/oak": null,
  });
});

test.each<[stored: unknown, names: readonly (readonly [string, string])[]]>([
  [undefined, []],
  [null, []],
  ["Olga", []],
  [7, []],
  [{ otto: "\u200b", vera: "\u202eagl0", nina: "x".repeat(101), jan: "a\nb" }, []],
  [{ olga: "Olga", otto: " ", vera: 7, nina: { deep: true }, jan: null }, [["olga", "Olga"]]],
  [[null, "One"], [["1", "One"]]],
  [JSON.parse('{"__proto__": "Olga"}'), [["__proto__", "Olga"]]],
])("the names in %j", (stored, names) => {
  expect([...parseNames(stored)]).toEqual(names);
});
