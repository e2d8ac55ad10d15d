import { EventEmitter } from "node:events";
import { createInterruption } from "../../../tools/cli/src/core/interruption";

/** A process that records how it would end. */
class FakeProcess extends EventEmitter {
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
  readonly exits: (number | undefined)[] = [];
  readonly reports: string[] = [];
  exitCode: number | undefined;
  readonly exit = (code?: number): void => void this.exits.push(code);
  readonly interruption = createInterruption(this as never, (error) => {
    this.reports.push((error as Error).message);
    return 1;
  });

  fail(stream: "stdout" | "stderr", code: string): void {
    this[stream].emit("error", Object.assign(new Error(code), { code }));
  }
}

test("signals have their usual effect until a command takes over, and then abort once", () => {
  const process = new FakeProcess();
  expect(process.eventNames()).toEqual([]);
  const signals = [process.interruption.takeOver(), process.interruption.takeOver()];
  let aborts = 0;
  signals[0]?.addEventListener("abort", () => (aborts += 1));
  for (const name of ["SIGHUP", "SIGINT", "SIGTERM", "SIGINT"]) {
    expect(process.emit(name)).toBe(true);
  }
  expect([aborts, signals.map(({ aborted }) => aborted)]).toEqual([1, [true, true]]);
  expect(process.exits).toEqual([]);
});

test.each([
  ["EPIPE", 0, []],
  ["ENOSPC", 1, ["The output cannot be written: ENOSPC"]],
])("%s on stdout ends a command with nothing to clean up", (code, exit, reports) => {
  const process = new FakeProcess();
  process.fail("stdout", code);
  expect([process.exits, process.reports]).toEqual([[exit], reports]);
});

test.each([
  ["EPIPE", undefined],
  ["ENOSPC", 1],
])("%s on stdout aborts a command that cleans up; it ends by itself with %p", (code, exitCode) => {
  const process = new FakeProcess();
  const signal = process.interruption.takeOver();
  process.fail("stdout", code);
  process.fail("stdout", code);
  process.emit("exit", 0);
  expect([signal.aborted, process.exits, process.exitCode]).toEqual([true, [], exitCode]);
  expect(process.reports).toHaveLength(exitCode ?? 0);
});

test("a closed stderr does not stop a command", () => {
  const process = new FakeProcess();
  const signal = process.interruption.takeOver();
  process.fail("stderr", "EIO");
  expect([signal.aborted, process.exits, process.reports]).toEqual([false, [], []]);
});
