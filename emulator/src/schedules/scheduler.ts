/**
 * Runs scheduled functions at their minute. It lists the functions every minute, so it notices when they are loaded
 * again. Like `cron`, it skips minutes in which the machine was asleep.
 */

import type { RunOutcome, ScheduledFunction } from "./functions-emulator";
import { parseSchedule, reasonOf } from "./schedule";

export interface SchedulerOptions {
  /** Rejects if the functions emulator does not answer. */
  readonly list: () => Promise<readonly ScheduledFunction[]>;
  readonly run: (scheduled: ScheduledFunction, timeMs: number) => Promise<RunOutcome>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called with a line for the developer. */
  readonly log: (line: string) => void;
}

const MINUTE_MS = 60_000;

export class Scheduler {
  private timer: NodeJS.Timeout | undefined;
  private isReachable = true;
  /** Lines that are logged only once. */
  private readonly reported = new Set<string>();
  private readonly running = new Set<string>();

  constructor(private readonly options: SchedulerOptions) {}

  start(): void {
    const last = this.minute;
    this.timer = setTimeout(
      () => {
        const { minute } = this;
        // A timer may fire a moment early.
        if (minute > last) void this.tick(minute);
        this.start();
      },
      last + MINUTE_MS - this.options.now(),
    );
    this.timer.unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Runs the functions that are due in this minute. Resolves when they have ended. */
  async tick(minuteMs: number): Promise<void> {
    const functions = await this.list();
    const names: string[] = [];
    const runs: Promise<void>[] = [];
    for (const scheduled of functions) {
      const schedule = parseSchedule(scheduled.schedule, scheduled.timeZone);
      if (!schedule.ok) {
        this.report(`The schedule of ${scheduled.name} is ignored: ${schedule.problem}.`);
        continue;
      }
      names.push(scheduled.name);
      if (schedule.isDue(minuteMs)) runs.push(this.run(scheduled, minuteMs));
    }
    const list = names.sort().join(", ");
    // The user should see this line, because firebase-tools says that these functions are ignored.
    if (list !== "") this.report(`Scheduled functions run by the clock: ${list}.`);
    await Promise.all(runs);
  }

  private get minute(): number {
    return Math.floor(this.options.now() / MINUTE_MS) * MINUTE_MS;
  }

  private async list(): Promise<readonly ScheduledFunction[]> {
    try {
      const functions = await this.options.list();
      this.isReachable = true;
      return functions;
    } catch (error) {
      if (this.isReachable) {
        this.options.log(
          `Schedules are paused: the functions emulator does not answer (${reasonOf(error)}).`,
        );
      }
      this.isReachable = false;
      return [];
    }
  }

  private async run(scheduled: ScheduledFunction, minuteMs: number): Promise<void> {
    const { name, region } = scheduled;
    const key = `${region}-${name}`;
    if (this.running.has(key)) {
      this.options.log(`Skipped a scheduled run of ${name}: the previous run has not ended.`);
      return;
    }
    this.running.add(key);
    try {
      const outcome = await this.options.run(scheduled, minuteMs);
      if (outcome.kind === "failed") this.options.log(`Scheduled ${name}: ${outcome.reason}.`);
    } catch (error) {
      this.options.log(
        `Scheduled ${name}: no answer from the functions emulator (${reasonOf(error)}).`,
      );
    } finally {
      this.running.delete(key);
    }
  }

  private report(line: string): void {
    if (this.reported.has(line)) return;
    this.reported.add(line);
    this.options.log(line);
  }
}
