import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { createInterruption } from "../../../cli/src/interruption";

/** A process that only notes how it would end. */
class StandIn extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly exits: (number | undefined)[] = [];
  readonly reports: string[] = [];
  exitCode: number | undefined;
  readonly exit = (code?: number): never => {
    this.exits.push(code);
    return undefined as never;
  };
  readonly interruption = createInterruption(this as never, (error) => {
    this.reports.push((error as Error).message);
    return 1;
  });

  fail(stream: "stdout" | "stderr", code: string): void {
    this[stream].emit("error", Object.assign(new Error(code), { code }));
  }
}

test("until a command takes over, signals do what they always do", () => {
  expect(new StandIn().eventNames()).toEqual([]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s aborts, however often it comes", (name) => {
  const process = new StandIn();
  const signals = [process.interruption.takeOver(), process.interruption.takeOver()];
  let aborts = 0;
  signals[0]?.addEventListener("abort", () => (aborts += 1));
  for (let time = 0; time < 3; time += 1) expect(process.emit(name)).toBe(true);
  expect([aborts, signals.map(({ aborted }) => aborted), process.exits]).toEqual([
    1,
    [true, true],
    [],
  ]);
});

test("a reader that has had enough ends a command that has nothing to clean up", () => {
  const process = new StandIn();
  process.fail("stdout", "EPIPE");
  expect([process.exits, process.reports]).toEqual([[0], []]);
});

test("an output that cannot be written is reported", () => {
  const process = new StandIn();
  process.fail("stdout", "ENOSPC");
  expect([process.exits, process.reports]).toEqual([[1], ["The output cannot be written: ENOSPC"]]);
});

test.each(["EPIPE", "EIO"])(
  "a command that cleans up is interrupted by %s, and ends itself",
  (code) => {
    const process = new StandIn();
    const signal = process.interruption.takeOver();
    process.fail("stdout", code);
    process.fail("stdout", code);
    expect([signal.aborted, process.exits]).toEqual([true, []]);
  },
);

test("a result that was lost is no success", () => {
  const process = new StandIn();
  process.interruption.takeOver();
  process.fail("stdout", "ENOSPC");
  process.emit("exit", 0);
  expect([process.reports.length, process.exitCode]).toEqual([1, 1]);
});

test("a terminal that is closed is no reason to stop", () => {
  const process = new StandIn();
  const signal = process.interruption.takeOver();
  process.fail("stderr", "EIO");
  expect([signal.aborted, process.exits, process.reports]).toEqual([false, [], []]);
});
