/** The doctor's findings. */

import { REFUSALS, type RefusalCode } from "@greenhouse/domain/refusals";
import { shorten } from "@greenhouse/domain/words/text";
import type { Answer } from "../readings/reading";
import type { Answers } from "./answers";

export type State = "ok" | "warning" | "failed" | "skipped";

export interface DoctorResult {
  readonly name: string;
  readonly state: State;
  readonly detail: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** What was answered, where the finding is about that. */
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

/** The text of a refusal; undefined where the answer is no refusal of the functions. */
export function errorOf({ body }: Answer): string | undefined {
  const isObject = typeof body === "object" && body !== null && "error" in body;
  return isObject && typeof body.error === "string" ? body.error : undefined;
}

/** Whether the functions refused it for this. An older backend names no code: then its error and the status decide. */
export function mayBe(answer: Answer, code: RefusalCode): boolean {
  if (answer.status !== REFUSALS[code].status || errorOf(answer) === undefined) return false;
  return answer.code === undefined || answer.code === code;
}

/** What to do about a 503. */
export const UNAVAILABLE_REMEDY =
  "Are the rules deployed, and can the functions reach the database? Their log names the cause (database_denied, database_unavailable).";

/** An answer in one line. */
export function quote(answer: Answer): string {
  const text = errorOf(answer) ?? shorten(JSON.stringify(answer.body), 80);
  return `${answer.status} ${text}`;
}

/** With a full stop, which what is quoted at its end may have. */
export function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
