/** The reading of a device that nobody has registered, in a person's words and units. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { measurementsIn } from "@greenhouse/domain/history/history-sources";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Formatter } from "../values/format";

/**
 * A text for each value, such as "Temperature 21.5 °C". What the page does not know comes last, by the name it was sent
 * with.
 * @param reading JSON; the reading of anything else is one text, as it is
 */
export function valuesHeard(
  reading: string,
  names: Readonly<Record<Quantity, string>>,
  format: Pick<Formatter, "exact">,
): readonly string[] {
  const sent = parse(reading);
  if (sent === undefined) return [reading];
  const known = measurementsIn(sent);
  const words = MEASUREMENTS.flatMap((name) => {
    const value = known[name];
    return value === undefined ? [] : [`${names[name]} ${format.exact(value, name)}`];
  });
  const others = entriesOf(sent).filter(([name]) => !Object.hasOwn(known, name));
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
