import {
  canStay,
  farmKeyOf,
  idOf,
  readKeys,
  shortId,
  textOfKeys,
} from "../../../../web/src/model/secret";

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

test.each([
  ["short-uid", "short-uid"],
  ["fourteen-chars", "fourteen-chars"],
  ["kP3xQ9zLmN0aBcDeFgHiJkLmNoP1", "kP3xQ9…NoP1"],
])("%p in brief is %p", (id, short) => {
  expect(shortId(id)).toBe(short);
});

const [NEW, OLD] = ["n".repeat(16), "o".repeat(16)];

test.each([
  [undefined, undefined],
  ["", undefined],
  [7, undefined],
  [NEW, { key: NEW, old: undefined }],
  [`${NEW},${OLD}`, { key: NEW, old: OLD }],
  ["short,key", { key: "short,key", old: undefined }],
  [`${NEW},${OLD},${OLD}`, { key: `${NEW},${OLD},${OLD}`, old: undefined }],
])("keys stored as %p are %p", (stored, keys) => {
  expect(readKeys(stored)).toEqual(keys);
  if (keys !== undefined) expect(textOfKeys(keys)).toBe(stored);
});

test.each([
  [NEW, true],
  ["x".repeat(67), true],
  ["x".repeat(68), false],
  ["short", false],
  [`${NEW},x`, false],
])("%p can stay beside a new key: %p", (key, isAble) => {
  expect(canStay(key)).toBe(isAble);
});
