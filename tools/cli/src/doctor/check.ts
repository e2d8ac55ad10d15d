/** Defines the results of the doctor's checks. */

import { REFUSALS, type RefusalCode } from "@greenhouse/domain/refusals";
import { shorten } from "@greenhouse/domain/words/text";
import type { Answer } from "../readings/reading";
import type { Answers } from "./answers";

export type State = "ok" | "warning" | "failed" | "skipped";

export interface DoctorResult {
  readonly name: string;
  readonly state: State;
  readonly detail: string;
  /** The recommended action. */
  readonly remedy?: string;
  /** The compared answers, if the result has any. */
  readonly answers?: Answers;
}

export function ok(name: string, detail: string): DoctorResult {
  return { name, state: "ok", detail };
}

export function bad(name: string, detail: string, remedy: string): DoctorResult {
  return { name, state: "failed", detail, remedy };
}

export function warn(name: string, detail: string, remedy: string): DoctorResult {
  return { name, state: "warning", detail, remedy };
}

export function skip(name: string, detail: string, remedy?: string): DoctorResult {
  return { name, state: "skipped", detail, ...(remedy !== undefined && { remedy }) };
}

/** Returns the text of a refusal; undefined if the answer is not a refusal of the functions. */
export function errorOf({ body }: Answer): string | undefined {
  const isObject = typeof body === "object" && body !== null && "error" in body;
  return isObject && typeof body.error === "string" ? body.error : undefined;
}

/**
 * Whether the functions refused the reading for this reason. An older backend sends no code: then
 * the error and the status decide.
 */
export function mayBe(answer: Answer, code: RefusalCode): boolean {
  if (answer.status !== REFUSALS[code].status || errorOf(answer) === undefined) return false;
  return answer.code === undefined || answer.code === code;
}

/** The recommended action after a 503. */
export const UNAVAILABLE_REMEDY =
  "Are the rules deployed, and can the functions reach the database? The functions' log names the cause (database_denied, database_unavailable).";

/** Returns an answer in one line. */
export function quote(answer: Answer): string {
  const text = errorOf(answer) ?? shorten(JSON.stringify(answer.body), 80);
  return `${answer.status} ${text}`;
}

/** Adds a full stop, unless the quotation at the end already has one. */
export function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
