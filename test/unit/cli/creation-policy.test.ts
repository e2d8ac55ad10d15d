import {
  describePolicy,
  readCreationPolicy,
  requireCreator,
} from "../../../tools/cli/src/farm/creation-policy";
import type { CreationPolicy } from "../../../tools/cli/src/farm/creation-policy";
import { checkFarmCreation } from "../../../tools/cli/src/doctor/creation";
import type { Json } from "../../../tools/cli/src/core/database";

const open = (...uids: string[]): CreationPolicy => ({ farmCreation: "anyone", uids });
const closed = (...uids: string[]): CreationPolicy => ({ farmCreation: "listed", uids });

function databaseOf({ settings, farmCreators = null }: { settings?: Json; farmCreators?: Json }) {
  return {
    read: (path: string): Promise<Json> => {
      const values = { "settings/farmCreation": settings ?? null, farmCreators };
      return Promise.resolve(values[path as keyof typeof values]);
    },
  };
}

test.each([
  [{}, open()],
  [{ settings: "anyone", farmCreators: { vera: true, olga: true } }, open("olga", "vera")],
  [{ settings: "listed", farmCreators: { olga: true, otto: "true" } }, closed("olga")],
  [{ settings: { what: "ever" }, farmCreators: "olga" }, closed()],
])("%j is read", async (stored, policy) => {
  expect(await readCreationPolicy(databaseOf(stored))).toEqual(policy);
});

test.each([
  [open(), "Anyone who is signed in may create farms."],
  [open("olga"), "Anyone who is signed in may create farms, not only the 1 listed person."],
  [closed(), "Only listed people may create farms, and nobody is listed."],
  [closed("olga"), "Only 1 listed person may create farms."],
  [closed("olga", "vera"), "Only 2 listed people may create farms."],
])("%j in words", (policy, words) => {
  expect(describePolicy(policy)).toBe(words);
});

test("who may create a farm", () => {
  const isRefused = (policy: CreationPolicy, uid: string): boolean => {
    try {
      requireCreator(policy, uid, uid);
      return false;
    } catch {
      return true;
    }
  };
  const policies = [open(), open("vera"), closed(), closed("vera"), closed("olga")];
  expect(policies.map((policy) => isRefused(policy, "olga"))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(() => requireCreator(closed(), "uid", "o'hara@example.com")).toThrow(
    expect.objectContaining({
      exitCode: 1,
      hint: "Put them on the list: `farm creation allow 'o'\\''hara@example.com'`",
      message: "Only listed people may create farms here, and o'hara@example.com is not listed.",
    }) as Error,
  );
});

test("the doctor says who may create farms", async () => {
  const database = databaseOf({ settings: "listed", farmCreators: { olga: true } });
  expect(await checkFarmCreation(database)).toEqual({
    name: "creation",
    state: "ok",
    detail: "Only 1 listed person may create farms.",
  });
});
