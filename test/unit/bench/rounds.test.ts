import { inRounds } from "../../../bench/rounds";

test("every round begins with another, and each has its results in the order of the rounds", async () => {
  const order: string[] = [];
  const found = await inRounds(4, ["a", "b", "c"], (subject) => {
    order.push(subject);
    return Promise.resolve(order.length);
  });
  expect(order.join("")).toBe("abcbcacababc");
  expect(found).toEqual(
    new Map([
      ["a", [1, 6, 8, 10]],
      ["b", [2, 4, 9, 11]],
      ["c", [3, 5, 7, 12]],
    ]),
  );
});
