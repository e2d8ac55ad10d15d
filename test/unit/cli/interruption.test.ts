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
  ["EPIPE", 0, undefined, 0],
  ["ENOSPC", 1, 1, 1],
])("%s on stdout ends a command, or aborts one that cleans up", (code, exit, exitCode, reports) => {
  const plain = new FakeProcess();
  plain.fail("stdout", code);
  expect(plain.exits).toEqual([exit]);
  const cleaning = new FakeProcess();
  const signal = cleaning.interruption.takeOver();
  cleaning.fail("stdout", code);
  cleaning.fail("stdout", code);
  cleaning.emit("exit", 0);
  expect([signal.aborted, cleaning.exits, cleaning.exitCode]).toEqual([true, [], exitCode]);
  expect([plain.reports.length, cleaning.reports.length]).toEqual([reports, reports]);
});

test("a closed stderr does not stop a command", () => {
  const process = new FakeProcess();
  const signal = process.interruption.takeOver();
  process.fail("stderr", "EIO");
  expect([signal.aborted, process.exits, process.reports]).toEqual([false, [], []]);
});
