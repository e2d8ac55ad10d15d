import { createRouter, type Route } from "../../../../functions/src/database/router";

const NORTH: Route = { prefix: "n-", url: "north" };
const NORTH_2: Route = { prefix: "n-2-", url: "north 2" };

function routerOf(others: readonly Route[]): (id: string) => string {
  return createRouter({ defaultUrl: "default", others }, (url) => url);
}

test("with one instance everything is there", () => {
  const route = routerOf([]);
  expect(["a", "n-a", ""].map(route)).toEqual(["default", "default", "default"]);
});

test.each([[[NORTH, NORTH_2]], [[NORTH_2, NORTH]]])(
  "what an id begins with decides, and the longest prefix that fits: %j",
  (others) => {
    const route = routerOf(others);
    expect(["a", "n", "n-", "n-a", "n-2", "n-2-", "n-2-a", "N-a", "a-n-"].map(route)).toEqual(
      ["default", "default", "north", "north", "north"].concat([
        "north 2",
        "north 2",
        "default",
        "default",
      ]),
    );
  },
);

test("what is kept for an instance is made once, when its first id comes", () => {
  const made: string[] = [];
  const others = [NORTH, { prefix: "m-", url: "north" }];
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
