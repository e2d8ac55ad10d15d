/** What a reading counts as, from the stored calibrations and exclusions, independently of the code that corrects. */

import { MEASUREMENTS, QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Measurements } from "@greenhouse/domain/quantities/measurements";
import { entriesOf, fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import type { Entry } from "./expected-rollups";

/**
 * @param calibrations `calibrations/<farmId>`, with scales and offsets that do not convert from another unit
 * @param exclusions `exclusions/<farmId>`
 */
export function correctWith(
  calibrations: unknown,
  exclusions: unknown,
): (entry: Entry) => Measurements {
  const isInForce = (record: unknown): boolean => numberOf(record, "undoneAt") === undefined;
  const numberIn = (record: unknown, field: string): number => numberOf(record, field) ?? NaN;

  const excludes = (exclusion: unknown, entry: Entry, quantity: Measurement): boolean => {
    const [about, of] = [textOf(exclusion, "quantity"), textOf(exclusion, "import")];
    return (
      numberIn(exclusion, "from") <= entry.at &&
      entry.at < numberIn(exclusion, "until") &&
      [undefined, quantity].includes(about as Measurement | undefined) &&
      [undefined, textOf(entry.measured, "import")].includes(of)
    );
  };

  const valueOf = (entry: Entry, quantity: Measurement, sent: number): number | undefined => {
    const excluding = entriesOf(fieldOf(exclusions, entry.uid)).filter(([, record]) =>
      isInForce(record),
    );
    if (excluding.some(([, exclusion]) => excludes(exclusion, entry, quantity))) return undefined;
    const [newest] = entriesOf(fieldOf(fieldOf(calibrations, entry.uid), quantity))
      .map(([, record]) => record)
      .filter((record) => isInForce(record) && numberIn(record, "from") <= entry.at)
      .sort(
        (a, b) =>
          numberIn(b, "from") - numberIn(a, "from") || numberIn(b, "at") - numberIn(a, "at"),
      );
    if (newest === undefined) return sent;
    const { min, max, lowest = min, highest = max } = QUANTITY[quantity];
    if (sent < lowest || sent > highest) return sent;
    const value = sent * numberIn(newest, "scale") + numberIn(newest, "offset");
    return Math.min(Math.max(Number(value.toFixed(6)), min), max);
  };

  return (entry) => {
    const values = MEASUREMENTS.flatMap((quantity) => {
      const sent = entry.measured[quantity];
      const value = sent === undefined ? undefined : valueOf(entry, quantity, sent);
      return value === undefined ? [] : [[quantity, value] as const];
    });
    return Object.fromEntries(values);
  };
}
