/** Histories of any length for the embedded database. */

/** The rules of such a history. */
export const HISTORY_RULES = JSON.stringify({
  rules: {
    history: {
      ".read": true,
      $entry: {
        ".write": "!data.exists() || !newData.exists()",
        ".validate": "newData.child('temperature').isNumber()",
      },
    },
  },
});

export const LAST_HUNDRED = { p: "/history", q: { l: 100, vf: "r", i: ".key" }, t: 1 };

const START_MS = 1_700_000_000_000;
let made = 0;

/** A key of 20 characters that sorts by time, then by the order of its making, like a push id. */
const keyOf = (nowMs: number): string =>
  `-${nowMs.toString(36).padStart(9, "0")}-${(made++).toString(36).padStart(9, "0")}`;

const entryOf = (atMs: number): object => ({
  temperature: Math.round(Math.random() * 4_000) / 100,
  updatedAt: atMs,
});

/** A history as JSON. All entries are older than an appended one. */
export function historyJson(entries: number): string {
  const members = Array.from({ length: entries }, (_, index) => {
    const atMs = START_MS + index * 1_000;
    return `"${keyOf(atMs)}":${JSON.stringify(entryOf(atMs))}`;
  });
  return `{"history":{${members.join(",")}}}`;
}

/** The body of a new entry at the end of the history. */
export function newEntry(nowMs: number): { readonly p: string; readonly d: object } {
  return { p: `/history/${keyOf(nowMs)}`, d: entryOf(nowMs) };
}
