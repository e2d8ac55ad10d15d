/** Turns nodemailer's errors into outcomes: whether to try again, and why. The texts never name a person. */

import { toText } from "@greenhouse/domain/words/text";
import type { Outcome, Problem } from "./outcome";
import { PROBLEMS } from "./problems";

/** @see nodemailer's SMTPError */
interface MailError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  /** The answer of the server. */
  readonly response?: string;
}

export const MAIL_PROBLEMS = {
  notSent: { en: "The mail was not sent.", de: "Die E-Mail wurde nicht gesendet." },
  login: {
    en: "The mail server refuses the login. The operator has to correct SMTP_URL.",
    de: "Der Mailserver lehnt die Anmeldung ab. Wer die Installation betreibt, muss SMTP_URL berichtigen.",
  },
  unknownName: {
    en: "The name of the mail server was not found.",
    de: "Der Name des Mailservers wurde nicht gefunden.",
  },
  noAnswer: {
    en: "The mail server did not answer in time.",
    de: "Der Mailserver hat nicht rechtzeitig geantwortet.",
  },
  notEncrypted: {
    en: "The connection to the mail server could not be encrypted.",
    de: "Die Verbindung zum Mailserver konnte nicht verschlüsselt werden.",
  },
  /** The detail is an error code. */
  connectionFailed: {
    en: "The connection to the mail server failed ({detail}).",
    de: "Die Verbindung zum Mailserver ist gescheitert ({detail}).",
  },
  /** The detail is the server's answer. */
  serverSaid: {
    en: "The mail server answered: {detail}",
    de: "Der Mailserver antwortete: {detail}",
  },
} as const satisfies Readonly<Record<string, Problem>>;

/** A refused login does not quote the server's answer, which may repeat the login. */
const BY_CODE: Readonly<Record<string, Problem>> = {
  EAUTH: MAIL_PROBLEMS.login,
  EDNS: MAIL_PROBLEMS.unknownName,
  ETIMEDOUT: MAIL_PROBLEMS.noAnswer,
  EABORT: MAIL_PROBLEMS.noAnswer,
  ETLS: MAIL_PROBLEMS.notEncrypted,
};
const MAX_QUOTED = 200;
/** Shorter parts of an address occur in many words. */
const MIN_PART = 3;

/** @param to the mail's address, which servers repeat in their answers */
export function describeMailError(error: MailError, to: string): Outcome {
  const { code, originalCode, command, response } = error;
  // The pool was closed before the mail was sent.
  if (code === undefined) return { kind: "retry", problem: MAIL_PROBLEMS.notSent };
  const answer = response === undefined ? undefined : quote(response, to);
  if (code === "EENVELOPE" || code === "EMESSAGE") {
    // The operator must correct a refused sender. The recipient may be valid.
    const isFinal = command !== "MAIL FROM" && response?.startsWith("4") !== true;
    const kind = isFinal ? "refused" : "retry";
    return { kind, problem: answer ?? PROBLEMS.addressInvalid };
  }
  const failed = { ...MAIL_PROBLEMS.connectionFailed, detail: originalCode ?? code };
  const problem = BY_CODE[code] ?? answer ?? failed;
  return { kind: "retry", problem, isChannelDown: true };
}

/** Quotes an answer without words that hold a part of the address, any other address or the query of a URL. */
function quote(response: string, to: string): Problem {
  const parts = to.toLowerCase().split(/[\s@"]/u);
  const isPrivate = (word: string) =>
    /[@?]/u.test(word) ||
    parts.some((part) => part.length >= MIN_PART && word.toLowerCase().includes(part));
  const words = response.split(/\s+/u).map((word) => (isPrivate(word) ? "…" : word));
  return { ...MAIL_PROBLEMS.serverSaid, detail: toText(words.join(" "), MAX_QUOTED) ?? "…" };
}
