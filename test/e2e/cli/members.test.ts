/** Members by address and by uid, their roles, the last owner, and invitations. */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";
import { addPerson } from "../../support/web/farm";
import type { Person } from "../../support/web/farm";

const database = databaseClient();
let farmId: string;
let owner: Person;
let viewer: Person;

beforeEach(async () => {
  farmId = `f-${randomUUID()}`;
  owner = await addPerson();
  viewer = await addPerson();
  await farmJson(["create", farmId, "--owner", owner.uid]);
});

/** Adds a member as if the person had joined with an invitation. */
async function join(role: "owner" | "viewer"): Promise<void> {
  await database.patch({
    [`farms/${farmId}/members/${viewer.uid}`]: role,
    [`users/${viewer.uid}/farms/${farmId}`]: true,
  });
}

test("a member gets another role, by address and by uid, and is removed", async () => {
  await join("viewer");
  const promoted = await farmJson(["member", "role", farmId, viewer.email, "owner"]);
  expect(promoted).toEqual({ farmId, uid: viewer.uid, role: "owner", before: "viewer" });
  const { stdout } = await farm(["member", "role", farmId, owner.uid, "viewer"]);
  expect(stdout).toBe(`${owner.uid} was an owner of ${farmId} and is now a viewer.\n`);
  await database.put(`farms/${farmId}/names/${owner.uid}`, "Olga O'Hara");
  const listed = (await farm(["member", "list", farmId])).stdout;
  expect(listed).toMatch(new RegExp(`^Olga O'Hara +${owner.email} +${owner.uid} +viewer$`, "m"));

  const removed = await farmJson(["member", "remove", farmId, owner.email]);
  expect(removed).toEqual({ farmId, uid: owner.uid, removed: true });
  expect(await database.get(`farms/${farmId}/members`)).toEqual({ [viewer.uid]: "owner" });
  expect(await database.get(`farms/${farmId}/names`)).toBeNull();
  // Their own list of farms is theirs.
  expect(await database.get(`users/${owner.uid}/farms`)).toEqual({ [farmId]: true });
});

test("the only owner is neither removed nor demoted", async () => {
  for (const words of [["remove"], ["role", "viewer"]]) {
    const [verb = "", ...role] = words;
    expect(await farmError(["member", verb, farmId, owner.uid, ...role])).toMatchObject({
      code: 1,
      error: `${owner.uid} is the only owner of ${farmId}. A farm must have an owner.`,
    });
  }
  expect(await database.get(`farms/${farmId}/members`)).toEqual({ [owner.uid]: "owner" });
});

test("two owners who remove each other at once leave one of them", async () => {
  await join("owner");
  const ends = await Promise.allSettled([
    farmJson(["member", "remove", farmId, owner.uid]),
    farmJson(["member", "remove", farmId, viewer.uid]),
  ]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(Object.values((await database.get(`farms/${farmId}/members`)) as object)).toEqual([
    "owner",
  ]);
});

test("without Firebase Authentication a uid still works", async () => {
  await join("viewer");
  const env = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:1" };
  const roleOf = (person: string): string[] => ["member", "role", farmId, person, "owner"];
  expect((await farmError(roleOf(viewer.email), { env })).code).toBe(4);
  expect(await farmJson(roleOf(viewer.uid), { env })).toMatchObject({ role: "owner" });
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
    const { stdout: first, stderr } = await farm(["invite", farmId]);
    expect(first.startsWith(process.env["LOCAL_PAGE_URL"] ?? "http://127.0.0.1:")).toBe(true);
    expect(stderr).toContain(`signs in becomes a viewer of ${farmId}. It works once, until 20`);
    const { token, link, expiresAt } = await invite("--role", "owner");
    expect(link).toBe(`${page}/join/${farmId}/${token}`);
    const invitation = { role: "owner", expiresAt, farmName: farmId, by: owner.uid };
    const stored = `invitations/${farmId}/${token}`;
    expect(await database.get(stored)).toEqual({ ...invitation, byName: "Olga" });
    const { stdout } = await farm(["invite", "list", farmId, "--page", page]);
    const until = new Date(expiresAt).toISOString();
    expect(stdout).toMatch(new RegExp(`^${link} +owner +Olga +${until}$`, "m"));
    expect(await farmJson(["invite", "withdraw", farmId, link])).toEqual({
      farmId,
      token,
      withdrawn: true,
    });
    expect(await database.get(stored)).toBeNull();
    expect(await farmJson(["invite", "list", farmId])).toHaveLength(1);
  });

  test("is made in the name of the given owner, never of a viewer", async () => {
    await join("owner");
    const { token } = await invite("--as", viewer.email);
    expect(await database.get(`invitations/${farmId}/${token}/by`)).toBe(viewer.uid);
    await farmJson(["member", "role", farmId, viewer.uid, "viewer"]);
    // Its maker is no longer an owner, so nobody can join with it.
    expect(await farmJson(["invite", "list", farmId])).toEqual([]);
    expect((await farmError(["invite", farmId, "--as", viewer.uid])).code).toBe(1);
  });

  test("deletes expired invitations, and refuses to withdraw a used one", async () => {
    const [expired, used] = ["e", "u"].map((letter) => letter.repeat(32));
    const { token } = await invite();
    const record = (await database.get(`invitations/${farmId}/${token}`)) as object;
    await database.put(`invitations/${farmId}/${expired ?? ""}`, { ...record, expiresAt: 1 });
    await database.put(`invitations/${farmId}/${used ?? ""}`, { ...record, usedBy: viewer.uid });
    await database.put(`farms/${farmId}/names/${viewer.uid}`, "Nina");
    const { token: second } = await invite();
    const left = Object.keys((await database.get(`invitations/${farmId}`)) as object);
    expect(left.toSorted()).toEqual([token, second, used].toSorted());
    expect(await farmError(["invite", "withdraw", farmId, used ?? ""])).toMatchObject({
      code: 1,
      error: "Nina has already joined with this invitation.",
    });
  });
});
