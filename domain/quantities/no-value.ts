/**
 * Texts by which boards, loggers and other programs say that a sensor has no value. C and Python print "nan". Loggers and
 * spreadsheets write "--", "n/a" or "#N/A". Home Assistant sends "unknown" and "unavailable".
 */

/** In lower case. */
const NO_VALUES: ReadonlySet<string> = new Set([
  "",
  "nan",
  "+nan",
  "-nan",
  "inf",
  "+inf",
  "-inf",
  "infinity",
  "+infinity",
  "-infinity",
  "null",
  "nil",
  "none",
  "undefined",
  "unknown",
  "unavailable",
  "n/a",
  "na",
  "#n/a",
  "n.a.",
]);

/** Any number of hyphens, en or em dashes, or minus signs. */
const DASHES = /^[-\u2012-\u2015\u2212]+$/;

/** Whether a text instead of a measurement means that the sensor has no value. Other texts are errors of the sender. */
export function isNoValue(text: string): boolean {
  const trimmed = text.trim().toLowerCase();
  return NO_VALUES.has(trimmed) || DASHES.test(trimmed);
}
