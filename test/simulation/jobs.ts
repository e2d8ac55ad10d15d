/** The scheduled jobs: runs that overlap, come late, run twice and are killed, and the channels that they deliver to. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { compose, type Jobs } from "../../jobs/src/composition";
import type { AnswerRequest, Reply } from "../../jobs/src/answer-call";
import type { OpenChannels } from "../../jobs/src/outbox/deliverer";
import { DATABASE_URL } from "./backend";
import type { DatabaseServer } from "./database-server";
import { simulatedEnvironment } from "./environment";
import type { Faults } from "./faults/faults";
import { Network } from "./network";
import { Process } from "./process";
import type { Random } from "./random";
import { PAGE_URL } from "./receivers";
import type { World } from "./world";

/** The minutes of an hour at which readings are folded (jobs/src/index.ts). */
export const FOLD_MINUTES: readonly number[] = [12, 27, 42, 57];
/** The platform ends a run after this. */
const LONGEST_RUN_MS = 120_000;
/** Most runs send fewer requests to the database. */
const MAX_REQUESTS = 50;
const KEPT_RUNS = 50;

/** With which the provider of calls signs. */
export const AUTH_TOKEN = "provider";

type Job = keyof Pick<Jobs, "watchFarms" | "foldReadings">;

export class ScheduledJobs {
  readonly network: Network;
  /** Runs that have begun and not ended. */
  running = 0;
  /** Two runs of a job were under way together, or one was killed: the rules then deny the slower one. */
  lastOverlapMs = -Infinity;
  readonly #random: Random;
  /** When the newest runs began, by the name of their process. */
  readonly startedMs = new Map<string, number>();
  #runs = 0;
  #pausedUntilMs = 0;
  #answers = 0;

  constructor(
    private readonly world: World,
    private readonly server: DatabaseServer,
    private readonly openChannels: (process: Process) => OpenChannels,
    private readonly faults: () => Faults,
    private readonly writeLog: (entry: object) => void,
  ) {
    this.#random = world.random.fork("jobs");
    this.network = new Network(world, "jobs' network", "database", faults);
    this.#schedule();
    world.repeat(
      this.#random,
      () => faults().jobsPauseEveryMs,
      () => {
        this.#pausedUntilMs = world.now() + this.#random.between(1, 45) * MINUTE_MS;
        world.note("jobs", `pause until ${new Date(this.#pausedUntilMs).toISOString()}`);
      },
    );
  }

  /** The function that the provider of calls asks when somebody has pressed a key. */
  answerCall(request: AnswerRequest): Promise<Reply> {
    this.#answers += 1;
    const name = `answerCall ${this.#answers}`;
    return this.#compose(new Process(this.world, name), this.#random.fork(name)).answerCall(
      request,
    );
  }

  #compose(process: Process, random: Random, network: Pick<Network, "send"> = this.network): Jobs {
    const { server, faults } = this;
    return compose(
      {
        readDatabase: () => ({ url: DATABASE_URL, emulator: undefined }),
        openChannels: () => this.openChannels(process),
        readCallAnswering: () => ({ authToken: AUTH_TOKEN, pageUrl: PAGE_URL }),
      },
      {
        environment: simulatedEnvironment({ process, server, network, faults, random }),
        randomInt: (max) => Math.floor(random.next() * max),
        writeLog: this.writeLog,
      },
    );
  }

  #schedule(): void {
    const { world } = this;
    const nextMs = (Math.floor(world.now() / MINUTE_MS) + 1) * MINUTE_MS;
    world.after(nextMs - world.now(), () => {
      const minute = Math.floor(nextMs / MINUTE_MS) % 60;
      this.#begin("watchFarms");
      if (FOLD_MINUTES.includes(minute)) this.#begin("foldReadings");
      this.#schedule();
    });
  }

  #begin(job: Job): void {
    const { runTwice, runLateMs, jobsPauseEveryMs } = this.faults();
    if (jobsPauseEveryMs < Infinity && this.world.now() < this.#pausedUntilMs) return;
    const times = this.#random.chance(runTwice) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      this.world.after(this.#random.between(0, runLateMs), () => this.#run(job));
    }
  }

  #run(job: Job): void {
    this.#runs += 1;
    const random = this.#random.fork(`run ${this.#runs}`);
    const process = new Process(this.world, `${job} ${this.#runs}`);
    this.startedMs.set(process.name, this.world.now());
    if (this.startedMs.size > KEPT_RUNS) this.startedMs.delete([...this.startedMs.keys()][0] ?? "");
    const jobs = this.#compose(process, random, this.#disturbed(process, random));
    if (this.running > 0) this.lastOverlapMs = this.world.now();
    this.running += 1;
    let isRunning = true;
    const end = (): void => {
      if (isRunning) this.running -= 1;
      isRunning = false;
    };
    process.onKill(() => {
      this.lastOverlapMs = this.world.now();
      end();
    });
    void jobs[job]().then(end);
    this.world.after(LONGEST_RUN_MS, () => {
      if (isRunning) process.kill();
      end();
    });
  }

  /** The network of a run that is killed, or stands still, before or after any of its requests. */
  #disturbed(process: Process, random: Random): Pick<Network, "send"> {
    const { runKilled, runFreezes } = this.faults();
    const isKilled = random.chance(runKilled);
    const isFrozen = random.chance(runFreezes);
    if (!isKilled && !isFrozen) return this.network;
    let left = random.below(MAX_REQUESTS);
    const isBefore = random.chance(0.5);
    const disturb = (): void => {
      if (isKilled) process.kill();
      else process.freeze(random.between(0, LONGEST_RUN_MS));
    };
    return {
      send: (delivery) => {
        left -= 1;
        if (left === 0 && isBefore) disturb();
        if (!process.isDead) this.network.send(delivery);
        if (left === 0 && !isBefore) disturb();
      },
    };
  }
}
