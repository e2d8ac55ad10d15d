import { BoundedMap } from "../../../functions/src/bounded-map";

test("drops the least recently used entry", () => {
  const map = new BoundedMap<string>(2);
  map.set("a", "A");
  map.set("b", "B");
  map.get("a");
  map.set("c", "C");
  expect(["a", "b", "c"].map((key) => map.get(key))).toEqual(["A", undefined, "C"]);
});

test("does not drop an entry if another is set again", () => {
  const map = new BoundedMap<string>(2);
  map.set("a", "A");
  map.set("b", "B");
  map.set("a", "A2");
  expect(["a", "b"].map((key) => map.get(key))).toEqual(["A2", "B"]);
  map.delete("a");
  expect(map.get("a")).toBeUndefined();
});

test("keeps nothing with size 0", () => {
  const map = new BoundedMap<string>(0);
  map.set("a", "A");
  expect(map.get("a")).toBeUndefined();
});

test("keeps the most recently used entries after any sequence of operations", () => {
  const map = new BoundedMap<number>(5);
  const used: string[] = [];
  const use = (key: string): void => {
    const index = used.indexOf(key);
    if (index >= 0) used.splice(index, 1);
    used.push(key);
    used.splice(0, used.length - 5);
  };
  for (let step = 0; step < 5_000; step += 1) {
    const key = String((step * step + 3 * step) % 17);
    if (step % 7 === 0) {
      map.delete(key);
      if (used.includes(key)) used.splice(used.indexOf(key), 1);
    } else if (step % 3 === 0) {
      expect(map.get(key) !== undefined).toBe(used.includes(key));
      if (used.includes(key)) use(key);
    } else {
      map.set(key, step);
      use(key);
    }
  }
  expect(used).toHaveLength(5);
  for (const key of used) expect(map.get(key)).toBeDefined();
});
