import { createRouter } from "../../../../functions/src/database/router";

test("an id leads to its instance, and others to the default one", () => {
  const others = [{ prefix: "n-", url: "north" }];
  const route = createRouter({ defaultUrl: "default", others }, (url) => url);
  expect(["a", "n-a", ""].map(route)).toEqual(["default", "north", "default"]);
});

test("what is kept for an instance is made once, when its first id comes", () => {
  const made: string[] = [];
  const others = [
    { prefix: "n-", url: "north" },
    { prefix: "m-", url: "north" },
  ];
  const route = createRouter({ defaultUrl: "default", others }, (url) => {
    made.push(url);
    return { url };
  });
  expect(made).toEqual([]);
  expect(route("n-1")).toBe(route("m-1"));
  expect(made).toEqual(["north"]);
  expect(route("a")).toBe(route("b"));
  expect(made).toEqual(["north", "default"]);
});
