import type { Invitation } from "@greenhouse/domain/identity/invitations";
import { standingOf } from "../../../../web/src/model/farm/invitations";

const NOW = 1_000_000;
const INVITATION: Invitation = {
  role: "viewer",
  expiresAt: NOW + 1,
  farmName: "Oak",
  by: "olga",
  byName: "Olga",
  usedBy: undefined,
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
  ["used", { ...INVITATION, by: "nina", usedBy: "vera" }, true],
  ["expired", { ...INVITATION, by: "nina", expiresAt: NOW }, true],
] as const)("says that an invitation is %s", (standing, invitation, isMember) => {
  expect(standingOf(invitation, { uid: "nina", isMember }, NOW)).toBe(standing);
});
