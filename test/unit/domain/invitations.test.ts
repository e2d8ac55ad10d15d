import {
  inviting,
  isOpen,
  joining,
  parseInvitation,
  parseInvitations,
} from "@greenhouse/domain/identity/invitations";
import type { Invitation } from "@greenhouse/domain/identity/invitations";

const NOW = 1_000_000;
const STORED = { role: "viewer", expiresAt: 2000, farmName: "Oak", by: "olga" };
const INVITATION: Invitation = {
  role: "viewer",
  expiresAt: NOW + 1,
  farmName: "Oak",
  by: "olga",
  byName: "Olga",
  usedBy: undefined,
};
const FARM = { id: "oak", name: "Oak" };

test("a new invitation is parsed as created, valid for a week", () => {
  const [first, second] = ["Olga", undefined].map((name) =>
    inviting("token", { farm: FARM, role: "owner", by: { uid: "olga", name } }, [], 1000),
  );
  expect(parseInvitation(first?.["invitations/oak/token"])).toEqual({
    role: "owner",
    expiresAt: 604_801_000,
    farmName: "Oak",
    by: "olga",
    byName: "Olga",
    usedBy: undefined,
  });
  expect(second).toEqual({
    "invitations/oak/token": { ...STORED, role: "owner", expiresAt: 604_801_000 },
  });
});

test("a new invitation deletes expired invitations", () => {
  const invitation = (token: string, expiresAt: number, usedBy?: string) => ({
    ...INVITATION,
    token,
    expiresAt,
    usedBy,
  });
  const earlier = [
    invitation("expired", NOW),
    invitation("both", NOW - 1, "nina"),
    invitation("open", NOW + 1),
    invitation("used", NOW + 1, "nina"),
  ];
  const by = { uid: "olga", name: undefined };
  const update = inviting("token", { farm: FARM, role: "viewer", by }, earlier, NOW);
  expect(update).toEqual({
    "invitations/oak/expired": null,
    "invitations/oak/both": null,
    "invitations/oak/token": expect.objectContaining({ role: "viewer" }) as unknown,
  });
});

test.each([
  null,
  "invitation",
  { ...STORED, role: "admin" },
  { ...STORED, expiresAt: "soon" },
  { ...STORED, farmName: { deep: true } },
  { ...STORED, by: 7 },
])("%j is not an invitation", (stored) => {
  expect(parseInvitation(stored)).toBeUndefined();
});

test("stored invitations are listed, the newest first", () => {
  const stored = { first: INVITATION, second: { ...INVITATION, expiresAt: NOW + 2 }, odd: "text" };
  expect(parseInvitations(stored).map(({ token }) => token)).toEqual(["second", "first"]);
});

test.each([
  [true, INVITATION],
  [false, { ...INVITATION, usedBy: "nina" }],
  [false, { ...INVITATION, expiresAt: NOW }],
  [false, { ...INVITATION, by: "vera" }],
  [false, { ...INVITATION, by: "nobody" }],
])("somebody can join with it: %p", (expected, invitation) => {
  const members = [
    { uid: "olga", role: "owner" },
    { uid: "vera", role: "viewer" },
  ] as const;
  expect(isOpen(invitation, members, NOW)).toBe(expected);
});

test("joining uses the invitation and stores the membership in one update", () => {
  expect(joining("oak", "token", "viewer", { uid: "nina", name: "Nina" })).toEqual({
    "invitations/oak/token/usedBy": "nina",
    "users/nina/joined/oak": "token",
    "farms/oak/members/nina": "viewer",
    "farms/oak/names/nina": "Nina",
    "users/nina/farms/oak": true,
  });
});
