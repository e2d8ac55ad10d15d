import {
  changesOf,
  describePolicy,
  isSamePolicy,
  readCreationPolicy,
  requireCreator,
} from "../../../tools/cli/src/farm/farm-creation";
import type { CreationPolicy } from "../../../tools/cli/src/farm/farm-creation";
import { checkFarmCreation } from "../../../tools/cli/src/doctor/farm-creation";
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

test.each([
  [open(), open(), {}],
  [open("a", "b"), closed("a", "b"), { "settings/farmCreation": "listed" }],
  [closed("a"), open("a"), { "settings/farmCreation": "anyone" }],
  [closed("a", "b"), closed("b", "c"), { "farmCreators/a": null, "farmCreators/c": true }],
])("from %j to %j", (from, to, changes) => {
  expect(changesOf(from, to)).toEqual(changes);
  expect(isSamePolicy(from, to)).toBe(Object.keys(changes).length === 0);
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

describe("the doctor", () => {
  const listed = { settings: "listed", farmCreators: { olga: true } };
  const part = (prefix: string, stored?: Parameters<typeof databaseOf>[0]) => ({
    prefix,
    database: stored && databaseOf(stored),
  });

  test.each([
    [[], "skipped", "The database cannot be reached."],
    [[part(""), part("north-", listed)], "skipped", "The database cannot be reached."],
    [[part("", {})], "ok", "Anyone who is signed in may create farms."],
    [[part("", listed), part("north-", listed)], "ok", "Only 1 listed person may create farms."],
    [[part("", listed), part("north-")], "ok", "Only 1 listed person may create farms."],
  ])("finds what is the same in all databases: %#", async (parts, state, detail) => {
    expect(await checkFarmCreation(parts)).toEqual({ name: "creation", state, detail });
  });

  test.each([
    [
      [part("", listed), part("north-", {}), part("south-", listed), part("west-", {})],
      "Who may create farms is not the same as in the default database: north-, west-.",
      "Make them the same: `farm creation listed`",
    ],
    [
      [part("", {}), part("north-", { farmCreators: { vera: true } })],
      "Who may create farms is not the same as in the default database: north-.",
      "Make them the same: `farm creation anyone`",
    ],
  ])("warns of databases that differ: %#", async (parts, detail, remedy) => {
    expect(await checkFarmCreation(parts)).toEqual({
      name: "creation",
      state: "warning",
      detail,
      remedy,
    });
  });
});
