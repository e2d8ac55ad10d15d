/** Creates histories of any length for the embedded database. */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";

/** The rules of such a history, for a client without a sign-in. */
export const HISTORY_RULES = `{ "rules": { "history": { ".read": true, "$entry": {
  ".write": "!data.exists() || !newData.exists()",
  ".validate": "newData.child('temperature').isNumber()"
} } } }`;

const START_MS = 1_700_000_000_000;

export const entryAt = (atMs: number): object => ({
  temperature: Math.round(Math.random() * 4_000) / 100,
  updatedAt: atMs,
});

/** Returns a history as JSON. All entries are older than now. */
export function historyJson(entries: number): string {
  const newKey = createPushKeys(Math.random);
  const members = Array.from({ length: entries }, (_, index) => {
    const atMs = START_MS + index * 1_000;
    return `"${newKey(atMs)}":${JSON.stringify(entryAt(atMs))}`;
  });
  return `{"history":{${members.join(",")}}}`;
}
