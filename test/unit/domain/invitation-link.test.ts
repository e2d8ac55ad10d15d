import {
  INVITATION_TOKEN_BYTES,
  invitationPath,
  invitationTokenOf,
  isInvitationToken,
} from "@greenhouse/domain/identity/invitation-link";

test("a token is 32 characters that a path can hold", () => {
  const token = invitationTokenOf(new Uint8Array(INVITATION_TOKEN_BYTES).fill(255));
  expect(token).toBe("_".repeat(32));
  expect(isInvitationToken(token)).toBe(true);
  expect(invitationPath("a ä", token)).toBe(`/join/a%20%C3%A4/${token}`);
});

test.each(["", "_".repeat(31), "_".repeat(33), `${"_".repeat(31)}/`])(
  "%p is not a token",
  (text) => {
    expect(isInvitationToken(text)).toBe(false);
  },
);
