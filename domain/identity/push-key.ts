/**
 * Keys of history entries, in the format of the SDK's `push()`: 20 characters, of which the first 8 are the Unix
 * milliseconds and the other 12 are random or derived. As the alphabet is in the order of ASCII, keys sort by time.
 * Source: https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
 */

const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
/** The pattern of every push key until the year 2109, also for the rules. */
export const PUSH_KEY = "^-[0-9A-Z_a-z-]{19}$";

const TIME_CHARACTERS = 8;
const OTHER_CHARACTERS = 12;
const MAX_TIME_MS = 64 ** TIME_CHARACTERS - 1;

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
    return firstKeyAt(nowMs) + digits.map((digit) => ALPHABET.charAt(digit)).join("");
  };
}

/** The 8 characters of a time in Unix milliseconds. They sort before every key of that millisecond. */
export function firstKeyAt(timeMs: number): string {
  let text = "";
  let rest = Math.min(Math.max(Math.floor(timeMs), 0), MAX_TIME_MS);
  for (; text.length < TIME_CHARACTERS; rest = Math.floor(rest / 64)) {
    text = ALPHABET.charAt(rest % 64) + text;
  }
  return text;
}

/** Sorts at or after every key of that millisecond. */
export function lastKeyAt(timeMs: number): string {
  return firstKeyAt(timeMs) + "z".repeat(OTHER_CHARACTERS);
}

/** The time in a key, in Unix milliseconds; undefined where the text is not a push key. */
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
