/** The address to which a call sends the pressed key, and the record of the call. */

import { hash } from "node:crypto";
import { MAX_CALL_MS, type AlertCall } from "@greenhouse/domain/alerts/deliveries";
import { isLanguage, type Language } from "@greenhouse/domain/words/languages";
import type { Attempt } from "./channels/channel";
import type { Update } from "./database";

export interface AnswerAddress {
  /** The key in `alertCalls`. */
  readonly id: string;
  readonly language: Language;
  /** Whether the call has asked for the key again already. */
  readonly isLast?: boolean;
}

/** Firebase Hosting sends this path to the function (firebase.json). */
const PATH = "/api/answerCall";
const CALL_ID = /^[0-9a-f]{40}$/u;

/** Returns the same id for each attempt at a notification to a person. */
export function callIdOf(messageId: string): string {
  return hash("sha256", messageId).slice(0, 40);
}

/** Returns the record that lets the person answer the call. */
export function callRecord({ farmId, person, messageId, at }: Attempt): Update {
  const record: AlertCall = { farmId, person, at, until: at + MAX_CALL_MS };
  return { [callPath(callIdOf(messageId))]: record };
}

export function callPath(id: string): string {
  return `alertCalls/${id}`;
}

export function answerUrl(
  pageUrl: string,
  { id, language, isLast = false }: AnswerAddress,
): string {
  return `${pageUrl}${PATH}?call=${id}&language=${language}${isLast ? "&last=1" : ""}`;
}

/** Returns the address that was requested, as the provider knows it. @param query with its `?` */
export function requestedUrl(pageUrl: string, query: string): string {
  return `${pageUrl}${PATH}${query}`;
}

/** @returns undefined if the query is not one of `answerUrl` */
export function parseAnswerQuery(query: string): AnswerAddress | undefined {
  const parameters = new URLSearchParams(query);
  const [id, language] = [parameters.get("call") ?? "", parameters.get("language")];
  if (!CALL_ID.test(id) || !isLanguage(language)) return undefined;
  return { id, language, isLast: parameters.has("last") };
}
