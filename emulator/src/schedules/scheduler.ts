/**
 * Runs scheduled functions at their minute. Each minute it asks which there are, so it follows functions that are
 * loaded again; a minute in which the machine slept is left out, as `cron` does.
 */

import type { RunOutcome, ScheduledFunction } from "./functions-emulator";
import { parseSchedule, reasonOf } from "./schedule";

export interface SchedulerOptions {
  /** Fails when nothing answers. */
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
  /** Lines that were logged already. */
  private readonly reported = new Set<string>();
  private readonly running = new Set<string>();

  constructor(private readonly options: SchedulerOptions) {}

  start(): void {
    const last = this.minute;
    this.timer = setTimeout(
      () => {
        const { minute } = this;
        // A timer may come a moment early.
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

  /** Resolves when what is due in this minute has ended. */
  async tick(minuteMs: number): Promise<void> {
    const functions = await this.list();
    const names: string[] = [];
    const runs: Promise<void>[] = [];
    for (const scheduled of functions) {
      const schedule = parseSchedule(scheduled.schedule, scheduled.timeZone);
      if (!schedule.ok) {
        this.report(`The schedule of ${scheduled.name} is left out: ${schedule.problem}.`);
        continue;
      }
      names.push(scheduled.name);
      if (schedule.isDue(minuteMs)) runs.push(this.run(scheduled, minuteMs));
    }
    const list = names.sort().join(", ");
    // firebase-tools calls them ignored.
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
          `Schedules wait: the functions emulator gives no answer (${reasonOf(error)}).`,
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
      this.options.log(`The schedule of ${name} is skipped this time: it still runs.`);
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
