/**
 * The keys of history entries sort by time: their first 8 characters are the Unix milliseconds at which the functions
 * stored them. Pure.
 * Source: https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
 */

/** 64 characters in the order of ASCII. */
const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const TIME_CHARACTERS = 8;

/** The latest time that fits. */
const LAST_TIME_MS = 64 ** TIME_CHARACTERS - 1;

/** The 8 characters that every key of this millisecond begins with; they sort before all of them. */
export function keyPrefixAt(timeMs: number): string {
  let text = "";
  let rest = Math.min(Math.max(Math.floor(timeMs), 0), LAST_TIME_MS);
  while (text.length < TIME_CHARACTERS) {
    text = ALPHABET.charAt(rest % 64) + text;
    rest = Math.floor(rest / 64);
  }
  return text;
}

/** The Unix milliseconds in a key; undefined where it is no such key. */
export function timeOfKey(key: string): number | undefined {
  let time = 0;
  for (const character of key.slice(0, TIME_CHARACTERS)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    time = time * 64 + digit;
  }
  return key.length < TIME_CHARACTERS ? undefined : time;
}
