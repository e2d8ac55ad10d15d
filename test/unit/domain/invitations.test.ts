import {
  invitationPath,
  INVITATION_TOKEN_BYTES,
  invitationTokenOf,
  isInvitationToken,
  joining,
  memberRemoval,
  newInvitation,
  readInvitation,
  readNames,
} from "../../../domain/src/invitations";

const STORED = { role: "viewer", expiresAt: 2000, farmName: "Oak", by: "olga" };

test("a token is 32 characters that a path can hold", () => {
  const token = invitationTokenOf(new Uint8Array(INVITATION_TOKEN_BYTES).fill(255));
  expect(token).toBe("_".repeat(32));
  expect(isInvitationToken(token)).toBe(true);
  expect(invitationPath("a ä", token)).toBe(`/join/a%20%C3%A4/${token}`);
});

test.each(["", "_".repeat(31), "_".repeat(33), `${"_".repeat(31)}/`])("%p is no token", (text) => {
  expect(isInvitationToken(text)).toBe(false);
});

test("a new invitation is read as it was made, valid for a week", () => {
  const named = newInvitation("owner", { uid: "olga", name: "Olga" }, "Oak", 1000);
  expect(readInvitation(named)).toEqual({
    ...{ role: "owner", expiresAt: 604_801_000, farmName: "Oak", by: "olga", byName: "Olga" },
    usedBy: undefined,
  });
  const unnamed = newInvitation("viewer", { uid: "olga", name: undefined }, "Oak", 1000);
  expect(unnamed).toEqual({ ...STORED, expiresAt: 604_801_000 });
});

test.each([
  null,
  "invitation",
  { ...STORED, role: "admin" },
  { ...STORED, expiresAt: "soon" },
  { ...STORED, farmName: { deep: true } },
  { ...STORED, by: 7 },
])("%j is no invitation", (stored) => {
  expect(readInvitation(stored)).toBeUndefined();
});

test("joining uses the invitation up together with the membership", () => {
  expect(joining("oak", "token", "viewer", { uid: "nina", name: "Nina" })).toEqual({
    "invitations/oak/token/usedBy": "nina",
    "users/nina/joined/oak": "token",
    "farms/oak/members/nina": "viewer",
    "farms/oak/names/nina": "Nina",
    "users/nina/farms/oak": true,
  });
});

test("a name goes with the membership", () => {
  expect(memberRemoval("oak", "nina")).toEqual({
    "farms/oak/members/nina": null,
    "farms/oak/names/nina": null,
    "users/nina/farms/oak": null,
  });
});

test("names are texts that show something", () => {
  expect(readNames({ olga: "Olga", otto: " ", vera: 7, nina: { deep: true } })).toEqual(
    new Map([["olga", "Olga"]]),
  );
});
