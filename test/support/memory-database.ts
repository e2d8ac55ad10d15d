/** The functions' database in memory: reads and multi-path updates work, and a predicate stands for the rules. */

import { UNREADABLE_PATH } from "@greenhouse/database/client/answers";
import { Unavailable, type Database, type Update } from "@greenhouse/database/client/database";
import type { Connection } from "../../functions/src/database/connection";
import { RegistrationCache } from "../../functions/src/database/registrations";

export type Json = null | string | number | boolean | { [key: string]: Json };

export class MemoryDatabase implements Database {
  /** Paths read so far, without the probe of whether the rules apply. */
  readonly reads: string[] = [];
  /** Updates stored so far. */
  readonly commits: Update[] = [];
  /** Whether a path may be read; by default as for `sensor-ingest`. */
  canRead = (path: string): boolean =>
    /^((registeredSensors|sensorKeys)\/[^/]+|farms\/[^/]+\/apiKey|output(s|Orders)\/[^/]+\/[^/]+|sensors\/[^/]+\/history\/[^/]+\/updatedAt)$/.test(
      path,
    );
  /** Whether an update may be written; by default always. */
  canWrite: (update: Update) => boolean = () => true;

  constructor(public root: Json = {}) {}

  read(path: string): Promise<unknown> {
    if (path !== UNREADABLE_PATH) this.reads.push(path);
    if (this.canRead(path)) return Promise.resolve(this.get(path));
    return Promise.reject(new Unavailable("denied", "The rules forbid it."));
  }

  commit(update: Update): Promise<"stored" | "denied"> {
    if (!this.canWrite(update)) return Promise.resolve("denied");
    this.commits.push(update);
    for (const [path, value] of Object.entries(update)) this.set(path, value);
    return Promise.resolve("stored");
  }

  get(path: string): Json {
    let node: Json = this.root;
    for (const key of path.split("/")) {
      node = typeof node === "object" && node !== null ? (node[key] ?? null) : null;
    }
    return structuredClone(node);
  }

  set(path: string, value: Json): void {
    this.root = put(this.root, path.split("/"), value);
  }
}

/** Creates a connection to this database that remembers registrations. */
export function connectionWith(open: Connection["open"]): Connection {
  return { cache: new RegistrationCache(600, { overrideIgnored: () => undefined }), open };
}

function put(node: Json, [key, ...rest]: string[], value: Json): Json {
  if (key === undefined) return value;
  const children = typeof node === "object" && node !== null ? node : {};
  return { ...children, [key]: put(children[key] ?? null, rest, value) };
}
