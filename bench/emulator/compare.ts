/** Measures two things side by side and prints how many times the second costs the first. */

export interface Measured {
  readonly name: string;
  /** Does it once. */
  readonly run: () => void;
}

/** Rounds of each, in turns, so that both meet the same weather. */
const ROUNDS = 31;

/** A round takes at least this long, so that the clock does not matter. */
const MIN_ROUND_MS = 4;

export function compare(title: string, base: Measured, other: Measured, wanted: string): void {
  const counts = [base, other].map(calibrate);
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    times[0].push(timeOf(base.run, counts[0] ?? 1));
    times[1].push(timeOf(other.run, counts[1] ?? 1));
  }
  const [first, second] = [median(times[0]), median(times[1])];
  print(`${title}: ${(second / first).toFixed(2)}  (${wanted})`);
  print(`    ${base.name}: ${format(first)}, ${other.name}: ${format(second)}`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Finds how often to run in a round, and warms up. */
function calibrate({ run }: Measured): number {
  let count = 1;
  while (timeOf(run, count) * count < MIN_ROUND_MS) count *= 2;
  return count;
}

/** @returns milliseconds of one run */
function timeOf(run: () => void, count: number): number {
  const start = performance.now();
  for (let done = 0; done < count; done += 1) run();
  return (performance.now() - start) / count;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
}

function format(milliseconds: number): string {
  return milliseconds < 1
    ? `${(milliseconds * 1_000).toFixed(2)} µs`
    : `${milliseconds.toFixed(2)} ms`;
}
