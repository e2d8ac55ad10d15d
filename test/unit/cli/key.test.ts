import { problemOfOldKey, readKeys } from "../../../cli/src/key";

const [NEW, OLD] = ["n".repeat(32), "o".repeat(16)];

test.each([
  [OLD, { newKey: OLD, oldKey: undefined }],
  [`${NEW},${OLD}`, { newKey: NEW, oldKey: OLD }],
  // As the functions read it: no pair, but one key.
  [`${NEW},${OLD.slice(1)}`, { newKey: `${NEW},${OLD.slice(1)}`, oldKey: undefined }],
  [`${NEW},${OLD},${OLD}`, { newKey: `${NEW},${OLD},${OLD}`, oldKey: undefined }],
])("%s", (apiKey, keys) => {
  expect(readKeys(apiKey)).toEqual(keys);
});

test.each([
  [OLD, undefined],
  ["o".repeat(67), undefined],
  [OLD.slice(1), "the old key has 15 characters, and of two keys each needs 16 or more"],
  ["o".repeat(68), "the old key has 68 characters, and beside a new one there is room for 67"],
  [`${OLD},x`, "the old key holds a comma, which is what two keys are told apart by"],
])("beside a new key: %s", (oldKey, problem) => {
  expect(problemOfOldKey(oldKey)).toBe(problem);
});
