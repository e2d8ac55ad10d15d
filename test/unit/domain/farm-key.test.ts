import {
  checkOldKey,
  farmKeyOf,
  formatFarmKeys,
  listKeys,
  parseFarmKeys,
} from "@greenhouse/domain/identity/farm-key";

test("a key is its bytes in base64url", () => {
  expect(farmKeyOf(new Uint8Array(24).fill(255))).toBe("_".repeat(32));
  expect(farmKeyOf(Uint8Array.from({ length: 24 }, (_, index) => index))).toBe(
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
  );
});

const [NEW, OLD] = ["n".repeat(16), "o".repeat(16)];

test.each([
  ["one key", NEW, NEW, undefined],
  ["two keys", `${NEW},${OLD}`, NEW, OLD],
  ["a key with a comma in it", "tomatoes,peppers", "tomatoes,peppers", undefined],
  ["one key and a short word", `${NEW},pepper`, `${NEW},pepper`, undefined],
  ["three", `${NEW},${OLD},${OLD}`, `${NEW},${OLD},${OLD}`, undefined],
  ["nothing after the comma", `${NEW},`, `${NEW},`, undefined],
])("%s", (_, stored, key, old) => {
  expect(parseFarmKeys(stored)).toEqual({ key, old });
  expect(formatFarmKeys({ key, old })).toBe(stored);
  expect(listKeys(stored)).toEqual(old === undefined ? [stored] : [stored, key, old]);
});

test.each([undefined, null, "", 7])("%j is not a key", (stored) => {
  expect(parseFarmKeys(stored)).toBeUndefined();
});

test.each([
  [OLD, undefined],
  ["o".repeat(67), undefined],
  ["o".repeat(68), "tooLong"],
  [OLD.slice(1), "tooShort"],
  [`${OLD},x`, "comma"],
])("%j beside a new key: %s", (key, problem) => {
  expect(checkOldKey(key)).toBe(problem);
});
