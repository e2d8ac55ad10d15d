/** Simulates the machine of functions and jobs: the parameters of database/client/environment.ts. */

import type { Environment } from "@greenhouse/database/client/environment";
import type {
  Attempt,
  AttemptEnd,
  RestRequest,
  Transport,
} from "@greenhouse/database/client/transport";
import { type DatabaseServer, tokenUntil } from "./database-server";
import type { Faults } from "./faults/faults";
import type { Network } from "./network";
import type { Process } from "./process";
import type { Random } from "./random";

interface Parts {
  readonly process: Process;
  readonly server: Pick<DatabaseServer, "answer" | "now">;
  readonly network: Pick<Network, "send">;
  readonly faults: () => Pick<Faults, "deadConnection" | "tokenMs">;
  readonly random: Random;
}

export function simulatedEnvironment(parts: Parts): Environment {
  const { process, server, faults, random } = parts;
  return {
    clock: process.clock,
    random: random.next,
    createTransport: () => new SimulatedTransport(parts),
    createTokenSource: () => ({
      getAccessToken: () => Promise.resolve(tokenUntil(server.now() + faults().tokenMs)),
    }),
  };
}

/** Connections that are kept, of which some are dead. */
export class SimulatedTransport implements Transport {
  /** Connections that no request uses. */
  #idle = 0;

  constructor(private readonly parts: Parts) {}

  send(request: RestRequest, onEnd: (end: AttemptEnd) => void): Attempt {
    const { process, server, network, faults, random } = this.parts;
    const usesKeptConnection = this.#idle > 0;
    if (usesKeptConnection) this.#idle -= 1;
    let isOver = false;
    const end = (outcome: AttemptEnd): void => {
      process.deliver(() => {
        if (isOver) return;
        isOver = true;
        if (outcome.kind === "answered") this.#idle += 1;
        onEnd(outcome);
      });
    };
    const isDead = usesKeptConnection && random.chance(faults().deadConnection);
    if (!isDead) {
      network.send({
        serve: () => server.answer(request, { name: process.name, isWaiting: !isOver }),
        onAnswer: (answer) =>
          end({
            kind: "answered",
            answer: typeof answer === "number" ? { status: answer, text: "{}" } : answer,
          }),
        onBroken: () => end({ kind: "failed", problem: new Error("The connection broke.") }),
      });
    }
    return {
      usesKeptConnection,
      abort: () => {
        isOver = true;
      },
    };
  }

  closeIdle(): void {
    this.#idle = 0;
  }

  close(): void {
    this.#idle = 0;
  }
}
