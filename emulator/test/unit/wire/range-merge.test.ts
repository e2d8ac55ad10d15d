import { Database } from "../../../src/database";
import { OPEN_RULES } from "../../../src/rules/ruleset";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { type Node, withNodeAt } from "../../../src/tree/node";
import { Session } from "../../../src/wire/session";
import {
  type CachedTree,
  type CompoundHash,
  compoundHashOf,
  type Range,
  treeFromJson,
  withRanges,
} from "../../support/cached-tree";
import { fc } from "../../../testing/properties";

/** Keys before and after `.priority`, including numbers. */
const KEY = fc.constantFrom("0", "1", "01", "10", "!", "-N", "a", "b", '"\\', "ключ");
const SCALAR = fc.constantFrom<Json>(
  true,
  false,
  0,
  -1.5,
  "",
  "x",
  'a "b" \\',
  "long text ".repeat(9),
);
const PRIORITY = fc.option(fc.constantFrom<Json>(1, 2, "p"), { freq: 2 });

const TREE = fc
  .letrec<{ node: Json; leaf: Json; branch: Json }>((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("branch")),
    leaf: fc
      .tuple(SCALAR, PRIORITY)
      .map(([value, priority]) => ({ ".value": value, ".priority": priority })),
    branch: fc
      .tuple(fc.dictionary(KEY, tie("node"), { maxKeys: 5 }), PRIORITY)
      .map(([children, priority]) => ({ ...children, ".priority": priority })),
  }))
  .node.map((json) => nodeFromJson(json, 0));

/** A tree before and after mostly a few writes, so most of it stays the same. */
const CHANGED_TREE = fc
  .tuple(
    TREE,
    fc.array(fc.tuple(fc.array(KEY, { maxLength: 4 }), fc.option(TREE)), { maxLength: 3 }),
  )
  .map(([before, writes]) => {
    const after = writes.reduce((node, [path, value]) => withNodeAt(node, path, value), before);
    return { before, after };
  });

type Push = readonly [action: unknown, body: unknown];

/** Returns the server's pushes to a client that listens to `after` and describes its data. */
function pushesOf(after: Node, ch: CompoundHash): Push[] {
  const messages: string[] = [];
  const socket = {
    send: (frame: Buffer) => void messages.push(frame.toString()),
    close: () => undefined,
    bufferedBytes: 0,
  };
  const database = new Database({ now: () => 0, ruleset: OPEN_RULES, root: after });
  const options = { database, host: "localhost", sessionId: "s", isExplaining: false };
  const session = new Session(socket, options);
  session.receive(JSON.stringify({ t: "d", d: { r: 1, a: "q", b: { p: "/", h: "other", ch } } }));
  const [, ...received] = messages.map(
    (text) => JSON.parse(text) as { d: Record<string, unknown> },
  );
  expect(received.pop()?.d).toEqual({ r: 1, b: { s: "ok", d: {} } });
  return received.map(({ d }) => [d["a"], d["b"]]);
}

function follow(tree: CachedTree, [action, body]: Push): CachedTree {
  const { d } = body as { d: unknown };
  return action === "rm" ? withRanges(tree, d as readonly Range[]) : treeFromJson(d as Json);
}

const cacheOf = (node: Node): CachedTree => treeFromJson(nodeToJson(node, true));

describe("a client with a cache", () => {
  it("has the server's data after it has applied the ranges", () => {
    fc.assert(
      fc.property(
        CHANGED_TREE,
        fc.integer({ min: 0, max: 300 }),
        ({ before, after }, threshold) => {
          const cached = cacheOf(before);
          const pushes = pushesOf(after, compoundHashOf(cached, threshold));
          expect(pushes.reduce(follow, cached)).toEqual(cacheOf(after));
        },
      ),
    );
  });
});
