import { placeUpdate } from "../../../../functions/src/database/ancestor";

test.each([
  [{ "a/b/c": 1, "a/b/d": 2 }, "a/b", { c: 1, d: 2 }],
  [{ "a/b/c/x": 1, "a/b/d": 2 }, "a/b", { "c/x": 1, d: 2 }],
  [{ "a/b/c": { x: 1 } }, "a/b", { c: { x: 1 } }],
  // What is a beginning of the text need not be one of the path.
  [{ "a/bc/d": 1, "a/b/d": 2 }, "a", { "bc/d": 1, "b/d": 2 }],
  [{ "a/b": 1, "a/b/c": 2 }, "a", { b: 1, "b/c": 2 }],
  [{ "a/b": 1, "c/d": 2 }, "", { "a/b": 1, "c/d": 2 }],
  [{ a: 1 }, "", { a: 1 }],
  [{ "a/b": 1, a: 2 }, "", { "a/b": 1, a: 2 }],
  [{}, "", {}],
])("%j is told from %j", (update, path, values) => {
  expect(placeUpdate(update)).toEqual({ path, values });
});
