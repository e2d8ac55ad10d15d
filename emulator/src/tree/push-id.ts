/**
 * Push ids: 20 characters that
 * 1. sort by creation time (the first 8 characters are the Unix milliseconds, 48 bits),
 * 2. do not collide (the other 12 characters are random, 72 bits), and
 * 3. sort by creation even within a millisecond (the random part is counted up).
 * Source: https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
 */

const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/** @param random a number from 0 to below 1 @returns a function from Unix milliseconds to a new id */
export function createPushIds(random: () => number): (now: number) => string {
  let lastTime = -1;
  let digits: number[] = [];
  return (now) => {
    if (now === lastTime) {
      digits = countUp(digits);
    } else {
      digits = Array.from({ length: 12 }, () => Math.floor(random() * 64));
      lastTime = now;
    }
    return timePart(now) + digits.map((digit) => ALPHABET.charAt(digit)).join("");
  };
}

function timePart(now: number): string {
  let rest = now;
  let text = "";
  for (let position = 0; position < 8; position += 1) {
    text = ALPHABET.charAt(rest % 64) + text;
    rest = Math.floor(rest / 64);
  }
  return text;
}

function countUp(digits: readonly number[]): number[] {
  const last = digits.findLastIndex((digit) => digit < 63);
  return digits.map((digit, position) =>
    position < last ? digit : position === last ? digit + 1 : 0,
  );
}
