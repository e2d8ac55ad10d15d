/** Every program at once, each in its process, and the load that is put on one of them at a time. */

import { StackError } from "../../scripts/stack/stack-error.ts";
import type { Job, Outcome } from "../load/worker.ts";
import { openChannel } from "./channel.ts";
import type { Channel } from "./channel.ts";
import { serve } from "./server.ts";
import type { Server } from "./server.ts";
import type { Program, Subject } from "./subjects.ts";

export interface Cast {
  /** Puts load on one subject. Throws where a request was not answered with 200. */
  load(subject: Subject, job: Omit<Job, "origin" | "kind">): Promise<Outcome>;
  serverOf(program: Program): Server;
  close(): Promise<void>;
}

/**
 * @param databaseAddress what the programs use, `host:port`
 * @param options of Node, for a program
 */
export async function assemble(
  programs: readonly Program[],
  databaseAddress: string,
  options: Readonly<Partial<Record<Program, readonly string[]>>> = {},
): Promise<Cast> {
  const servers = new Map<Program, Server>();
  const worker: Channel<Job, Outcome> = openChannel("load/worker.ts");
  const close = async (): Promise<void> => {
    await Promise.all([...servers.values()].map(({ process }) => process.stop()));
    await worker.close();
  };
  const serverOf = (program: Program): Server => {
    const server = servers.get(program);
    if (server === undefined) throw new Error(`${program} was not started.`);
    return server;
  };
  try {
    for (const program of programs) {
      servers.set(program, await serve(program, databaseAddress, options[program]));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    serverOf,
    close,
    load: async ({ name, program, kind }, job) => {
      const origin = program === undefined ? `http://${databaseAddress}` : serverOf(program).origin;
      const outcome = await worker.ask({ ...job, origin, kind });
      if (outcome.failures === 0 && outcome.latencies.length > 0) return outcome;
      const example = outcome.failure ?? "no answer";
      throw new StackError(`${name}: ${outcome.failures} requests failed (${example}).`);
    },
  };
}
