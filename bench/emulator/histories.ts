/** Databases with a history of so many entries, as sensors write them. */

import { Database } from "../../emulator/src/database";
import { ADMIN } from "../../emulator/src/database/actor";
import { compileRules } from "../../emulator/src/rules/ruleset";
import { BranchBuilder } from "../../emulator/src/tree/node";
import { createPushIds } from "../../emulator/src/tree/push-id";

const RULES = `{
  "rules": {
    "history": {
      ".read": true,
      ".indexOn": "temperature",
      "$entry": { ".write": "!data.exists()", ".validate": "newData.child('temperature').isNumber()" }
    }
  }
}`;

export interface History {
  readonly database: Database;
  readonly append: () => void;
}

const START_MS = 1_700_000_000_000;

export function historyOf(entries: number): History {
  const compiled = compileRules(RULES);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const pushId = createPushIds(Math.random);
  let now = START_MS;
  const history = new BranchBuilder();
  for (let entry = 0; entry < entries; entry += 1) {
    const reading = new BranchBuilder();
    reading.set("temperature", Math.random() * 40);
    reading.set("updatedAt", (now += 1_000));
    history.set(pushId(now), reading.build(null));
  }
  const root = new BranchBuilder();
  root.set("history", history.build(null));
  const database = new Database({
    now: () => now,
    ruleset: compiled.ruleset,
    root: root.build(null),
  });
  return {
    database,
    append: () => {
      now += 1_000;
      const value = { temperature: Math.random() * 40, updatedAt: now };
      const path = ["history", pushId(now)];
      const result = database.commit(
        { kind: "set", path, value },
        { actor: { isAdmin: false, auth: null } },
      );
      if (result.status !== "ok") throw new Error(result.status);
    },
  };
}

export { ADMIN };
