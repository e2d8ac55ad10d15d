/** Describes an alert in words: kind, value and bound. */

import { isOfOutput } from "../alerts/model.ts";
import type { NotifiedTransition } from "../alerts/outbox.ts";
import type { Quantity } from "../quantities/measurements.ts";
import { isBeyond } from "../alerts/findings.ts";
import { sayValue } from "./finding-words.ts";
import type { Format } from "./format.ts";
import type { AlertWords } from "./words.ts";

type Described = Pick<
  NotifiedTransition,
  "kind" | "measurement" | "outputName" | "value" | "bound" | "since"
>;

/** Quantities that are written without a name. */
const UNNAMED: readonly Quantity[] = ["temperature", "light"];

/** Whether a value's unit identifies its quantity, so that the value needs no name. */
export function isNamedByUnit(quantity: Quantity): boolean {
  return UNNAMED.includes(quantity);
}

/** Returns the quantity of an alert. Without a measurement, only batteries have a measured value. */
export function quantityOf({
  measurement,
}: {
  readonly measurement?: Quantity | undefined;
}): Quantity {
  return measurement ?? "battery";
}

/** Returns for example "2.1 °C, below 5 °C". */
export function sayOpen(alert: Described, words: AlertWords, format: Format): string {
  const { kind, outputName = "", value, bound, measurement } = alert;
  const since = format.moment(alert.since);
  if (isOfOutput(kind)) {
    const isOn = value !== undefined && value > 0;
    return words.findings.output[kind]({ name: outputName, isOn, since });
  }
  if (kind === "silent") {
    return words.findings.silent(measurement && words.names[measurement], since);
  }
  const quantity = quantityOf(alert);
  // A fault is not rounded: 100.4 % would look like a possible value.
  const text =
    kind === "fault" ? format.bound(value, quantity) : format.value(value, quantity, bound);
  const named = withName(text, quantity, words.names);
  return sayValue(kind, named, format.bound(bound, quantity), words.findings);
}

/** Returns for example "6.0 °C again". @param durationMs how long the alert lasted */
export function sayOver(
  alert: Described & Pick<NotifiedTransition, "hour">,
  durationMs: number,
  words: AlertWords,
  format: Format,
): string {
  const { kind, measurement, outputName = "", hour, bound } = alert;
  if (isOfOutput(kind)) return words.outputIsOver[kind](outputName);
  const quantity = quantityOf(alert);
  const value = hour?.["0"] ?? alert.value;
  const text = withName(format.value(value, quantity, bound), quantity, words.names);
  return words.whatIsOver({
    kind,
    name: measurement && words.names[measurement],
    value: isBeyond(alert, value) ? undefined : text,
    bound: format.bound(bound, quantity),
    duration: format.duration(durationMs),
  });
}

/** Returns for example "lowest 1.4 °C"; undefined if the extreme equals the alert's value. */
export function sayExtreme(
  alert: Described & Pick<NotifiedTransition, "extreme">,
  words: AlertWords,
  format: Format,
): string | undefined {
  const { kind, extreme, value, bound } = alert;
  if (extreme === undefined || extreme === value) return undefined;
  const text = format.value(extreme, quantityOf(alert), bound);
  return words.findings.extreme[kind === "above" ? "highest" : "lowest"](text);
}

/** Returns a value with the name of its quantity, unless its unit identifies the quantity. */
export function withName(value: string, quantity: Quantity, names: AlertWords["names"]): string {
  return isNamedByUnit(quantity) ? value : `${names[quantity]} ${value}`;
}
