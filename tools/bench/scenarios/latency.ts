/**
 * Measures the latency of a reading at a moderate rate, with and without distance to the database.
 */

import { compare, inRounds, percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { atLeast, atMost, format, table, withRange } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import { withPrograms } from "../processes/programs.ts";
import { withRelay } from "../processes/start-relay.ts";
import { EMPTY, KEY, SDK_UPDATE, SIGNED, SUBJECTS, TUTORIAL } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench } from "../effort.ts";

const PER_SECOND = 40;
/** So few that the functions know all of them after the first second. */
const SENSORS = 20;
const ROUND_TRIPS_MS = [0, 10, 40];

/** Percentiles of each round. */
interface Times {
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}

export function measureLatency({ databaseAddress, effort, earlier }: Bench): Promise<Section> {
  const all = [...SUBJECTS, ...earlier];
  return withRelay(databaseAddress, ({ address, setRoundTrip }) =>
    withPrograms(address, all, async (load) => {
      const { rounds, seconds } = effort;
      const job = { sensors: SENSORS, seconds: 1.5 * seconds, pressure: { perSecond: PER_SECOND } };
      const rows: Row[] = [];
      const targets: Target[] = [];
      let ownMs = NaN;
      for (const wantedMs of ROUND_TRIPS_MS) {
        const subjects = wantedMs === 0 ? all : all.filter((subject) => subject !== EMPTY);
        const roundTripMs = await setRoundTrip(wantedMs);
        for (const subject of subjects) await load(subject, { ...job, seconds });
        const outcomes = await inRounds(rounds, subjects, (subject) => load(subject, job));
        const timesOf = (subject: Subject): Times => {
          const latencies = outcomes(subject).map((outcome) => outcome.latencies);
          return {
            p50: latencies.map((values) => percentile(values, 50)),
            p99: latencies.map((values) => percentile(values, 99)),
          };
        };
        if (wantedMs === 0) ownMs = summarize(timesOf(SDK_UPDATE).p50).median;
        const roundTripsOf = (subject: Subject): Spread =>
          summarize(timesOf(subject).p50.map((p50) => (p50 - ownMs) / roundTripMs));
        for (const subject of subjects) {
          const { p50, p99 } = timesOf(subject);
          rows.push([
            wantedMs === 0 ? subject.name : `${subject.name}, ${wantedMs} ms away`,
            withRange(compare(p50, timesOf(SDK_UPDATE).p50)),
            withRange(compare(timesOf(TUTORIAL).p50, p50)),
            withRange(summarize(p50)),
            withRange(summarize(p99)),
            wantedMs === 0 ? "" : withRange(roundTripsOf(subject)),
          ]);
        }
        if (wantedMs === 0) {
          for (const other of earlier) {
            const ratio = compare(timesOf(SIGNED).p50, timesOf(other).p50);
            targets.push(atMost(1.1, `signed: p50 at most 1.1 of ${other.name}`, ratio));
          }
          continue;
        }
        for (const subject of [SIGNED, KEY]) {
          const text = `${subject.name}, ${wantedMs} ms away: p50`;
          const limit = `${text} at most 1.1 round trips beyond the SDK update's own time`;
          const gain = compare(timesOf(TUTORIAL).p50, timesOf(subject).p50);
          targets.push(
            atMost(1.1, limit, roundTripsOf(subject)),
            atLeast(4, `${text} at least 4 × better than tutorial`, gain),
          );
        }
      }
      return {
        title: "Latency",
        paragraphs: [
          `${PER_SECOND} readings a second, each sent when it is due, even if others are still in flight; then with a delay of ` +
            "every byte between function and database. The round trip is measured. The last column is the p50 beyond the " +
            `SDK update's p50 without delay, ${format(ownMs, 2)} ms, in round trips.`,
          table(["", "÷ SDK update", "tutorial ÷ it", "p50 ms", "p99 ms", "round trips"], rows),
        ],
        targets,
      };
    }),
  );
}
