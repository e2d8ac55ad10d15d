/** Puts the same work on several databases in turns, from a process that speaks to them over sockets. */

import { StackError } from "../../scripts/stack/stack-error.ts";
import type { SocketAnswer, SocketJob, SocketOutcome } from "../load/socket-worker.ts";
import { inRounds } from "../rounds.ts";
import type { Effort } from "../scenarios/effort.ts";
import { openChannel } from "../stack/channel.ts";
import { compare, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import type { Contender } from "./contenders.ts";

export const OURS = "rtdb-emulator";
export const ECHO = "ws echo";
export const RIVAL = "firebase-server";

export type Work = SocketJob["work"];

/** Who competes, under which name. */
export type Field<Name> = ReadonlyMap<Name, Contender>;

/** What was found of each, a list with one entry per round; NaN of one that failed. */
export class Found<Name> {
  private readonly outcomes: ReadonlyMap<Name, readonly SocketOutcome[]>;

  constructor(outcomes: ReadonlyMap<Name, readonly SocketOutcome[]>) {
    this.outcomes = outcomes;
  }

  of(name: Name, value: (outcome: SocketOutcome) => number): Spread {
    return summarize(this.values(name, value));
  }

  /** How many times the second's value the first's is. */
  ratio(first: Name, second: Name, value: (outcome: SocketOutcome) => number): Spread {
    return compare(this.values(first, value), this.values(second, value));
  }

  private values(name: Name, value: (outcome: SocketOutcome) => number): readonly number[] {
    const outcomes = this.outcomes.get(name) ?? [];
    return outcomes.length === 0 ? [NaN] : outcomes.map(value);
  }
}

export interface Load {
  /** Throws where a database does not do what it is asked, unless it is one that may fail: that is left out. */
  takeTurns<Name>(field: Field<Name>, work: Work): Promise<Found<Name>>;
  close(): Promise<void>;
}

const SECONDS = 0.4;

/** What takes longer than this altogether has fewer rounds, at least one. */
const BUDGET_MS = 8_000;

export function openLoad({ rounds }: Effort): Load {
  const channel = openChannel<SocketJob, SocketAnswer>("load/socket-worker.ts");
  return {
    takeTurns: async (field, work) => {
      const spentMs = new Map<Contender, number>();
      const found = await inRounds(rounds + 1, [...field], async ([, contender]) => {
        const { address, mayFail } = contender;
        const spent = spentMs.get(contender) ?? 0;
        if (spent > BUDGET_MS) return [];
        const began = performance.now();
        const answer = await channel.ask({ address, work, seconds: SECONDS });
        if (!("failure" in answer)) {
          spentMs.set(contender, spent + performance.now() - began);
          return [answer];
        }
        if (!mayFail) throw new StackError(`${work.kind}: ${answer.failure}`);
        spentMs.set(contender, Infinity);
        return [];
      });
      return new Found(
        new Map(
          Array.from(found, ([[name], rounds]) => {
            // The first one warms up.
            const [first = [], ...others] = rounds;
            const counted = others.flat();
            return [name, counted.length > 0 ? counted : first] as const;
          }),
        ),
      );
    },
    close: () => channel.close(),
  };
}
