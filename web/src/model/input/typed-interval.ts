/** Parses a typed interval in seconds. */

import { parseInterval } from "@greenhouse/domain/boards/intervals";
import { parseFor } from "./typed-number";
import type { FieldNumber } from "./typed-number";

export function parseSeconds(text: string): FieldNumber {
  return parseFor((value) => parseInterval(value) !== undefined, text, "s");
}

/** Whether the text can be stored. An empty text asks for nothing. */
export function isInterval(text: string): boolean {
  const { kind } = parseSeconds(text);
  return kind === "number" || kind === "empty";
}

/** Returns the seconds; undefined if the text is empty or cannot be stored. */
export function secondsFrom(text: string): number | undefined {
  const typed = parseSeconds(text);
  return typed.kind === "number" ? typed.value : undefined;
}
