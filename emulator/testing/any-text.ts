/**
 * Arbitrary characters. fast-check's `unit: "binary"` first builds a table of all Unicode, which takes a second per
 * suite.
 */

import fc from "fast-check";

const ASCII_END = 0x7f;
const SURROGATES = { from: 0xd800, count: 0x800 } as const;
const LAST = 0x10ffff;

/** Any Unicode character, but no single surrogates. Half of them are ASCII, because syntax is ASCII. */
export const CHARACTER: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: ASCII_END }),
    fc.integer({ min: ASCII_END + 1, max: LAST - SURROGATES.count }),
  )
  .map((place) => String.fromCodePoint(place < SURROGATES.from ? place : place + SURROGATES.count));
