import { Turns } from "../../../../functions/src/database/turns";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** Tasks that the test ends. */
function start(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const outcomes: string[] = [];
  const run = (sender: string, name: string, timeoutMs = 1_000): void => {
    turns
      .run(sender, timeoutMs, () => {
        begun.push(name);
        return new Promise<void>((resolve, reject) => {
          ends.set(name, (error) => (error === undefined ? resolve() : reject(error)));
        });
      })
      .then(
        () => outcomes.push(name),
        (error: unknown) => outcomes.push(`${name}: ${String(error)}`),
      );
  };
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await settle();
  };
  return { begun, outcomes, run, end };
}

test("one at a time, each sender in turn", async () => {
  const { begun, run, end } = start(new Turns());
  for (const name of ["a1", "a2", "a3", "a4"]) run("a", name);
  for (const name of ["b1", "b2"]) run("b", name);
  run("c", "c1");
  await settle();
  for (const name of ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]) {
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
  expect(begun).toHaveLength(7);
});

test("after a task that fails the next one runs", async () => {
  const { begun, outcomes, run, end } = start(new Turns());
  run("a", "a1");
  run("a", "a2");
  await end("a1", new Error("no"));
  expect(begun).toEqual(["a1", "a2"]);
  await end("a2");
  expect(outcomes).toEqual(["a1: Error: no", "a2"]);
  run("a", "a3");
  await settle();
  expect(begun.at(-1)).toBe("a3");
});

test("no task waits longer than its timeout, and later ones are served", async () => {
  const { begun, outcomes, run, end } = start(new Turns());
  run("a", "a1");
  run("b", "b1", 100);
  run("b", "b2", 300);
  run("c", "c1", 100);
  await settle();
  jest.advanceTimersByTime(100);
  await settle();
  const timeout = "Unavailable: Earlier large batches took too long.";
  expect(outcomes).toEqual([`b1: ${timeout}`, `c1: ${timeout}`]);
  await end("a1");
  expect(begun).toEqual(["a1", "b2"]);
  jest.advanceTimersByTime(1_000);
  await end("b2");
  expect(outcomes.at(-1)).toBe("b2");
});
