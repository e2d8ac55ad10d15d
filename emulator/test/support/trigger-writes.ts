/** Trees and writes for tests of triggers. */

import { Database } from "../../src/database";
import { ADMIN } from "../../src/database/actor";
import type { AppliedWrite, Write } from "../../src/database/write";
import { OPEN_RULES } from "../../src/rules/ruleset";
import { type Json, nodeFromJson } from "../../src/tree/json";
import type { Scalar } from "../../src/tree/node";
import { fc } from "../../testing/properties";
import { jsonOf, writesOf } from "./trees";

const KEY = fc.constantFrom("a", "b", "0", "*", "toString");
const SCALAR = fc.constantFrom<Scalar[]>(false, true, 0, 1, -2.5, "", "a", "long ".repeat(50));
export const JSON_VALUE = jsonOf(KEY, SCALAR);
export const WRITE = writesOf(KEY, JSON_VALUE);

/** Returns the changes of each write, starting with the tree of `given`. Skips writes without changes. */
export function apply(given: Json, writes: readonly Write[]): readonly AppliedWrite[] {
  const applied: AppliedWrite[] = [];
  const database = new Database({
    now: () => 0,
    ruleset: OPEN_RULES,
    root: nodeFromJson(given, 0),
    onApplied: (write) => applied.push(write),
  });
  for (const write of writes) database.commit(write, { actor: ADMIN });
  return applied;
}
