import {
  expandInstanceName,
  routeOf,
  parseInstances,
} from "@greenhouse/domain/quantities/instances";

const NORTH = { prefix: "n-", url: "north" };
const NORTH_2 = { prefix: "n-2-", url: "north 2" };

test.each([[[NORTH, NORTH_2]], [[NORTH_2, NORTH]]])(
  "the longest prefix decides: %j",
  (instances) => {
    const ids = ["a", "n", "n-", "n-a", "n-2", "n-2-", "n-2-a", "N-a", "a-n-"];
    expect(ids.map((id) => routeOf(instances, id)?.url)).toEqual(
      [undefined, undefined, "north", "north", "north", "north 2", "north 2"].concat([
        undefined,
        undefined,
      ]),
    );
  },
);

const known = (name: string): string | undefined => (name === "bad" ? undefined : `at ${name}`);

test.each([
  ["", []],
  [" , ", []],
  [
    "n-=north, n-2-=a=b",
    [
      { prefix: "n-", url: "at north" },
      { prefix: "n-2-", url: "at a=b" },
    ],
  ],
])("%j", (text, instances) => {
  expect(parseInstances(text, known)).toEqual({ ok: true, instances });
});

test.each([
  ["north", "DATABASE_INSTANCES holds north, but must be made of prefix=instance."],
  ["=north", "DATABASE_INSTANCES holds =north, but must be made of prefix=instance."],
  ["n-=nor th", "DATABASE_INSTANCES holds n-=nor th, but must be made of prefix=instance."],
  ["a=x,n-=bad", "DATABASE_INSTANCES holds n-=bad, but must be made of prefix=instance."],
  ["n=a,n=b", "DATABASE_INSTANCES names two instances for n."],
])("%j is invalid", (text, problem) => {
  expect(parseInstances(text, known)).toEqual({ ok: false, problem });
});

test("an instance in us-central1 is identified by its name", () => {
  expect(expandInstanceName("north")).toBe("https://north.firebaseio.com");
  expect(expandInstanceName("https://x.firebaseio.com")).toBe("https://x.firebaseio.com");
});
