import type { Invitation } from "../../../../domain/src/invitations";
import { isOpen, readInvitations, standingOf } from "../../../../web/src/model/invitations";

const NOW = 1_000_000;
const INVITATION: Invitation = {
  ...{ role: "viewer", expiresAt: NOW + 1, farmName: "Oak", by: "olga" },
  ...{ byName: "Olga", usedBy: undefined },
};

test.each([
  ["open", INVITATION, false],
  ["gone", undefined, false],
  ["used", { ...INVITATION, usedBy: "vera" }, false],
  ["used", { ...INVITATION, usedBy: "nina" }, false],
  ["expired", { ...INVITATION, expiresAt: NOW }, false],
  ["member", INVITATION, true],
  ["member", { ...INVITATION, usedBy: "nina" }, true],
  ["member", undefined, true],
  ["own", { ...INVITATION, by: "nina" }, true],
] as const)("an invitation is %s", (standing, invitation, isMember) => {
  expect(standingOf(invitation, { uid: "nina", isMember }, NOW)).toBe(standing);
});

test("what is stored is listed, the newest first", () => {
  const stored = { first: INVITATION, second: { ...INVITATION, expiresAt: NOW + 2 }, odd: "text" };
  expect(readInvitations(stored).map(({ token }) => token)).toEqual(["second", "first"]);
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
