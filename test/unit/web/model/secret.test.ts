import { farmKeyOf, idOf } from "../../../../web/src/model/secret";

test("a key is the bytes in base64url", () => {
  const bytes = new Uint8Array(24).fill(255);
  expect(farmKeyOf(bytes)).toBe("_".repeat(32));
  expect(farmKeyOf(Uint8Array.from({ length: 24 }, (_, place) => place))).toBe(
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
  );
});

test.each([
  ["Sunny Acres", "sunny-acres-01234"],
  ["  Gärten & Söhne!", "garten-sohne-01234"],
  ["温室", "01234"],
])("%p makes an id", (name, id) => {
  expect(idOf(name, Uint8Array.of(0, 1, 2, 3, 36))).toBe(id);
});
