/**
 * Keys of history entries, in the format of the SDK's `push()`: 20 characters, of which the first 8 are the Unix
 * milliseconds and the other 12 are random or derived. As the alphabet is in the order of ASCII, keys sort by time.
 * Source: https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
 */

import { createHash } from "node:crypto";

const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const TIME_CHARACTERS = 8;
const OTHER_CHARACTERS = 12;

/**
 * Makes new keys. Those of one millisecond sort in the order they were made in: their random part is counted up.
 * @param random a number from 0 to below 1
 * @returns a function from Unix milliseconds to a new key
 */
export function createPushKeys(random: () => number): (nowMs: number) => string {
  let lastMs = NaN;
  let digits: number[] = [];
  return (nowMs) => {
    digits = nowMs === lastMs ? increment(digits) : drawDigits(random);
    lastMs = nowMs;
    return encodeTime(nowMs) + digits.map((digit) => ALPHABET.charAt(digit)).join("");
  };
}

/**
 * Derives the key of an entry that may be sent more than once: the same parts give the same key.
 * @param timeMs the entry's time in Unix milliseconds, which it sorts by
 * @param parts what makes the entry what it is; JSON keeps ["ab", "c"] and ["a", "bc"] apart
 */
export function deriveKey(timeMs: number, parts: readonly unknown[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  // Nine bytes are twelve characters, and base64url has the same 64 characters, if in another order.
  return encodeTime(timeMs) + digest.subarray(0, 9).toString("base64url");
}

function encodeTime(timeMs: number): string {
  let text = "";
  for (let rest = timeMs; text.length < TIME_CHARACTERS; rest = Math.floor(rest / 64)) {
    text = ALPHABET.charAt(rest % 64) + text;
  }
  return text;
}

function drawDigits(random: () => number): number[] {
  return Array.from({ length: OTHER_CHARACTERS }, () => Math.floor(random() * 64));
}

function increment(digits: readonly number[]): number[] {
  const lastBelowMax = digits.findLastIndex((digit) => digit < 63);
  return digits.map((digit, place) =>
    place < lastBelowMax ? digit : place === lastBelowMax ? digit + 1 : 0,
  );
}
