/**
 * Which texts can be keys of the database. Other texts never become part of a path.
 * Source: https://firebase.google.com/docs/database/web/structure-data
 */

/** Longest key, and with the Admin SDK also the longest path that can be written, in bytes of UTF-8. */
export const MAX_KEY_BYTES = 768;

const FORBIDDEN_CHARACTERS = /[.$#[\]/\u0000-\u001f\u007f]/;

/** Half of a surrogate pair: it has no UTF-8, and would arrive as another key. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether `text` can name a child. */
export function isDatabaseKey(text: string): boolean {
  return (
    text !== "" &&
    Buffer.byteLength(text) <= MAX_KEY_BYTES &&
    !FORBIDDEN_CHARACTERS.test(text) &&
    !LONE_SURROGATE.test(text)
  );
}
