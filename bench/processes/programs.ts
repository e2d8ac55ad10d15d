/** The programs of subjects, each in a process of its own, and the load on one of them at a time. */

import { StackError } from "../../scripts/stack/stack-error.ts";
import type { Outcome } from "../load/fixed-rate.ts";
import type { Job } from "../load/worker.ts";
import type { Program, Subject } from "../subjects.ts";
import { openChannel } from "./channel.ts";
import { serve } from "./server.ts";
import type { Server } from "./server.ts";

/** Sends load to one subject. @throws StackError when a request is not answered with 200 */
export type SendLoad = (
  subject: Subject,
  job: Omit<Job, "origin" | "variant" | "batch">,
) => Promise<Outcome>;

/**
 * Starts the programs of the subjects, warms them up, and stops them after the work.
 * @param databaseAddress what the programs use, `host:port`
 */
export async function withPrograms<T>(
  databaseAddress: string,
  subjects: readonly Subject[],
  work: (load: SendLoad) => Promise<T>,
): Promise<T> {
  const servers = new Map<Program, Server>();
  const worker = openChannel<Job, Outcome>("load/worker.ts");
  const load: SendLoad = async ({ name, program, variant, batch = 0 }, job) => {
    const origin = servers.get(program)?.origin ?? "";
    const outcome = await worker.ask({ ...job, origin, variant, batch });
    if (outcome.failures === 0 && outcome.latencies.length > 0) return outcome;
    const example = outcome.failure ?? "no answer";
    throw new StackError(`${name}: ${outcome.failures} requests failed (${example}).`);
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
