/**
 * What users' boards do: 1,000 sensors, each with a reading every 5 minutes, on a warm instance; and the first reading
 * of a new instance. Between the readings the instance's clocks are advanced by 5 minutes instead of waiting.
 */

import { ping, startRelay } from "../processes/start-relay.ts";
import type { Relay } from "../processes/start-relay.ts";
import { withInstance } from "../processes/start-instance.ts";
import type { Instance } from "../processes/start-instance.ts";
import type { InstanceJob } from "../processes/instance.ts";
import type { Traffic } from "../processes/relay.ts";
import { atMost, format, table } from "../report.ts";
import type { Row, Section } from "../report.ts";
import { percentile, summarize } from "../statistics.ts";
import type { Bench } from "../effort.ts";

const SENSORS = 1_000;
const INTERVAL_MS = 5 * 60_000;
/** The rules accept times within 10 minutes of the database's clock, which stays as it is. */
const START_MS = -9 * 60_000;
const ROUND_TRIP_MS = 40;
const JOB = { variant: "signed", inFlight: 10 } as const;

/** Readings of one kind, without delay and with one. */
interface Sample {
  readonly nearMs: number[];
  readonly farMs: number[];
  /** Of all readings without delay. */
  up: Traffic;
  down: Traffic;
}

/** Sends readings and adds them to a sample. */
type Send = (
  into: Sample,
  isFar: boolean,
  job: Pick<InstanceJob, "advanceMs" | "sensors">,
) => Promise<void>;

export async function measureInterval({ databaseAddress, effort }: Bench): Promise<Section> {
  const relay = await startRelay(databaseAddress);
  try {
    const nearPingMs = await ping(relay.address);
    await relay.setRoundTrip(ROUND_TRIP_MS);
    const roundTripMs = (await ping(relay.address)) - nearPingMs;
    const [first, unknown, known] = [sample(), sample(), sample()];
    for (let round = 0; round < effort.rounds; round += 1) {
      for (const isFar of [false, true]) {
        await relay.setRoundTrip(isFar ? ROUND_TRIP_MS : 0);
        await withInstance(relay.address, (instance) =>
          sender(relay, instance)(first, isFar, { advanceMs: 0, sensors: [0, 1] }),
        );
      }
    }
    await relay.setRoundTrip(0);
    await withInstance(relay.address, async (instance) => {
      // The first readings connect and fetch the farms' keys.
      await instance.ask({ ...JOB, advanceMs: START_MS, sensors: [SENSORS, SENSORS + 100] });
      const send = sender(relay, instance);
      const half = SENSORS / 2;
      await send(unknown, false, { advanceMs: 0, sensors: [0, half] });
      await send(unknown, true, { advanceMs: 0, sensors: [half, SENSORS] });
      for (const isFar of [false, true]) {
        await send(known, isFar, { advanceMs: INTERVAL_MS, sensors: [0, SENSORS] });
      }
    });
    const rowOf = (name: string, { nearMs, farMs, up, down }: Sample): Row => [
      name,
      ...[up, down].map(({ frames }) => format(frames / nearMs.length, 2)),
      ...[up, down].map(({ bytes }) => format(bytes / nearMs.length)),
      format((fastest(farMs) - fastest(nearMs)) / roundTripMs, 1),
    ];
    return {
      title: "A reading every 5 minutes",
      paragraphs: [
        `${format(SENSORS)} sensors with a signed reading every 5 minutes each, on one instance: per reading, the ` +
          "WebSocket frames and bytes (without TLS) between function and database, and the round trips, which are the " +
          `time with ${ROUND_TRIP_MS} ms of delay beyond the time without (of the fastest tenth), divided by the measured ` +
          "round trip. The first reading of a new instance also connects (WebSocket, authentication). The instance's " +
          "clocks are advanced between the readings, and it is called without HTTP.",
        table(
          ["", "frames to it", "frames from it", "bytes to it", "bytes from it", "round trips"],
          [
            rowOf("first reading of a new instance", first),
            rowOf("first reading of a sensor on a warm instance", unknown),
            rowOf("a reading every 5 minutes on a warm instance", known),
          ],
        ),
      ],
      targets: [
        atMost(
          1.01,
          "a reading every 5 minutes: frames to the database per reading, 1.0",
          summarize([known.up.frames / known.nearMs.length]),
        ),
      ],
    };
  } finally {
    await relay.close();
  }
}

/** The time of the fastest tenth: other load on the machine disturbs it least. */
function fastest(milliseconds: readonly number[]): number {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return percentile(sorted, 10);
}

function sample(): Sample {
  const none = { frames: 0, bytes: 0 };
  return { nearMs: [], farMs: [], up: none, down: none };
}

function sender(relay: Relay, instance: Instance): Send {
  return async (into, isFar, job) => {
    // The relay counts from zero when it is called.
    await relay.setRoundTrip(isFar ? ROUND_TRIP_MS : 0);
    const { latencies } = await instance.ask({ ...JOB, ...job });
    (isFar ? into.farMs : into.nearMs).push(...latencies);
    if (isFar) return;
    const { up, down } = await relay.setRoundTrip(0);
    into.up = sum(into.up, up);
    into.down = sum(into.down, down);
  };
}

function sum(one: Traffic, other: Traffic): Traffic {
  return { frames: one.frames + other.frames, bytes: one.bytes + other.bytes };
}
