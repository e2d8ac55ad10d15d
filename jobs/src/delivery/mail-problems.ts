/** What nodemailer's errors mean: whether to try again, and in words that name no person. */

import type { Outcome } from "./outcome.ts";

/** @see nodemailer's SMTPError */
interface MailError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number | false;
}

const MAX_QUOTED = 200;
/** A shorter part of an address would be found in any word. */
const MIN_PART = 3;
/** Also 421, with which a server ends a connection. */
const TEMPORARY = /^4/u;

/** @param to the mail's address, which servers repeat in their answers */
export function describeMailError(error: MailError, to: string): Outcome {
  const { code, command, response } = error;
  // An error of the server, the network or nodemailer's limits has one.
  if (code === undefined) throw new Error("The mail could not be composed.", { cause: error });
  if (code === "EENVELOPE" || code === "EMESSAGE") {
    if (response === undefined) return { kind: "refused", problem: "The address is not valid." };
    // A refused sender is the operator's to correct. It says nothing of the recipient.
    const isFinal = command !== "MAIL FROM" && !TEMPORARY.test(response);
    return { kind: isFinal ? "refused" : "retry", problem: quote(response, to) };
  }
  return { kind: "retry", problem: problemOf(error, to), isChannelDown: true };
}

function problemOf({ code, originalCode, response }: MailError, to: string): string {
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return "The mail server refuses the login. The operator has to correct SMTP_URL.";
    case "EDNS":
      return "The name of the mail server was not found.";
    case "ETIMEDOUT":
    case "EABORT":
      return "The mail server did not answer in time.";
    case "ETLS":
      return "The connection to the mail server could not be encrypted.";
    default:
      if (response !== undefined) return quote(response, to);
      return `The connection to the mail server failed (${originalCode ?? code ?? "no reason"}).`;
  }
}

/** Without words that hold a part of the address, any other address or the query of a URL. */
function quote(response: string, to: string): string {
  const parts = to.toLowerCase().split(/[\s@"]/u);
  const isPrivate = (word: string) =>
    /[@?]/u.test(word) ||
    parts.some((part) =>
      part.length < MIN_PART ? bare(word) === part : word.toLowerCase().includes(part),
    );
  const words = response.split(/\s+/u).map((word) => (isPrivate(word) ? "…" : word));
  return `The mail server answered ${words.join(" ").slice(0, MAX_QUOTED)}`;
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
