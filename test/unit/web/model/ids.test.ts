import { idOf } from "../../../../web/src/model/farm/ids";

test.each([
  ["Sunny Acres", "sunny-acres-01234"],
  ["  Gärten & Söhne!", "garten-sohne-01234"],
  ["温室", "01234"],
])("creates an id from %p", (name, id) => {
  expect(idOf(name, Uint8Array.of(0, 1, 2, 3, 36))).toBe(id);
});
