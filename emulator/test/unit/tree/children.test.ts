import fc from "fast-check";
import { type Children, ChildrenEditor } from "../../../src/tree/children";
import { compareKeys } from "../../../src/tree/order";

/** A few keys of every kind in the order, so that keys are often set again and removed. */
const KEY = fc.oneof(
  fc.integer({ min: -3, max: 60 }).map(String),
  fc.constantFrom("a", "b", "-a", "01", "zz", "__proto__", "é"),
);
const EDITS = fc.array(fc.tuple(KEY, fc.option(fc.integer(), { nil: undefined })), {
  maxLength: 90,
});

function entriesOf(model: ReadonlyMap<string, number>): [string, number][] {
  return [...model].sort(([a], [b]) => compareKeys(a, b));
}

function expectSame(children: Children<number>, model: ReadonlyMap<string, number>, from: string) {
  const entries = entriesOf(model);
  expect(children.size).toBe(entries.length);
  expect([...children.entries()]).toEqual(entries);
  expect([...children.keys()]).toEqual(entries.map(([key]) => key));
  expect(children.maxKey()).toBe(entries.at(-1)?.[0]);
  expect([...children.entries(from)]).toEqual(
    entries.filter(([key]) => compareKeys(key, from) >= 0),
  );
  expect([...children.entriesReversed(from)]).toEqual(
    entries.filter(([key]) => compareKeys(key, from) <= 0).reverse(),
  );
  expect([...children.entriesReversed()]).toEqual(entries.reverse());
  for (const [key, value] of model) expect(children.get(key)).toBe(value);
  expect(children.get("absent")).toBeUndefined();
}

test("children equal a sorted map, and an edit does not change earlier children", () => {
  fc.assert(
    fc.property(fc.array(EDITS, { maxLength: 4 }), KEY, (rounds, from) => {
      let children = new ChildrenEditor<number>().build();
      let model = new Map<string, number>();
      for (const edits of rounds) {
        const [earlier, earlierModel] = [children, model];
        model = new Map(model);
        const editor = children.edit();
        for (const [key, value] of edits) {
          expect(editor.get(key)).toBe(model.get(key));
          editor.set(key, value);
          if (value === undefined) model.delete(key);
          else model.set(key, value);
        }
        children = editor.build();
        expectSame(children, model, from);
        expectSame(earlier, earlierModel, from);
      }
    }),
  );
});
