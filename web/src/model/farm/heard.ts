/** Describes the reading of an unregistered device in a person's language and units. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { sentIn } from "@greenhouse/domain/history/history-sources";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Formatter } from "../values/format";

/**
 * Returns a text for each value, such as "Temperature 21.5 °C". Values that the page does not know come last, with the
 * name in the reading.
 * @param reading JSON; any other text is returned unchanged
 */
export function valuesHeard(
  reading: string,
  names: Readonly<Record<Quantity, string>>,
  format: Pick<Formatter, "exact">,
): readonly string[] {
  const sent = parse(reading);
  if (sent === undefined) return [reading];
  const measurements = sentIn(sent);
  const words = MEASUREMENTS.flatMap((name) => {
    const value = measurements[name];
    return value === undefined ? [] : [`${names[name]} ${format.exact(value, name)}`];
  });
  const others = entriesOf(sent).filter(([name]) => !Object.hasOwn(measurements, name));
  return [...words, ...others.map(([name, value]) => `${name} ${textOf(value)}`)];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
