/** Thresholds as people type them: the texts of a form's fields, what is wrong with them, and what they mean. */

import { BOUNDS, boundsAt } from "../../../domain/src/measurements";
import type { Bounds, Quantity, Thresholds } from "../../../domain/src/measurements";
import { faultOfBounds, parseBound } from "./validate";
import type { Fault } from "./validate";

/** Those that the form has fields for. A battery's are set for the whole farm. */
export const EDITED = [
  "temperature",
  "humidity",
  "light",
  "vpd",
  "dewPoint",
] as const satisfies Quantity[];
export type Edited = (typeof EDITED)[number];

export type TypedBounds = Readonly<Record<keyof Bounds, string>>;
export type TypedThresholds = Readonly<Record<Edited, TypedBounds>>;

/** By day, and where that differs, by night. */
export const PARTS = { day: ["min", "max"], night: ["nightMin", "nightMax"] } as const;
export type Part = keyof typeof PARTS;

/** Texts that mean the same bounds again. */
export function typedFrom(thresholds: Thresholds, locale: string): TypedThresholds {
  const digits = { useGrouping: false, maximumFractionDigits: 20 };
  const textOf = (value: number | undefined): string => {
    const text = value?.toLocaleString(locale, digits) ?? "";
    return parseBound(text, locale) === "ambiguous" ? `${text}0` : text;
  };
  const typed = EDITED.map((quantity) => [
    quantity,
    Object.fromEntries(BOUNDS.map((bound) => [bound, textOf(thresholds[quantity]?.[bound])])),
  ]);
  return Object.fromEntries(typed) as TypedThresholds;
}

/** Compares the bounds that hold by day; by night, if there are any of its own. */
export function faultIn(typed: TypedBounds, part: Part, locale: string): Fault | undefined {
  if (PARTS[part].every((bound) => typed[bound].trim() === "")) return undefined;
  for (const bound of PARTS[part]) {
    const parsed = parseBound(typed[bound], locale);
    if (parsed === "notANumber" || parsed === "ambiguous") return parsed;
  }
  const { min = null, max = null } = boundsAt(boundsFrom(typed, locale), part === "night");
  return faultOfBounds(min, max);
}

/** Without those that are no numbers. */
export function boundsFrom(typed: TypedBounds, locale: string): Bounds {
  const entries = BOUNDS.map((bound) => [bound, parseBound(typed[bound], locale)] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "number"));
}
