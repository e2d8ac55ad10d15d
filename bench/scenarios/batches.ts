/** Batches: readings a second by size, a single reading beside large ones, and their latency far away. */

import { compare, inRounds, percentile, summarize } from "../statistics.ts";
import { atLeast, atMost, format, sectionOf, table, withRange } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import type { Outcome } from "../load/fixed-rate.ts";
import { withPrograms } from "../processes/programs.ts";
import type { SendLoad } from "../processes/programs.ts";
import { ping, startRelay } from "../processes/start-relay.ts";
import { SEALED, SIGNED } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench } from "../effort.ts";

const SIZES = [1, 10, 100, 500] as const;
const CONNECTIONS = 10;
/** Few enough to be remembered. */
const SENSORS = 100;
const SINGLES_PER_SECOND = 40;
const ROUND_TRIPS_MS = [10, 40];

interface Kind {
  readonly name: string;
  readonly subject: Subject;
  /** Readings of a request; 0 where it is no batch. */
  readonly batch: number;
}

const SINGLE: Kind = { name: "signed, one by one", subject: SIGNED, batch: 0 };
const BATCHES = SIZES.map((batch): Kind => ({
  name: `batches of ${batch}`,
  subject: SEALED,
  batch,
}));

export async function measureBatches(bench: Bench): Promise<Section> {
  return sectionOf("Batches", [
    await withPrograms(bench.databaseAddress, (load) => measureNear(load, bench)),
    await measureFar(bench),
  ]);
}

type Part = Omit<Section, "title">;

async function measureNear(load: SendLoad, { effort }: Bench): Promise<Part> {
  const { rounds, seconds } = effort;
  const job = { sensors: SENSORS, pressure: { connections: CONNECTIONS } };
  const outcomes = await inRounds(rounds, [SINGLE, ...BATCHES], ({ subject, batch }) =>
    load(subject, { ...job, seconds: 2 * seconds, ...(batch > 0 && { batch }) }),
  );
  const ratesOf = (kind: Kind): number[] =>
    (outcomes.get(kind) ?? []).map(({ perSecond }) => perSecond * Math.max(1, kind.batch));
  const besides = await inRounds(rounds, [0, 500], (batch) => measureBeside(load, batch, seconds));
  const p99Of = (batch: number) =>
    summarize((besides.get(batch) ?? []).map(({ latencies }) => percentile(latencies, 99)));
  const of = (size: (typeof SIZES)[number]): number[] =>
    BATCHES.filter(({ batch }) => batch === size).flatMap(ratesOf);
  return {
    paragraphs: [
      `Readings a second with ${CONNECTIONS} requests in flight: each reading of the minute before the one before it, all ` +
        "of them different. The ratio is taken round by round.",
      table(
        ["", "÷ one by one", "readings a second"],
        [SINGLE, ...BATCHES].map((kind) => [
          kind.name,
          withRange(compare(ratesOf(kind), ratesOf(SINGLE)), 1),
          withRange(summarize(ratesOf(kind)), 0),
        ]),
      ),
      `The p99 of ${SINGLES_PER_SECOND} single readings a second: ${withRange(p99Of(0), 1)} ms alone, ` +
        `${withRange(p99Of(500), 1)} ms beside batches of 500, ${CONNECTIONS} in flight.`,
    ],
    targets: [
      atLeast(
        15,
        "batches of 100: readings a second, at least 15 × one by one",
        compare(of(100), ratesOf(SINGLE)),
      ),
      atLeast(20_000, "batches of 100: readings a second, at least 20,000", summarize(of(100))),
      atLeast(25_000, "batches of 500: readings a second, at least 25,000", summarize(of(500))),
      atMost(50, "a single reading beside batches of 500: p99 at most 50 ms", p99Of(500)),
    ],
  };
}

/** Single readings, beside batches of this size. */
async function measureBeside(load: SendLoad, batch: number, seconds: number): Promise<Outcome> {
  const singles = load(SEALED, {
    sensors: SENSORS,
    seconds: 3 * seconds,
    pressure: { perSecond: SINGLES_PER_SECOND },
  });
  if (batch === 0) return singles;
  const pressure = { connections: CONNECTIONS };
  const job = { sensors: SENSORS, seconds: 3 * seconds, batch, pressure };
  const [outcome] = await Promise.all([singles, load(SEALED, job)]);
  return outcome;
}

async function measureFar({ databaseAddress, effort }: Bench): Promise<Part> {
  const relay = await startRelay(databaseAddress);
  const job = {
    ...{ sensors: SENSORS, batch: 100, seconds: 2 * effort.seconds },
    pressure: { perSecond: 10 },
  };
  const measure = async (load: SendLoad): Promise<Part> => {
    const p50s = async (): Promise<number[]> => {
      const [[, outcomes] = []] = await inRounds(effort.rounds, [job], () => load(SEALED, job));
      return (outcomes ?? []).map(({ latencies }) => percentile(latencies, 50));
    };
    const ownMs = summarize(await p50s()).median;
    const nearPingMs = await ping(relay.address);
    const rows: Row[] = [];
    const targets: Target[] = [];
    for (const wantedMs of ROUND_TRIPS_MS) {
      await relay.setRoundTrip(wantedMs);
      const roundTripMs = (await ping(relay.address)) - nearPingMs;
      const times = await p50s();
      const trips = summarize(times.map((p50) => (p50 - ownMs) / roundTripMs));
      rows.push([format(roundTripMs, 1), withRange(summarize(times), 1), withRange(trips)]);
      const text = `batches of 100, ${wantedMs} ms away: p50 at most 1.1 round trips beyond its own`;
      targets.push(atMost(1.1, text, trips));
    }
    return {
      paragraphs: [
        `Ten batches of 100 a second, with every byte between function and database delayed. Without delay the p50 ` +
          `is ${format(ownMs, 1)} ms.`,
        table(["round trip ms", "p50 ms", "round trips beyond"], rows),
      ],
      targets,
    };
  };
  try {
    return await withPrograms(relay.address, measure);
  } finally {
    await relay.close();
  }
}
