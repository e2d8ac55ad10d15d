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
      .map(({ uid }) => ({ uid, name: null, role: "owner" }))
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

test("a list of members and of alerts shows names where there are some", async () => {
  await farmJson(["member", "add", farmId, other.uid]);
  await database.put(`farms/${farmId}/names/${owner.uid}`, "Olga O'Hara");
  await database.put(`alerts/${farmId}/open/silent,,t-1`, {
    ...{ kind: "silent", uid: "t-1", sensorName: "North", greenhouse: "g", greenhouseName: "G" },
    ...{ since: 1, raisedAt: 1, remindedAt: 1, acknowledgedBy: owner.uid },
  });
  const { stdout } = await farm(["member", "list", farmId]);
  expect(stdout).toMatch(/^NAME +UID +ROLE$/m);
  expect(stdout).toMatch(new RegExp(`^Olga O'Hara +${owner.uid} +owner$`, "m"));
  expect(stdout).toMatch(new RegExp(`^ +${other.uid} +viewer$`, "m"));
  expect((await farm(["alerts", "list", farmId])).stdout).toContain("acknowledged by Olga O'Hara");
});

describe("an invitation", () => {
  const page = "https://example.web.app";
  interface Made {
    readonly token: string;
    readonly link: string;
    readonly expiresAt: number;
  }
  const invite = async (...options: readonly string[]): Promise<Made> =>
    (await farmJson(["invite", farmId, "--page", page, ...options])) as Made;

  test("is made, listed and withdrawn by its link", async () => {
    await database.put(`farms/${farmId}/names/${owner.uid}`, "Olga");
    const { token, link, expiresAt } = await invite("--role", "owner");
    expect(link).toBe(`${page}/join/${farmId}/${token}`);
    const invitation = { role: "owner", expiresAt, farmName: farmId, by: owner.uid };
    const stored = `invitations/${farmId}/${token}`;
    expect(await database.get(stored)).toEqual({ ...invitation, byName: "Olga" });
    const { stdout } = await farm(["invite", "list", farmId, "--page", page]);
    const until = new Date(expiresAt).toISOString();
    expect(stdout).toMatch(new RegExp(`^${link} +owner +Olga +${until}$`, "m"));
    expect(await farmJson(["invite", "withdraw", farmId, link])).toEqual({
      ...{ farmId, token, withdrawn: true },
    });
    expect(await database.get(stored)).toBeNull();
    expect(await farmJson(["invite", "list", farmId])).toEqual([]);
  });

  test("says what it does, and leads to the page of these emulators", async () => {
    const { stdout, stderr } = await farm(["invite", farmId]);
    const address = process.env["LOCAL_PAGE_URL"] ?? "http://127.0.0.1:";
    expect(stdout.startsWith(address)).toBe(true);
    expect(stderr).toMatch(
      `Whoever opens this link first, signed in, becomes a viewer of ${farmId}. It works once, until 20`,
    );
  });

  test("is made in the name of the owner who is named, and of no viewer", async () => {
    const { uid } = other;
    await farmJson(["member", "add", farmId, uid, "--role", "owner"]);
    const { token } = await invite("--as", other.email);
    expect(await database.get(`invitations/${farmId}/${token}/by`)).toBe(uid);
    await farmJson(["member", "add", farmId, uid, "--role", "viewer"]);
    // Its maker is no owner any more: nobody can join with it.
    expect(await farmJson(["invite", "list", farmId])).toEqual([]);
    expect(await farmError(["invite", farmId, "--as", uid])).toMatchObject({
      ...{ code: 1, error: `${uid} is a viewer of ${farmId}: only owners invite.` },
    });
  });

  test("deletes expired ones, and one that was used is not withdrawn", async () => {
    const [expired, used] = ["e", "u"].map((letter) => letter.repeat(32));
    const { token } = await invite();
    const record = (await database.get(`invitations/${farmId}/${token}`)) as object;
    await database.put(`invitations/${farmId}/${expired ?? ""}`, { ...record, expiresAt: 1 });
    await database.put(`invitations/${farmId}/${used ?? ""}`, { ...record, usedBy: other.uid });
    await database.put(`farms/${farmId}/names/${other.uid}`, "Nina");
    const { token: second } = await invite();
    const left = Object.keys((await database.get(`invitations/${farmId}`)) as object);
    expect(left.toSorted()).toEqual([token, second, used].toSorted());
    expect(await farmError(["invite", "withdraw", farmId, used ?? ""])).toMatchObject({
      ...{ code: 1, error: "Nina has joined with this invitation already." },
    });
  });

  test.each([
    [["invite", "withdraw", "FARM", "abc"], 2, "abc is no invitation's link"],
    [["invite", "withdraw", "FARM", "a".repeat(32)], 1, "has no such invitation"],
    [["invite", "FARM", "--page", "example"], 2, "--page example is not the address of a page."],
    [["invite", "FARM", "--role", "boss"], 2, "argument 'boss' is invalid"],
    [["invite", "no-such-farm"], 1, "Farm ID not found: no-such-farm"],
  ])("%j is refused in words", async (words, code, error) => {
    const args = words.map((word) => (word === "FARM" ? farmId : word));
    const refused = await farmError(args);
    expect([refused.code, refused.error]).toEqual([code, expect.stringContaining(error)]);
  });
});
