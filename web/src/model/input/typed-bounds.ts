/** Parses and checks typed limits: the texts of a form's fields. */

import { BOUNDS, boundsAt, isPlausible, SHOWN } from "@greenhouse/domain/quantities/measurements";
import type { Bounds, Shown, Thresholds } from "@greenhouse/domain/quantities/measurements";
import type { Formatter } from "../values/format";
import { numberText, parseFor } from "./typed-number";
import type { FieldNumber } from "./typed-number";

type Bound = keyof Bounds;

/** The name of a field: the path of its value below `thresholds`. */
export type BoundField = `${Shown}/${Bound}`;
export type TypedThresholds = Readonly<Record<BoundField, string>>;
export type BoundsFault = "notANumber" | "grouped" | "outOfRange" | "minAboveMax";

/** The bounds for the day, and for the night if they differ. */
export const DAY_PARTS = { day: ["min", "max"], night: ["nightMin", "nightMax"] } as const;
export type DayPart = keyof typeof DAY_PARTS;

/** The reader's language and units. */
export type Reader = Pick<Formatter, "locale" | "unit" | "shown" | "stored">;

export const BOUND_FIELDS: readonly BoundField[] = SHOWN.flatMap((quantity) =>
  BOUNDS.map((bound): BoundField => `${quantity}/${bound}`),
);

/** Returns the bounds as texts. */
export function typedFrom(thresholds: Thresholds, reader: Reader): TypedThresholds {
  const typed = BOUND_FIELDS.map((field) => {
    const value = storedBound(thresholds, field);
    const shown = value === undefined ? undefined : reader.shown(value, quantityOf(field));
    return [field, boundText(shown, reader.locale)];
  });
  return Object.fromEntries(typed) as TypedThresholds;
}

/** Returns the text of a bound. Rounds bounds with more digits, which were typed in another unit. */
function boundText(shown: number | undefined, locale: string): string {
  const isConverted = shown !== undefined && Number(shown.toFixed(2)) !== shown;
  return numberText(shown, locale, isConverted ? 1 : 2);
}

/** Returns the stored value of a field. */
export function storedBound(thresholds: Thresholds, field: BoundField): number | undefined {
  return thresholds[quantityOf(field)]?.[field.split("/")[1] as Bound];
}

/** Returns the value to store for a field's text, which must be empty or a number; null if it is empty. */
export function boundFrom(
  typed: TypedThresholds,
  field: BoundField,
  reader: Reader,
): number | null {
  const number = parseBound(typed, field, reader);
  return number.kind === "number" ? reader.stored(number.value, quantityOf(field)) : null;
}

/** Compares the bounds for the day, and the bounds for the night if the night has its own bounds. */
export function faultIn(
  typed: TypedThresholds,
  quantity: Shown,
  part: DayPart,
  reader: Reader,
): BoundsFault | undefined {
  const read = (bound: Bound): FieldNumber => parseBound(typed, `${quantity}/${bound}`, reader);
  const kinds = DAY_PARTS[part].map((bound) => read(bound).kind);
  if (kinds.every((kind) => kind === "empty")) return undefined;
  const wrong = (["notANumber", "outOfRange", "grouped"] as const).find((kind) =>
    kinds.includes(kind),
  );
  if (wrong !== undefined) return wrong;
  const all = BOUNDS.flatMap((bound) => {
    const number = read(bound);
    return number.kind === "number" ? [[bound, number.value] as const] : [];
  });
  const { min = -Infinity, max = Infinity } = boundsAt(Object.fromEntries(all), part === "night");
  return min > max ? "minAboveMax" : undefined;
}

export function quantityOf(field: BoundField): Shown {
  return field.split("/")[0] as Shown;
}

/** Parses a bound in the reader's unit. */
export function parseBound(
  typed: Partial<TypedThresholds>,
  field: BoundField,
  reader: Reader,
): FieldNumber {
  const quantity = quantityOf(field);
  const takes = (value: number): boolean => isPlausible(quantity, reader.stored(value, quantity));
  return parseFor(takes, typed[field] ?? "", reader.unit(quantity));
}
