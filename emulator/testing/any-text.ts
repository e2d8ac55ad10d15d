/**
 * Texts of any characters. fast-check's `unit: "binary"` first makes a table of all Unicode: a second in each suite.
 */

import fc from "fast-check";

const ASCII_END = 0x7f;
const SURROGATES = { from: 0xd800, count: 0x800 } as const;
const LAST = 0x10ffff;

/** Any character of Unicode, without halves of pairs; half of them ASCII, which is where syntax is. */
export const CHARACTER: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: ASCII_END }),
    fc.integer({ min: ASCII_END + 1, max: LAST - SURROGATES.count }),
  )
  .map((place) => String.fromCodePoint(place < SURROGATES.from ? place : place + SURROGATES.count));
