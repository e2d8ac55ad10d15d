import { BoundedMap } from "../../../functions/src/bounded-map";

test("the entry used longest ago is dropped", () => {
  const map = new BoundedMap<string>(2);
  map.set("a", "A");
  map.set("b", "B");
  map.get("a");
  map.set("c", "C");
  expect(["a", "b", "c"].map((key) => map.get(key))).toEqual(["A", undefined, "C"]);
});

test("setting an entry again drops no other", () => {
  const map = new BoundedMap<string>(2);
  map.set("a", "A");
  map.set("b", "B");
  map.set("a", "A2");
  expect(["a", "b"].map((key) => map.get(key))).toEqual(["A2", "B"]);
  map.delete("a");
  expect(map.get("a")).toBeUndefined();
});

test("of size 0 it keeps nothing", () => {
  const map = new BoundedMap<string>(0);
  map.set("a", "A");
  expect(map.get("a")).toBeUndefined();
});
