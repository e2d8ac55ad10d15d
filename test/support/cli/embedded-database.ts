/** The command line's interface to an embedded database, as an administrator or under the rules. */

import { entriesOf } from "@greenhouse/domain/stored";
import type { InProcessDatabase } from "../../../emulator/src/in-process";
import type { Database, Json } from "../../../tools/cli/src/core/database";

type Actor = Parameters<InProcessDatabase["update"]>[1];
type Query = Parameters<InProcessDatabase["read"]>[1];

/** @param aroundUpdate runs each update. It may do something before, or lose the answer */
export function connectTo(
  tree: InProcessDatabase,
  as: Actor,
  aroundUpdate: (update: () => "stored" | "denied") => unknown = (update) => update(),
): Database {
  const read = (path: string, query?: Query): unknown => {
    const result = tree.read(path, query, as);
    if (result.status !== "ok") throw new Error(`${path}: ${result.status}`);
    return result.value;
  };
  const database: Partial<Database> = {
    read: async (path) => Promise.resolve(read(path) as Json),
    find: (path, orderBy, equalTo) =>
      Promise.resolve(Object.fromEntries(entriesOf(read(path, { orderBy, equalTo }))) as never),
    readPage: (path, { from, after, before }, limitToFirst) => {
      const start = after !== undefined ? { startAfter: after } : from && { startAt: from };
      const end = before !== undefined && { endBefore: before };
      const query = { orderBy: "$key", ...start, ...end, limitToFirst };
      return Promise.resolve(entriesOf(read(path, query)) as never);
    },
    update: async (values) => {
      const update = () => {
        const status = tree.update(values as Parameters<InProcessDatabase["update"]>[0], as);
        return status === "ok" ? "stored" : "denied";
      };
      return (await aroundUpdate(update)) as "stored" | "denied";
    },
  };
  return database as Database;
}
