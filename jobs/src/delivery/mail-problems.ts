/** What nodemailer's errors mean: whether to try again, and in words that name no person. */

import { toText } from "../../../domain/src/text";
import type { Outcome } from "./outcome";

/** @see nodemailer's SMTPError */
interface MailError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  /** The answer of the server. */
  readonly response?: string;
}

/** The text for a refused login leaves out the server's answer, which may repeat the login. */
const PROBLEMS: Readonly<Record<string, string>> = {
  EAUTH: "The mail server refuses the login. The operator has to correct SMTP_URL.",
  EDNS: "The name of the mail server was not found.",
  ETIMEDOUT: "The mail server did not answer in time.",
  EABORT: "The mail server did not answer in time.",
  ETLS: "The connection to the mail server could not be encrypted.",
};
const MAX_QUOTED = 200;
/** Shorter parts of an address occur in many words. */
const MIN_PART = 3;

/** @param to the mail's address, which servers repeat in their answers */
export function describeMailError(error: MailError, to: string): Outcome {
  const { code, originalCode, command, response } = error;
  // The pool was closed before it began.
  if (code === undefined) return { kind: "retry", problem: "The mail was not sent." };
  const answer = response === undefined ? undefined : quote(response, to);
  if (code === "EENVELOPE" || code === "EMESSAGE") {
    // A refused sender must be corrected by the operator: the recipient may be valid.
    const isFinal = command !== "MAIL FROM" && response?.startsWith("4") !== true;
    const kind = isFinal ? "refused" : "retry";
    return { kind, problem: answer ?? "The address is not valid." };
  }
  const problem =
    PROBLEMS[code] ??
    answer ??
    `The connection to the mail server failed (${originalCode ?? code}).`;
  return { kind: "retry", problem, isChannelDown: true };
}

/** Without words that hold a part of the address, any other address or the query of a URL. */
function quote(response: string, to: string): string {
  const parts = to.toLowerCase().split(/[\s@"]/u);
  const isPrivate = (word: string) =>
    /[@?]/u.test(word) ||
    parts.some((part) => part.length >= MIN_PART && word.toLowerCase().includes(part));
  const words = response.split(/\s+/u).map((word) => (isPrivate(word) ? "…" : word));
  return `The mail server answered ${toText(words.join(" "), MAX_QUOTED) ?? "…"}`;
}
