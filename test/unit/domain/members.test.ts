import { memberRemoval, readNames } from "../../../domain/src/members";

test("a name goes with the membership", () => {
  expect(memberRemoval("oak", "nina")).toEqual({
    "farms/oak/members/nina": null,
    "farms/oak/names/nina": null,
    "users/nina/farms/oak": null,
  });
});

test("a name is a text that is not blank", () => {
  expect(readNames({ olga: "Olga", otto: " ", vera: 7, nina: { deep: true } })).toEqual(
    new Map([["olga", "Olga"]]),
  );
});
