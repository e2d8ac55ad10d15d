/**
 * Keys of history entries, in the format of the SDK's `push()`. They have 20 characters. The first 8 are the Unix
 * milliseconds, the other 12 are random or derived. The alphabet is in the order of ASCII, so keys sort by time.
 * Source: https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
 */

const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
/** The pattern of every push key until the year 2109. The rules use it, too. */
export const PUSH_KEY = "^-[0-9A-Z_a-z-]{19}$";

const TIME_CHARACTERS = 8;
const OTHER_CHARACTERS = 12;
const MAX_TIME_MS = 64 ** TIME_CHARACTERS - 1;

/**
 * Makes new keys. Keys of one millisecond sort in the order of their creation, because their random part is counted up.
 * @param random returns a number from 0 to below 1
 * @returns a function of Unix milliseconds
 */
export function createPushKeys(random: () => number): (nowMs: number) => string {
  let lastMs = NaN;
  let digits: number[] = [];
  return (nowMs) => {
    digits = nowMs === lastMs ? increment(digits) : drawDigits(random);
    lastMs = nowMs;
    return firstKeyAt(nowMs) + digits.map((digit) => ALPHABET.charAt(digit)).join("");
  };
}

/** Returns the 8 characters of a time in Unix milliseconds. They sort before every key of that millisecond. */
export function firstKeyAt(timeMs: number): string {
  let text = "";
  let rest = Math.min(Math.max(Math.floor(timeMs), 0), MAX_TIME_MS);
  for (; text.length < TIME_CHARACTERS; rest = Math.floor(rest / 64)) {
    text = ALPHABET.charAt(rest % 64) + text;
  }
  return text;
}

/** Returns a text that sorts at or after every key of that millisecond. */
export function lastKeyAt(timeMs: number): string {
  return firstKeyAt(timeMs) + "z".repeat(OTHER_CHARACTERS);
}

/** Returns the time in a key, in Unix milliseconds; undefined if the text is not a push key. */
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

function drawDigits(random: () => number): number[] {
  return Array.from({ length: OTHER_CHARACTERS }, () => Math.floor(random() * 64));
}

function increment(digits: readonly number[]): number[] {
  const lastBelowMax = digits.findLastIndex((digit) => digit < 63);
  return digits.map((digit, index) =>
    index < lastBelowMax ? digit : index === lastBelowMax ? digit + 1 : 0,
  );
}
