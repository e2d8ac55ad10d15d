/** Trees and writes for tests of triggers. There are only a few keys, so writes often affect the same keys. */

import { Database } from "../../src/database";
import { ADMIN } from "../../src/database/actor";
import type { AppliedWrite, Write } from "../../src/database/write";
import { OPEN_RULES } from "../../src/rules/ruleset";
import { type Json, nodeFromJson } from "../../src/tree/json";
import { fc } from "../../testing/properties";

export const KEY = fc.constantFrom(
  "a",
  "b",
  "0",
  "1",
  "%41",
  "é x",
  "*",
  "toString",
  "constructor",
);

const SCALAR = fc.constantFrom<Json[]>(false, true, 0, 1, -2.5, "", "a", "long ".repeat(50));

export const { json: JSON_VALUE } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    SCALAR,
    fc.tuple(SCALAR, SCALAR).map(([value]) => ({ ".value": value, ".priority": 1 })),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(KEY, tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const PATH = fc.array(KEY, { maxLength: 3 });
const VALUE = fc.oneof({ weight: 3, arbitrary: JSON_VALUE }, fc.constant(null));

export const WRITE: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(PATH, VALUE).map(([path, value]): Write => ({ kind: "set", path, value })),
  PATH.map((path): Write => ({ kind: "set", path: [...path, ".priority"], value: 2 })),
  fc
    .tuple(PATH, fc.dictionary(KEY, VALUE, { maxKeys: 3, noNullPrototype: true }))
    .map(([path, children]): Write => ({ kind: "merge", path, children })),
);

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
