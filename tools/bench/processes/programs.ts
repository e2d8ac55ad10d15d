/**
 * Runs the programs of subjects, each in its own process, and sends load to one of them at a time.
 */

import { StackError } from "../../dev/processes/stack-error.ts";
import type { Outcome } from "../load/fixed-rate.ts";
import type { Job } from "../load/worker.ts";
import type { Program, Subject } from "../subjects.ts";
import { openChannel } from "./channel.ts";
import { serve } from "./server.ts";
import type { Server } from "./server.ts";
import { processorMs, residentKibibytes } from "./usage.ts";

/** The result of a load, and its costs. */
export interface Measured extends Pick<Outcome, "latencies"> {
  readonly readingsPerSecond: number;
  /** Processor time of the program's process per reading. */
  readonly processorMs: number;
  /** The maximum resident memory of this process since its start. */
  readonly maxResidentMebibytes: number;
}

/** Sends load to one subject. @throws StackError if a request is not answered with 200 */
export type SendLoad = (
  subject: Subject,
  job: Omit<Job, "origin" | "variant" | "batch">,
) => Promise<Measured>;

/**
 * Starts the programs of the subjects, warms them up, and stops them after the work.
 * @param databaseAddress the programs' database, `host:port`
 */
export async function withPrograms<T>(
  databaseAddress: string,
  subjects: readonly Subject[],
  work: (load: SendLoad) => Promise<T>,
): Promise<T> {
  const servers = new Map<Program, Server>();
  const worker = openChannel<Job, Outcome>("load/worker.ts");
  const load: SendLoad = async ({ name, program, variant, batch = 0 }, job) => {
    const server = servers.get(program);
    if (server === undefined) throw new Error(`${program} was not started.`);
    const { origin } = server;
    const usedMs = processorMs(server.process);
    const outcome = await worker.ask({ ...job, origin, variant, batch });
    const { latencies, perSecond, failures, failure = "no answer" } = outcome;
    if (failures > 0 || latencies.length === 0) {
      throw new StackError(`${name}: ${failures} requests failed (${failure}).`);
    }
    const readings = Math.max(batch, 1);
    return {
      latencies,
      readingsPerSecond: perSecond * readings,
      processorMs: (processorMs(server.process) - usedMs) / (latencies.length * readings),
      maxResidentMebibytes: residentKibibytes(server.process, "VmHWM") / 1_024,
    };
  };
  try {
    for (const program of new Set(subjects.map((subject) => subject.program))) {
      servers.set(program, await serve(program, databaseAddress));
    }
    for (const subject of subjects) {
      await load(subject, { sensors: 100, seconds: 2, pressure: { connections: 10 } });
    }
    return await work(load);
  } finally {
    await Promise.all([...servers.values()].map(({ process }) => process.stop()));
    await worker.close();
  }
}
