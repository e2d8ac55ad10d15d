/** The records below sensors/<greenhouseId>, without push keys, so that tests can compare them. */

import type { DatabaseClient, Json } from "./database-client";

type Entry = Record<string, Json>;

export interface Records {
  readonly current: Entry;
  readonly bySensor: Record<string, Json>;
  /** Entries of the signed layout, in the order of the push keys. */
  readonly history: readonly Entry[];
  /** Entries of the key-in-body layout, by uid, in the order of the push keys. */
  readonly historyOf: Readonly<Record<string, readonly Entry[]>>;
}

export const NO_RECORDS: Records = { current: {}, bySensor: {}, history: [], historyOf: {} };

const PUSH_KEY = /^[-0-9A-Z_a-z]{20}$/;

export async function readRecords(database: DatabaseClient, greenhouse: string): Promise<Records> {
  const { current, bySensor, history, ...others } = await readChildren(
    database,
    `sensors/${greenhouse}`,
  );
  if (Object.keys(others).length > 0) throw new Error(`unknown: ${Object.keys(others).join()}`);
  const children = Object.entries((history ?? {}) as Record<string, Entry>);
  const isEntry = ([, value]: [string, Entry]): boolean => Object.hasOwn(value, "updatedAt");
  return {
    current: (current ?? {}) as Entry,
    bySensor: (bySensor ?? {}) as Record<string, Json>,
    history: inOrder(children.filter(isEntry)),
    historyOf: Object.fromEntries(
      children
        .filter((child) => !isEntry(child))
        .map(([uid, entries]) => [uid, inOrder(Object.entries(entries as Record<string, Entry>))]),
    ),
  };
}

/** Returns the sorted push keys below a path. */
export async function readPushKeys(database: DatabaseClient, path: string): Promise<string[]> {
  return Object.keys(await readChildren(database, path)).sort();
}

async function readChildren(database: DatabaseClient, path: string): Promise<Record<string, Json>> {
  return ((await database.get(path)) ?? {}) as Record<string, Json>;
}

function inOrder(entries: readonly [string, Entry][]): Entry[] {
  const odd = entries.filter(([key]) => !PUSH_KEY.test(key));
  if (odd.length > 0) throw new Error(`no push key: ${odd.map(([key]) => key).join()}`);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}
