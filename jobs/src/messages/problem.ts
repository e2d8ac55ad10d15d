/** Why something was not delivered: as a value, and in words. */

import { TEXTS } from "./describe";
import type { Language } from "./message";

export type Problem =
  | { readonly code: PlainProblem }
  /** One line of at most 200 characters, without a person's address, a secret or the query of a URL. */
  | { readonly code: DetailedProblem; readonly detail: string };

/** Those that their code says all about. */
type PlainProblem =
  // Nobody has switched it on, or can.
  | "channelOff"
  | "emailOff"
  | "pushOff"
  | "noWebhook"
  | "noConfirmedAddress"
  | "subscriptionEnded"
  | "subscriptionInvalid"
  // Of the jobs.
  | "notPrepared"
  | "askedTooLate"
  // Of an address, and of the connection to it.
  | "addressInvalid"
  | "notHttps"
  | "holdsLogin"
  | "privateAddress"
  | "unknownName"
  | "noAnswer"
  | "closed"
  // Of the mail server.
  | "mailNotSent"
  | "mailLogin"
  | "mailUnknownName"
  | "mailNoAnswer"
  | "mailNotEncrypted";

type DetailedProblem =
  // The status of HTTP.
  | "webhookStatus"
  | "pushStatus"
  | "webhookMoved"
  | "pushMoved"
  // An error code, such as ECONNREFUSED.
  | "connectionFailed"
  | "certificate"
  | "mailConnectionFailed"
  // The answer.
  | "mailServerSaid";

/** One line of at most 300 characters. */
export function problemText(problem: Problem, language: Language): string {
  const detail = "detail" in problem ? problem.detail : "";
  return TEXTS[language].problems[problem.code].replace("{detail}", () => detail);
}
