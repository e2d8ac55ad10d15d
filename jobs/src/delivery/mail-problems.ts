/** Turns nodemailer's errors into outcomes: whether to try again, and why. The texts never name a person. */

import { toText } from "@greenhouse/domain/words/text";
import type { DeliveryProblem } from "../messages/delivery-problem";
import type { Outcome } from "./outcome";

/** @see nodemailer's SMTPError */
interface MailError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  /** The answer of the server. */
  readonly response?: string;
}

/** A refused login does not quote the server's answer, which may repeat the login. */
const PROBLEMS: Readonly<Record<string, DeliveryProblem>> = {
  EAUTH: { code: "mailLogin" },
  EDNS: { code: "mailUnknownName" },
  ETIMEDOUT: { code: "mailNoAnswer" },
  EABORT: { code: "mailNoAnswer" },
  ETLS: { code: "mailNotEncrypted" },
};
const MAX_QUOTED = 200;
/** Shorter parts of an address occur in many words. */
const MIN_PART = 3;

/** @param to the mail's address, which servers repeat in their answers */
export function describeMailError(error: MailError, to: string): Outcome {
  const { code, originalCode, command, response } = error;
  // The pool was closed before the mail was sent.
  if (code === undefined) return { kind: "retry", problem: { code: "mailNotSent" } };
  const answer = response === undefined ? undefined : quote(response, to);
  if (code === "EENVELOPE" || code === "EMESSAGE") {
    // The operator must correct a refused sender. The recipient may be valid.
    const isFinal = command !== "MAIL FROM" && response?.startsWith("4") !== true;
    const kind = isFinal ? "refused" : "retry";
    return { kind, problem: answer ?? { code: "addressInvalid" } };
  }
  const failed: DeliveryProblem = { code: "mailConnectionFailed", detail: originalCode ?? code };
  const problem = PROBLEMS[code] ?? answer ?? failed;
  return { kind: "retry", problem, isChannelDown: true };
}

/** Quotes an answer without words that hold a part of the address, any other address or the query of a URL. */
function quote(response: string, to: string): DeliveryProblem {
  const parts = to.toLowerCase().split(/[\s@"]/u);
  const isPrivate = (word: string) =>
    /[@?]/u.test(word) ||
    parts.some((part) => part.length >= MIN_PART && word.toLowerCase().includes(part));
  const words = response.split(/\s+/u).map((word) => (isPrivate(word) ? "…" : word));
  return { code: "mailServerSaid", detail: toText(words.join(" "), MAX_QUOTED) ?? "…" };
}
