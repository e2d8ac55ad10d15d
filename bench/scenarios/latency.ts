/** How long a reading takes while a moderate number of them comes in, near the database and away from it. */

import { Agent, get } from "node:http";
import { compare, percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { format, table, verdict, withRange } from "../report.ts";
import type { Row, Section, Verdict } from "../report.ts";
import { inRounds } from "../rounds.ts";
import type { Cast } from "../stack/cast.ts";
import type { Relay } from "../stack/relayed.ts";
import { DIRECT, EMPTY, FLOOR, KEY, PARALLEL, SIGNED, TUTORIAL } from "../stack/subjects.ts";
import type { Subject } from "../stack/subjects.ts";
import type { Effort } from "./effort.ts";

const PER_SECOND = 100;
const PER_SECOND_FAR = 40;
/** Fewer than a second's readings: after the first second all are remembered, and few are forgotten in between. */
const SENSORS = 20;
const NEAR = [SIGNED, KEY, FLOOR, TUTORIAL, PARALLEL, DIRECT, EMPTY];
const FAR = [SIGNED, KEY, FLOOR, TUTORIAL, PARALLEL];
const ROUND_TRIPS_MS = [10, 40];

/** Percentiles of each round. */
interface Times {
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}
type Found = ReadonlyMap<Subject, Times>;

export async function measureLatency(cast: Cast, effort: Effort): Promise<Section> {
  const found = await times(cast, effort, NEAR, PER_SECOND);
  const text = [
    `${PER_SECOND} readings a second, each sent when it is due, whatever is still in flight.`,
    table(
      HEAD,
      NEAR.map((subject) => describe(subject, found)),
    ),
  ];
  return { title: "Latency at a moderate rate", text: text.join("\n\n"), verdicts: [] };
}

/** @param cast that reaches the database through the relay */
export async function measureDistance(cast: Cast, relay: Relay, effort: Effort): Promise<Section> {
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  await relay.setRoundTrip(0);
  const floorAlone = summarize(
    (await times(cast, effort, [FLOOR], PER_SECOND_FAR)).get(FLOOR)?.p50 ?? [],
  );
  const pingAlone = await ping(relay.address);
  for (const wantedMs of ROUND_TRIPS_MS) {
    await relay.setRoundTrip(wantedMs);
    const roundTripMs = (await ping(relay.address)) - pingAlone;
    const found = await times(cast, effort, FAR, PER_SECOND_FAR);
    for (const subject of FAR) {
      const trips = summarize(tripsOf(subject, found, roundTripMs, floorAlone.median));
      rows.push([...describe(subject, found), format(roundTripMs, 1), withRange(trips)]);
    }
    for (const own of [SIGNED, KEY]) {
      const trips = summarize(tripsOf(own, found, roundTripMs, floorAlone.median));
      const better = against(found, own, TUTORIAL);
      const where = `${own.name}, ${wantedMs} ms away: p50`;
      verdicts.push(
        verdict(
          `${where} at most 1.1 round trips and floor's own time`,
          trips,
          trips.median <= 1.1,
        ),
        verdict(`${where} at least 4 × better than tutorial`, better, better.median >= 4),
      );
    }
  }
  await relay.setRoundTrip(0);
  const text = [
    "The same with every byte between function and database delayed, at " +
      `${PER_SECOND_FAR} readings a second. The round trip is measured, not the one wished for; floor's own time is ` +
      `its p50 without the delay, ${format(floorAlone.median, 2)} ms, and what it takes beyond that is told in round trips.`,
    table([...HEAD, "round trip ms", "round trips"], rows),
  ];
  return { title: "Latency away from the database", text: text.join("\n\n"), verdicts };
}

const HEAD = ["", "÷ floor", "tutorial ÷ it", "p50 ms", "p99 ms"];

async function times(
  cast: Cast,
  { rounds, seconds }: Effort,
  subjects: readonly Subject[],
  perSecond: number,
): Promise<Found> {
  const job = { sensors: SENSORS, seconds: seconds * 1.5, pressure: { perSecond } };
  for (const subject of subjects) await cast.load(subject, { ...job, seconds });
  const found = await inRounds(rounds, subjects, (subject) => cast.load(subject, job));
  return new Map(
    [...found].map(([subject, outcomes]) => [
      subject,
      {
        p50: outcomes.map(({ latencies }) => percentile(latencies, 50)),
        p99: outcomes.map(({ latencies }) => percentile(latencies, 99)),
      },
    ]),
  );
}

function tripsOf(subject: Subject, found: Found, roundTripMs: number, ownMs: number): number[] {
  return (found.get(subject)?.p50 ?? []).map((p50) => (p50 - ownMs) / roundTripMs);
}

/** How many times better the first one's p50 is. */
function against(found: Found, subject: Subject, rival: Subject): Spread {
  return compare(found.get(rival)?.p50 ?? [], found.get(subject)?.p50 ?? []);
}

function describe(subject: Subject, found: Found): Row {
  const { p50 = [], p99 = [] } = found.get(subject) ?? {};
  return [
    subject.name,
    withRange(against(found, FLOOR, subject)),
    withRange(against(found, subject, TUTORIAL)),
    withRange(summarize(p50)),
    withRange(summarize(p99)),
  ];
}

/** The median time of a small request on a connection that is open, in milliseconds. */
async function ping(address: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const found: number[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      const url = `http://${address}/nothing.json?ns=bench-ping`;
      const headers = { Authorization: "Bearer owner" };
      const request = get(url, { agent, headers }, (response) => {
        response.resume().on("end", resolve);
      });
      request.on("error", reject);
    });
    // The first one opens the connection.
    if (turn > 0) found.push(performance.now() - started);
  }
  agent.destroy();
  return summarize(found).median;
}
