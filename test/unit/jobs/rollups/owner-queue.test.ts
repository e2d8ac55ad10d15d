import { OwnerQueue } from "../../../../jobs/src/rollups/owner-queue";

/** @param all owner and number of each, as "a1" */
function queueOf(...all: readonly string[]): OwnerQueue<string> {
  const queue = new OwnerQueue<string>();
  for (const item of all) queue.add(item.charAt(0), item);
  return queue;
}

function takeAll(queue: OwnerQueue<string>): readonly string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next.item);
  return taken;
}

test.each([
  { all: [], taken: [] },
  { all: ["a1"], taken: ["a1"] },
  { all: ["a1", "a2", "a3"], taken: ["a1", "a2", "a3"] },
  { all: ["a1", "a2", "a3", "b1"], taken: ["a1", "b1", "a2", "a3"] },
  { all: ["a1", "b1", "a2", "c1", "b2", "a3"], taken: ["a1", "b1", "c1", "a2", "b2", "a3"] },
])("one of each owner, then another: $all", ({ all, taken }) => {
  const queue = queueOf(...all);
  expect(queue.length).toBe(all.length);
  expect(takeAll(queue)).toEqual(taken);
  expect(queue.length).toBe(0);
});

test("what comes again has its turn before an owner's others", () => {
  const queue = queueOf();
  for (let index = 0; index < 200_000; index += 1) queue.add("a", `a${index}`);
  queue.add("b", "b");
  for (let turns = 0; turns < 200; turns += 1) {
    const next = queue.take()!;
    if (next.owner === "b") queue.add("b", "b");
  }
  expect(queue.length).toBe(200_001 - 100);
});

test("what comes again waits for all others of its owner", () => {
  const queue = queueOf("a1", "a2", "a3");
  queue.add("a", queue.take()!.item);
  expect(takeAll(queue)).toEqual(["a2", "a3", "a1"]);
});
