/** Recognizes a column of CSV by its head, also if a spreadsheet has changed the spelling. Pure. */

import { MEASUREMENTS, QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { columnOf, sentColumnOf } from "@greenhouse/domain/words/csv-text";
import { sentColumn } from "../readings/entry-text";

/** Returns the head in lower case, with one kind of space, micro sign and digit. */
export function plainHead(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/**
 * Returns a function that finds the name for a head. The farm page's file has labels with units. Its earlier versions had
 * names with units, such as "soilMoisture (%)". Values as they were sent have names such as "soilMoisture_sent".
 * @param names further heads to recognize
 */
export function headReader(names: Iterable<string>): (head: string) => string | undefined {
  const namesByHead = new Map(Array.from(names, (name) => [plainHead(name), name]));
  for (const name of MEASUREMENTS) {
    namesByHead.set(plainHead(columnOf(name)), name);
    namesByHead.set(plainHead(`${name} (${QUANTITY[name].unit})`), name);
    namesByHead.set(plainHead(sentColumn(name)), sentColumn(name));
    namesByHead.set(plainHead(sentColumnOf(name)), sentColumn(name));
  }
  return (head) => namesByHead.get(plainHead(head));
}

/** Shorter names, such as ec, are the beginning of too many words. */
const MIN_BEGINNING = 4;

/**
 * Returns the measurement that an unknown head seems to mean, such as "temperature (?C)" or "Temp".
 */
export function resembled(head: string): Measurement | undefined {
  const text = plainHead(head);
  const [word = ""] = /^[a-z0-9]+/.exec(text) ?? [];
  return MEASUREMENTS.find((measurement) => {
    const name = plainHead(measurement);
    if (word === name) return true;
    if (Math.min(word.length, name.length) < MIN_BEGINNING) return false;
    return word.startsWith(name) || name.startsWith(word);
  });
}
