/** Speaks to a database over sockets, from a process of its own: one job at a time, told and answered over the channel. */

import { percentile } from "../statistics.ts";
import {
  appendEntry,
  FEED,
  functionsToken,
  LAST_HUNDRED,
  writeFeed,
  writeReading,
} from "./requests.ts";
import type { Request } from "./requests.ts";
import { SocketClient } from "./socket-client.ts";

export interface SocketJob {
  /** `host:port` */
  readonly address: string;
  readonly work:
    | {
        /** A record over and over again, by nobody, or readings as the functions write them. */
        readonly kind: "record" | "reading";
        readonly connections: number;
        /** On each connection. */
        readonly inFlight: number;
      }
    /** One entry after the other; each is removed again, untimed, so that the history stays as long as it is. */
    | { readonly kind: "append" }
    /** One write after the other, each heard by all who listen before the next. */
    | { readonly kind: "fan-out"; readonly listeners: number }
    /** Listens to the last 100 entries, and ceases to, again and again. */
    | { readonly kind: "last-hundred" };
  readonly seconds: number;
}

export interface SocketOutcome {
  /** How often a second it was done. */
  readonly perSecond: number;
  /** Milliseconds that it took. */
  readonly p50: number;
  readonly p99: number;
  /** That came in for each. */
  readonly bytes: number;
}

/** `failure` says why there is nothing to tell. */
export type SocketAnswer = SocketOutcome | { readonly failure: string };

export const NAMESPACE = "bench";

/** Nothing may take longer than this, in milliseconds. */
const PATIENCE_MS = 60_000;

class Failed extends Error {}

/** Connections stay open, so that a server that never forgets a listener has no more of them than listen. */
const open = new Map<string, SocketClient[]>();

async function connectionsOf(
  name: string,
  { address }: SocketJob,
  count: number,
  greet: (client: SocketClient) => Promise<void> = () => Promise.resolve(),
): Promise<readonly SocketClient[]> {
  const key = `${name} ${address}`;
  const clients = open.get(key) ?? [];
  open.set(key, clients);
  while (clients.length < count) {
    const client = await SocketClient.connect(address, NAMESPACE);
    await greet(client);
    clients.push(client);
  }
  return clients.slice(0, count);
}

async function ask(client: SocketClient, [action, body]: Request): Promise<void> {
  let patience: NodeJS.Timeout | undefined;
  const status = await Promise.race([
    client.ask(action, body),
    new Promise<string>((resolve) => {
      patience = setTimeout(() => resolve("no answer in a minute"), PATIENCE_MS);
    }),
  ]);
  clearTimeout(patience);
  if (status !== "ok") throw new Failed(status);
}

/** Does it again and again, at least once. @returns milliseconds of each, without what follows on it */
async function repeat(
  seconds: number,
  act: () => Promise<void>,
  follow?: () => Promise<void>,
): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  do {
    const began = performance.now();
    await act();
    times.push(performance.now() - began);
    await follow?.();
  } while (performance.now() < until);
  return times;
}

async function carryOut(job: SocketJob): Promise<SocketOutcome> {
  const { clients, run } = await prepare(job);
  const received = (): number => clients.reduce((sum, client) => sum + client.receivedBytes, 0);
  const [began, before] = [performance.now(), received()];
  const times = (await run()).sort((a, b) => a - b);
  return {
    perSecond: times.length / ((performance.now() - began) / 1000),
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    bytes: (received() - before) / times.length,
  };
}

interface Prepared {
  readonly clients: readonly SocketClient[];
  readonly run: () => Promise<number[]>;
}

async function prepare(job: SocketJob): Promise<Prepared> {
  switch (job.work.kind) {
    case "record":
    case "reading":
      return prepareWrites(job, job.work);
    case "append":
      return prepareAppends(job);
    case "fan-out":
      return prepareFanOut(job, job.work.listeners);
    case "last-hundred":
      return prepareLastHundred(job);
  }
}

async function prepareWrites(
  job: SocketJob,
  work: Extract<SocketJob["work"], { inFlight: number }>,
): Promise<Prepared> {
  const { kind, connections, inFlight } = work;
  const clients = await connectionsOf(kind, job, connections, async (client) => {
    if (kind === "reading") await ask(client, ["auth", { cred: functionsToken(Date.now()) }]);
  });
  const write = kind === "reading" ? writeReading : writeFeed;
  const lanes = clients.flatMap((client) => Array.from({ length: inFlight }, () => client));
  return {
    clients,
    run: async () => {
      const times = await Promise.all(
        lanes.map((client) => repeat(job.seconds, () => ask(client, write(Date.now())))),
      );
      return times.flat();
    },
  };
}

async function prepareAppends(job: SocketJob): Promise<Prepared> {
  const [client] = await connectionsOf("append", job, 1);
  if (client === undefined) throw new Error("No connection was made.");
  let entry = appendEntry(Date.now());
  const append = async (): Promise<void> => {
    entry = appendEntry(Date.now());
    await ask(client, entry.append);
  };
  const remove = (): Promise<void> => ask(client, entry.remove);
  return { clients: [client], run: () => repeat(job.seconds, append, remove) };
}

async function prepareFanOut(job: SocketJob, count: number): Promise<Prepared> {
  const audience = await connectionsOf("audience", job, count, (client) =>
    ask(client, ["q", { ...FEED, h: "" }]),
  );
  const [writer] = await connectionsOf("writer", job, 1);
  if (writer === undefined) throw new Error("No connection was made.");
  let missing = 0;
  let isHeard: () => void = () => undefined;
  for (const client of audience) {
    client.onPush = () => {
      missing -= 1;
      if (missing === 0) isHeard();
    };
  }
  const tellAll = async (): Promise<void> => {
    missing = audience.length;
    const heard = new Promise<void>((resolve) => {
      isHeard = resolve;
    });
    await Promise.all([ask(writer, writeFeed(Date.now())), heard]);
  };
  return { clients: audience, run: () => repeat(job.seconds, tellAll) };
}

async function prepareLastHundred(job: SocketJob): Promise<Prepared> {
  const clients = await connectionsOf("query", job, 1);
  const [client] = clients;
  if (client === undefined) throw new Error("No connection was made.");
  const look = async (): Promise<void> => {
    await ask(client, ["q", { ...LAST_HUNDRED, h: "" }]);
    // One of the databases never answers this.
    client.tell("n", LAST_HUNDRED);
  };
  return { clients, run: () => repeat(job.seconds, look) };
}

process.on("message", (job: SocketJob) => {
  void carryOut(job)
    .catch((error: unknown): SocketAnswer => {
      if (error instanceof Failed) return { failure: error.message };
      throw error;
    })
    .then((answer) => process.send?.(answer));
});
process.on("disconnect", () => process.exit());
