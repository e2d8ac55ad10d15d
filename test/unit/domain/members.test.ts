import { memberRemoval, readNames } from "../../../domain/src/members";

test("a name goes with the membership", () => {
  expect(memberRemoval("oak", "nina")).toEqual({
    "farms/oak/members/nina": null,
    "farms/oak/names/nina": null,
    "users/nina/farms/oak": null,
  });
});

test("names are texts that show something", () => {
  expect(readNames({ olga: "Olga", otto: " ", vera: 7, nina: { deep: true } })).toEqual(
    new Map([["olga", "Olga"]]),
  );
});
