/**
 * Push keys as bounds of a time range: their first 8 characters are the Unix milliseconds, in an alphabet that is in
 * the order of ASCII.
 * Source: https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
 */

const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const TIME_CHARACTERS = 8;
const OTHER_CHARACTERS = 12;
const MAX_TIME = 64 ** TIME_CHARACTERS - 1;

/** Sorts at or before every key made at that time or later. */
export function firstKeyAt(timeMs: number): string {
  let text = "";
  let rest = Math.min(Math.max(Math.floor(timeMs), 0), MAX_TIME);
  for (; text.length < TIME_CHARACTERS; rest = Math.floor(rest / 64)) {
    text = ALPHABET.charAt(rest % 64) + text;
  }
  return text;
}

/** Sorts at or after every key made at that time or earlier. */
export function lastKeyAt(timeMs: number): string {
  return firstKeyAt(timeMs) + "z".repeat(OTHER_CHARACTERS);
}

/** When a key was made, in Unix milliseconds; undefined for what is no push key. */
export function timeOfKey(key: string): number | undefined {
  if (key.length < TIME_CHARACTERS) return undefined;
  let time = 0;
  for (const character of key.slice(0, TIME_CHARACTERS)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    time = time * 64 + digit;
  }
  return time;
}
