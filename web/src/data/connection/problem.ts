/** Names for the SDK's errors; each has a text in every language. */

export type Problem =
  | "refused"
  | "discarded"
  | "changedMeanwhile"
  | "tooManyChanges"
  | "wrongCredentials"
  | "tooManyAttempts"
  | "noNetwork"
  | "popupClosed"
  | "popupBlocked"
  | "emailTaken"
  | "weakPassword"
  | "badEmail"
  | "unknown";

const BY_CODE: Readonly<Record<string, Problem>> = {
  PERMISSION_DENIED: "refused",
  discarded: "discarded",
  changedMeanwhile: "changedMeanwhile",
  tooManyChanges: "tooManyChanges",
  permission_denied: "refused",
  "auth/invalid-credential": "wrongCredentials",
  "auth/invalid-email": "badEmail",
  "auth/missing-password": "wrongCredentials",
  "auth/user-not-found": "wrongCredentials",
  "auth/wrong-password": "wrongCredentials",
  "auth/user-disabled": "wrongCredentials",
  "auth/too-many-requests": "tooManyAttempts",
  "auth/network-request-failed": "noNetwork",
  "auth/popup-closed-by-user": "popupClosed",
  "auth/cancelled-popup-request": "popupClosed",
  "auth/popup-blocked": "popupBlocked",
  "auth/email-already-in-use": "emailTaken",
  "auth/weak-password": "weakPassword",
};

/** @param error from the SDK: some have a code, a refused read has only a message */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return BY_CODE[code] ?? (/permission.denied/i.test(error.message) ? "refused" : "unknown");
}
