/** Databases with a history of so many entries, as sensors write them. */

import { Database } from "../../emulator/src/database";
import { ADMIN } from "../../emulator/src/database/actor";
import type { Actor } from "../../emulator/src/database/actor";
import type { Listener } from "../../emulator/src/database/listeners";
import type { QueryParams } from "../../emulator/src/query/params";
import { compileRules } from "../../emulator/src/rules/ruleset";
import { BranchBuilder } from "../../emulator/src/tree/node";
import type { Node } from "../../emulator/src/tree/node";
import { createPushIds } from "../../emulator/src/tree/push-id";
import { HISTORY_RULES } from "../load/requests";

const START_MS = 1_700_000_000_000;
const USER: Actor = { isAdmin: false, auth: null };
const NOBODY_HEARS: Listener = { onChange: () => undefined, onRevoked: () => undefined };
const pushId = createPushIds(Math.random);

export interface HistoryOptions {
  /** Who listens while it grows. */
  readonly listeners?: readonly QueryParams[];
  /** Who appends; by default somebody whom the rules judge. */
  readonly actor?: Actor;
}

/** A history that begins afresh whenever it has doubled, so that it stays as long as it is called. */
export class History {
  database: Database;
  private now: number;
  private appended = 0;
  private readonly root: Node;

  constructor(
    private readonly entries: number,
    private readonly options: HistoryOptions = {},
  ) {
    this.now = START_MS + entries * 1_000;
    this.root = rootOf(entries);
    this.database = this.begin();
  }

  append(): void {
    if (this.appended >= this.entries) {
      this.appended = 0;
      this.database = this.begin();
    }
    this.appended += 1;
    this.now += 1_000;
    const value = { temperature: Math.random() * 40, updatedAt: this.now };
    const path = ["history", pushId(this.now)];
    const { actor = USER } = this.options;
    const result = this.database.commit({ kind: "set", path, value }, { actor });
    if (result.status !== "ok") throw new Error(result.status);
  }

  private begin(): Database {
    const compiled = compileRules(HISTORY_RULES);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    const { ruleset } = compiled;
    const database = new Database({ now: () => this.now, ruleset, root: this.root });
    for (const params of this.options.listeners ?? []) {
      database.listen(["history"], params, ADMIN, NOBODY_HEARS);
    }
    return database;
  }
}

function rootOf(entries: number): Node {
  const history = new BranchBuilder();
  for (let entry = 0; entry < entries; entry += 1) {
    const now = START_MS + entry * 1_000;
    const reading = new BranchBuilder();
    reading.set("temperature", Math.random() * 40);
    reading.set("updatedAt", now);
    history.set(pushId(now), reading.build(null));
  }
  const root = new BranchBuilder();
  root.set("history", history.build(null));
  return root.build(null);
}
