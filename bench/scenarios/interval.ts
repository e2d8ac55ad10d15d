/**
 * What users' boards do: 1,000 sensors, each with a reading every 5 minutes, on a warm instance; and the first reading
 * of a new instance. Between the readings the instance's clocks are advanced by 5 minutes instead of waiting.
 */

import { withRelay } from "../processes/start-relay.ts";
import { withInstance } from "../processes/start-instance.ts";
import type { InstanceJob } from "../processes/instance.ts";
import { atMost, format, table, withRange } from "../report.ts";
import type { Section } from "../report.ts";
import { percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import type { Bench } from "../effort.ts";

const SENSORS = 1_000;
const FARMS = 10;
const INTERVAL_MS = 5 * 60_000;
/** The rules accept times within 10 minutes of the database's clock, which stays as it is. */
const START_MS = -9 * 60_000;
const ROUND_TRIP_MS = 40;

const KINDS = [
  "first reading of a new instance",
  "first reading of a sensor on a warm instance",
  "a reading every 5 minutes on a warm instance",
] as const;

export function measureInterval({ databaseAddress, effort }: Bench): Promise<Section> {
  return withRelay(databaseAddress, async ({ address, setRoundTrip }) => {
    const rounds: number[][] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      // With delay the requests in flight together do not slow each other down.
      const near = await measureReadings(address, 2 * round, 1);
      const roundTripMs = await setRoundTrip(ROUND_TRIP_MS);
      const far = await measureReadings(address, 2 * round + 1, 10);
      await setRoundTrip(0);
      rounds.push(far.map((farMs, kind) => (farMs - (near[kind] ?? NaN)) / roundTripMs));
    }
    const roundTripsOf = (kind: number): Spread =>
      summarize(rounds.map((round) => round[kind] ?? NaN));
    return {
      title: "A reading every 5 minutes",
      paragraphs: [
        `${format(SENSORS)} sensors with a signed reading every 5 minutes each, on one instance: round trips between ` +
          `function and database, which are the time with ${ROUND_TRIP_MS} ms of delay beyond the time without (of the ` +
          "fastest tenth), divided by the measured round trip. The first reading of a new instance also connects " +
          "(WebSocket, authentication). The instance's clocks are advanced between the readings, and it is called " +
          "without HTTP.",
        table(
          ["", "round trips"],
          KINDS.map((name, kind) => [name, withRange(roundTripsOf(kind))]),
        ),
      ],
      targets: [
        atMost(1.05, "a reading every 5 minutes: round trips, 1.0", roundTripsOf(2)),
        atMost(2.1, "the first reading of a sensor: round trips, 2.0", roundTripsOf(1)),
      ],
    };
  });
}

/** @param turn each one has sensors of its own @returns milliseconds of a reading of each kind */
async function measureReadings(address: string, turn: number, inFlight: number): Promise<number[]> {
  // Other scenarios use the first sensors.
  const from = (turn + 1) * (SENSORS + FARMS);
  const sensors = [from + FARMS, from + FARMS + SENSORS] as const;
  return withInstance(address, async (instance) => {
    const send = async (job: Pick<InstanceJob, "advanceMs" | "sensors">): Promise<number> => {
      const { latencies } = await instance.ask({ variant: "signed", inFlight, ...job });
      // Other load on the machine disturbs the fastest least.
      return percentile(
        [...latencies].sort((a, b) => a - b),
        10,
      );
    };
    const first = await send({ advanceMs: START_MS, sensors: [from, from + 1] });
    // The farms' keys are fetched.
    await send({ advanceMs: 0, sensors: [from + 1, from + FARMS] });
    const unknown = await send({ advanceMs: 0, sensors });
    return [first, unknown, await send({ advanceMs: INTERVAL_MS, sensors })];
  });
}
