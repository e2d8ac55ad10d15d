/**
 * Measures round trips between function and database, and the bytes that come from the database.
 * Some readings have to wait for more than their write, others do not. A last reading comes after
 * the database has closed the connections while the function's process was stopped, as Cloud Run
 * stops an idle instance.
 */

import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { StackError } from "../../dev/processes/stack-error.ts";
import { send } from "../load/fixed-rate.ts";
import { messageOf } from "../load/readings.ts";
import { serve } from "../processes/server.ts";
import { withRelay } from "../processes/start-relay.ts";
import type { Relay } from "../processes/start-relay.ts";
import { atMost, table, withRange } from "../report.ts";
import type { Row, Section } from "../report.ts";
import { inRounds, median, percentile, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { SDK_UPDATE, SIGNED } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench } from "../effort.ts";

const FARMS = 10;
const SENSORS = 20;
/** Readings of sensors that the process knows by then: a new process becomes faster meanwhile. */
const KNOWN = 80;
const CLOSINGS = 3;
const ROUND_TRIP_MS = 40;
/** The request arrives at the stopped process before it goes on. */
const ARRIVAL_MS = 20;

const KINDS = [
  "the first reading of a process",
  "the first reading of a sensor",
  "a reading of a known sensor",
  "a reading after the database closed the connections of a stopped process",
] as const;

interface Readings {
  /** Milliseconds of a reading of each kind. */
  readonly times: readonly number[];
  /** Bytes from the database for each reading of a known sensor. */
  readonly bytesDown: number;
}

export function measureRoundTrips(bench: Bench): Promise<Section> {
  const { databaseAddress, effort, earlier } = bench;
  const subjects = [SIGNED, SDK_UPDATE, ...earlier];
  return withRelay(databaseAddress, async (relay) => {
    const rounds = await inRounds(effort.rounds, subjects, async (subject) => {
      const near = await measureReadings(subject, relay);
      const roundTripMs = await relay.setRoundTrip(ROUND_TRIP_MS);
      const far = await measureReadings(subject, relay);
      await relay.setRoundTrip(0);
      const beyondMs = far.times.map((time, kind) => time - (near.times[kind] ?? NaN));
      return { ...far, roundTrips: beyondMs.map((time) => time / roundTripMs) };
    });
    const summaryOf = (subject: Subject, figure: "times" | "roundTrips", kind: number): Spread =>
      summarize(rounds(subject).map((round) => round[figure][kind] ?? NaN));
    const bytesOf = (subject: Subject): Spread =>
      summarize(rounds(subject).map(({ bytesDown }) => bytesDown));
    const rows = KINDS.flatMap((name, kind) =>
      subjects.map((subject): Row => [
        `${subject.name}: ${name}`,
        withRange(summaryOf(subject, "roundTrips", kind)),
        withRange(summaryOf(subject, "times", kind), 0),
      ]),
    );
    const bytes = subjects.map((subject) => `${subject.name} ${withRange(bytesOf(subject), 0)}`);
    const [, unknownSensor, knownSensor, closed] = KINDS;
    return {
      title: "Round trips",
      paragraphs: [
        `Readings one after the other, with ${ROUND_TRIP_MS} ms of delay between function and database, and without. The ` +
          "additional time is divided by the measured round trip. Opening a connection takes one round trip. TLS would " +
          "take another, but is not used here.",
        table(["", "round trips", "ms"], rows),
        `Bytes from the database for a reading of a known sensor: ${bytes.join(", ")}.`,
      ],
      targets: [
        atMost(2.1, `${unknownSensor}: round trips, 2.0`, summaryOf(SIGNED, "roundTrips", 1)),
        atMost(1.05, `${knownSensor}: round trips, 1.0`, summaryOf(SIGNED, "roundTrips", 2)),
        atMost(2.1, `${closed}: round trips, at most 2.1`, summaryOf(SIGNED, "roundTrips", 3)),
        atMost(210, `${knownSensor}: bytes from the database, at most 210`, bytesOf(SIGNED)),
      ],
    };
  });
}

/** Measures a new process. */
async function measureReadings({ name, program }: Subject, relay: Relay): Promise<Readings> {
  const server = await serve(program, relay.address);
  const { child } = server.process;
  const read = async (sensor: number): Promise<number> => {
    const message = messageOf("signed", sensor, Date.now());
    const result = await send(new Agent(), server.origin, message);
    if (typeof result === "number") return result;
    throw new StackError(`${name}: ${result}`);
  };
  /** Returns the fastest tenth of the readings: other load on the machine disturbs it least. */
  const readInTurns = async (count: number): Promise<number> => {
    const all: number[] = [];
    for (let turn = 0; turn < count; turn += 1) all.push(await read(FARMS + (turn % SENSORS)));
    all.sort((a, b) => a - b);
    return percentile(all, 10);
  };
  try {
    const first = await read(0);
    // Fetches the farms' keys.
    for (let farm = 1; farm < FARMS; farm += 1) await read(farm);
    const unknownMs = await readInTurns(SENSORS);
    const bytesBefore = await relay.bytesDown();
    const knownMs = await readInTurns(KNOWN);
    const bytesDown = ((await relay.bytesDown()) - bytesBefore) / KNOWN;
    const closed: number[] = [];
    for (let closing = 0; closing < CLOSINGS; closing += 1) {
      child.kill("SIGSTOP");
      await relay.closeAll();
      const answered = read(FARMS);
      await setTimeout(ARRIVAL_MS);
      const continuedMs = performance.now();
      child.kill("SIGCONT");
      await answered;
      closed.push(performance.now() - continuedMs);
    }
    return { times: [first, unknownMs, knownMs, median(closed)], bytesDown };
  } finally {
    child.kill("SIGCONT");
    await server.process.stop();
  }
}
