/** Members by address and by uid, and that there is always an owner. */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";
import { addPerson } from "../../support/cli/people";
import type { TestPerson } from "../../support/cli/people";

const database = databaseClient();
let farmId: string;
let owner: TestPerson;
let other: TestPerson;

beforeEach(async () => {
  farmId = `f-${randomUUID()}`;
  owner = await addPerson();
  other = await addPerson();
  await farmJson(["create", farmId, "--owner", owner.uid]);
});

test("a person is added by address, promoted and removed by uid", async () => {
  expect(await farmJson(["member", "add", farmId, other.email])).toEqual({
    ...{ farmId, uid: other.uid, role: "viewer", before: null, invited: true },
  });
  expect(await database.get(`users/${other.uid}/farms`)).toEqual({ [farmId]: "invited" });
  expect(await farmError(["member", "add", farmId, other.email])).toEqual({
    code: 1,
    error: `${other.email} is a viewer of ${farmId} already.`,
    hint: "--role gives another role.",
  });
  expect(await farmJson(["member", "add", farmId, other.uid, "--role", "owner"])).toEqual({
    ...{ farmId, uid: other.uid, role: "owner", before: "viewer", invited: false },
  });
  expect(await farmJson(["member", "list", farmId])).toEqual(
    [owner, other]
      .map(({ uid }) => ({ uid, role: "owner" }))
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1)),
  );
  expect(await farmJson(["member", "remove", farmId, owner.email])).toEqual({
    ...{ farmId, uid: owner.uid, removed: true },
  });
  expect(await database.get(`farms/${farmId}/members`)).toEqual({ [other.uid]: "owner" });
  expect(await database.get(`users/${owner.uid}/farms`)).toBeNull();
});

test("a new member is invited, and keeps a farm that they accepted", async () => {
  const { stdout } = await farm(["member", "add", farmId, other.email]);
  expect(stdout).toBe(
    `${other.email} is a viewer of ${farmId}. ` +
      "The farm page asks them whether to put it on their list of farms.\n",
  );
  const listed = `users/${other.uid}/farms/${farmId}`;
  await database.put(listed, true);
  await farmJson(["member", "add", farmId, other.uid, "--role", "owner"]);
  expect(await database.get(listed)).toBe(true);
  await farmJson(["member", "remove", farmId, other.uid]);
  expect(await database.get(listed)).toBeNull();
});

test("a member who is added again is invited again", async () => {
  const listed = `users/${other.uid}/farms/${farmId}`;
  await database.put(listed, true);
  await farmJson(["member", "add", farmId, other.uid]);
  expect(await database.get(listed)).toBe("invited");
});

test.each([
  ["removed", (uid: string) => ["member", "remove", farmId, uid]],
  ["demoted", (uid: string) => ["member", "add", farmId, uid, "--role", "viewer"]],
])("the only owner is not %s", async (_, command) => {
  const refused = await farmError(command(owner.uid));
  expect(refused).toMatchObject({
    code: 1,
    error: `${owner.uid} is the only owner of ${farmId}, and there is always an owner.`,
  });
  expect(await database.get(`farms/${farmId}/members`)).toEqual({ [owner.uid]: "owner" });
});

test("two owners who remove each other at once leave one of them", async () => {
  await farmJson(["member", "add", farmId, other.uid, "--role", "owner"]);
  const ends = await Promise.allSettled([
    farmJson(["member", "remove", farmId, owner.uid]),
    farmJson(["member", "remove", farmId, other.uid]),
  ]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(Object.values((await database.get(`farms/${farmId}/members`)) as object)).toEqual([
    "owner",
  ]);
});

test.each([
  ["nobody@example.com", 1, "Nobody signs in as nobody@example.com."],
  ["sensor-ingest", 2, 'The uid "sensor-ingest" is reserved'],
  ["a/b", 2, "cannot hold any of"],
  ["x".repeat(129), 2, "A member's uid has 1 to 128 characters; this one has 129."],
])("%s cannot be a member", async (person, code, words) => {
  const refused = await farmError(["member", "add", farmId, person]);
  expect([refused.code, refused.error]).toEqual([code, expect.stringContaining(words)]);
});

test("without Firebase Authentication a uid still works", async () => {
  const env = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:1" };
  expect((await farmError(["member", "add", farmId, other.email], { env })).code).toBe(4);
  expect(await farmJson(["member", "add", farmId, other.uid], { env })).toMatchObject({
    role: "viewer",
  });
});
