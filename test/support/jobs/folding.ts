/** An in-process database under the shipped rules. The functions store readings, and the jobs fold them. */

import { InProcessDatabase } from "../../../emulator/src/in-process";
import type { As, Json, Query } from "../../../emulator/src/in-process";
import { rulesetOfFile } from "rtdb-emulator/testing/rulesets";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import type { PastDatabase } from "@greenhouse/database/rollups/gaps";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Database, Update } from "../../../jobs/src/database";
import { RULES } from "../shipped-rules";

const ruleset = rulesetOfFile(RULES);

/** The account of the jobs. */
const JOBS = { uid: "farm-watch" };

export class FoldedDatabase {
  readonly #tree: InProcessDatabase;
  /** Runs before an update of the jobs. */
  beforeUpdate: () => Promise<void> = () => Promise.resolve();
  updates = 0;

  constructor(
    public now: number,
    data: Json,
  ) {
    this.#tree = InProcessDatabase.open({ now: () => this.now, ruleset, data });
  }

  /** Stores as the functions do. */
  store(update: Update): void {
    const outcome = this.#commit({ uid: "sensor-ingest" }, update);
    if (outcome !== "stored") throw new Error(`${outcome}: ${JSON.stringify(update)}`);
  }

  /** Writes as a person. */
  writeAs(uid: string, update: Update): "stored" | "denied" {
    return this.#commit({ uid }, update);
  }

  /** Bypasses the rules. */
  administer(update: Update): void {
    this.#commit("admin", update);
  }

  /** As the jobs see it. */
  get jobs(): Database & Pick<PastDatabase, "readLastPage"> {
    const read = (path: string, query?: Query): Promise<unknown> => {
      const result = this.#tree.read(path, query, JOBS);
      if (result.status === "denied") return Promise.reject(new Error(`${path} is denied.`));
      return Promise.resolve(result.value);
    };
    const readRange = async (
      path: string,
      { from, after, before }: KeyRange,
      limit: Pick<Query, "limitToFirst" | "limitToLast">,
    ): Promise<readonly (readonly [string, unknown])[]> => {
      const query = {
        orderBy: "$key",
        ...(after !== undefined ? { startAfter: after } : from !== undefined && { startAt: from }),
        ...(before !== undefined && { endBefore: before }),
      };
      return entriesOf(await read(path, { ...query, ...limit }));
    };
    return {
      get: (path) => read(path),
      readOfFarm: async (path, farm, limitToFirst) =>
        entriesOf(await read(path, { orderBy: "farmId", equalTo: farm, limitToFirst })),
      getLast: (path, startAt, endAt, limitToLast) =>
        read(path, { orderBy: "$key", startAt, endAt, limitToLast }),
      readByValue: async (path, limitToFirst) =>
        entriesOf(await read(path, { orderBy: "$value", limitToFirst })),
      getNewest: (path, orderBy, limitToLast) => read(path, { orderBy, limitToLast }),
      readPage: (path, range, limit) => readRange(path, range, { limitToFirst: limit }),
      readLastPage: (path, range, limit) => readRange(path, range, { limitToLast: limit }),
      update: async (update) => {
        await this.beforeUpdate();
        this.updates += 1;
        return this.#commit(JOBS, update);
      },
    };
  }

  /** Returns what is stored at a path; undefined if there is nothing. */
  json(path: string): unknown {
    const result = this.#tree.read(path, undefined, "admin");
    return result.status === "ok" ? (result.value ?? undefined) : undefined;
  }

  #commit(as: As, update: Update): "stored" | "denied" {
    const status = this.#tree.update(update as Record<string, Json>, as);
    if (status === "ok") return "stored";
    if (status === "denied") return "denied";
    throw new Error(`${status}: ${JSON.stringify(update)}`);
  }
}
