/** The latency of a reading at a moderate rate, beside the database and away from it. */

import { compare, inRounds, median, percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { atLeast, atMost, format, table, withRange } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import { withPrograms } from "../processes/programs.ts";
import type { SendLoad } from "../processes/programs.ts";
import { ping, startRelay } from "../processes/start-relay.ts";
import type { Relay } from "../processes/start-relay.ts";
import { KEY, LOWER_BOUND, SIGNED, SUBJECTS, TUTORIAL } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench, Effort } from "../effort.ts";

const PER_SECOND = 100;
const PER_SECOND_FAR = 40;
/** Few enough to be known after the first second. */
const SENSORS = 20;
const FAR = [SIGNED, KEY, LOWER_BOUND, TUTORIAL];
const ROUND_TRIPS_MS = [10, 40];

/** Percentiles of each round. */
interface Times {
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}
type TimesOf = (subject: Subject) => Times;

export function measureLatency({ databaseAddress, effort }: Bench): Promise<Section> {
  return withPrograms(databaseAddress, async (load) => {
    const timesOf = await measureTimes(load, effort, SUBJECTS, PER_SECOND);
    return {
      title: "Latency at a moderate rate",
      paragraphs: [
        `${PER_SECOND} readings a second, each sent when it is due, whatever is still in flight.`,
        table(
          HEAD,
          SUBJECTS.map((subject) => rowOf(subject, timesOf)),
        ),
      ],
      targets: [],
    };
  });
}

export async function measureDistance({ databaseAddress, effort }: Bench): Promise<Section> {
  const relay = await startRelay(databaseAddress);
  try {
    return await withPrograms(relay.address, (load) => measureFar(load, relay, effort));
  } finally {
    await relay.close();
  }
}

async function measureFar(load: SendLoad, relay: Relay, effort: Effort): Promise<Section> {
  const rows: Row[] = [];
  const targets: Target[] = [];
  const near = await measureTimes(load, effort, [LOWER_BOUND], PER_SECOND_FAR);
  const ownMs = median(near(LOWER_BOUND).p50);
  const nearPingMs = await ping(relay.address);
  for (const wantedMs of ROUND_TRIPS_MS) {
    await relay.setRoundTrip(wantedMs);
    const roundTripMs = (await ping(relay.address)) - nearPingMs;
    const timesOf = await measureTimes(load, effort, FAR, PER_SECOND_FAR);
    const roundTripsOf = (subject: Subject): Spread =>
      summarize(timesOf(subject).p50.map((p50) => (p50 - ownMs) / roundTripMs));
    for (const subject of FAR) {
      const roundTrips = withRange(roundTripsOf(subject));
      rows.push([...rowOf(subject, timesOf), format(roundTripMs, 1), roundTrips]);
    }
    for (const subject of [SIGNED, KEY]) {
      const text = `${subject.name}, ${wantedMs} ms away: p50`;
      const limit = `${text} at most 1.1 round trips beyond the lower bound's own time`;
      const gain = compare(timesOf(TUTORIAL).p50, timesOf(subject).p50);
      targets.push(
        atMost(1.1, limit, roundTripsOf(subject)),
        atLeast(4, `${text} at least 4 × better than tutorial`, gain),
      );
    }
  }
  return {
    title: "Latency away from the database",
    paragraphs: [
      "The same with every byte between function and database delayed, at " +
        `${PER_SECOND_FAR} readings a second. The round trip is measured. The last column is the p50 beyond the lower ` +
        `bound's p50 without delay, ${format(ownMs, 2)} ms, in round trips.`,
      table([...HEAD, "round trip ms", "round trips"], rows),
    ],
    targets,
  };
}

const HEAD = ["", "÷ lower bound", "tutorial ÷ it", "p50 ms", "p99 ms"];

async function measureTimes(
  load: SendLoad,
  { rounds, seconds }: Effort,
  subjects: readonly Subject[],
  perSecond: number,
): Promise<TimesOf> {
  const job = { sensors: SENSORS, seconds: seconds * 1.5, pressure: { perSecond } };
  for (const subject of subjects) await load(subject, { ...job, seconds });
  const outcomes = await inRounds(rounds, subjects, (subject) => load(subject, job));
  return (subject) => {
    const latencies = (outcomes.get(subject) ?? []).map((outcome) => outcome.latencies);
    return {
      p50: latencies.map((each) => percentile(each, 50)),
      p99: latencies.map((each) => percentile(each, 99)),
    };
  };
}

function rowOf(subject: Subject, timesOf: TimesOf): Row {
  const { p50, p99 } = timesOf(subject);
  return [
    subject.name,
    withRange(compare(p50, timesOf(LOWER_BOUND).p50)),
    withRange(compare(timesOf(TUTORIAL).p50, p50)),
    withRange(summarize(p50)),
    withRange(summarize(p99)),
  ];
}
