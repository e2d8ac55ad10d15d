/**
 * The boards of the demo farm: while `npm start` runs, they send readings over HTTP to the functions. They send one at
 * a time, because the functions emulator starts a process for every concurrent request.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { setTimeout } from "node:timers/promises";
import type { Measurements as Values } from "@greenhouse/domain/quantities/measurements";
import { sign } from "@greenhouse/domain/identity/signing";
import { AS_OWNER, request } from "./demo.ts";
import { climateOf, FARM_ID, FARM_KEY, measure, reportOf, SENSORS } from "./demo-farm.ts";
import type { Sensor } from "./demo-farm.ts";
import { decideTurn } from "./demo-turn.ts";
import type { Memory, StoredSensor } from "./demo-turn.ts";
import { withVent } from "./demo-vent.ts";
import { NAMESPACE } from "../stack/project.ts";

export interface BoardSettings {
  /** The functions' address, without `/sensorData`. */
  readonly functionsUrl: string;
  /** `host:port` */
  readonly databaseAddress: string;
  /** The key of the key-in-body variant. */
  readonly sensorKey: string;
  /** The interval of each board, in milliseconds. */
  readonly roundMs: number;
  readonly stopping: AbortSignal;
  /**
   * Called once when readings are no longer accepted, and once when they are accepted again. Not
   * called for a single failure: when a stack ends, boards notice it first, and the stack itself
   * reports the reason.
   */
  readonly say: (line: string) => void;
}

/** Two minutes between a board's readings: one arrives every nine seconds, about 9,000 a day. */
export const ROUND_MS = 2 * MINUTE_MS;

/** How long a board waits after a refusal. */
const AFTER_REFUSAL_MS = 10 * MINUTE_MS;
const ANSWER_MS = 30_000;

/** Lets the boards send until the signal: first all at once, then in turn. */
export async function runBoards(settings: BoardSettings): Promise<void> {
  const { stopping, roundMs, say } = settings;
  const memories = new Map<string, Memory>();
  let failures = 0;
  for (let round = 0; ; round += 1) {
    for (const sensor of SENSORS) {
      if (round > 0 || failures > 0) {
        await setTimeout(roundMs / SENSORS.length, undefined, { ref: false });
      }
      const problem = await takeTurn(settings, sensor, memories, round);
      if (stopping.aborted) return;
      if (problem === undefined && failures > 1) say("The demo's boards go on.");
      failures = problem === undefined ? 0 : failures + 1;
      if (failures === 2) say(`The demo's boards: ${problem}`);
    }
  }
}

/** @returns the problem when the backend failed */
async function takeTurn(
  settings: BoardSettings,
  sensor: Sensor,
  memories: Map<string, Memory>,
  round: number,
): Promise<string | undefined> {
  const { uid } = sensor;
  try {
    const stored = await readStored(settings, sensor);
    const { ofOtherVariant } = stored;
    const turn = decideTurn(stored, memories.get(uid) ?? {}, Date.now());
    if (turn.kind === "wait") memories.set(uid, { waitUntilMs: turn.untilMs });
    if (turn.kind !== "send") return undefined;
    const values = withVent(uid, round, measureNow(sensor, turn.greenhouse));
    const { status, text } = await send(settings, sensor, values);
    const isRefused = status >= 400 && status < 500;
    memories.set(
      uid,
      isRefused ? { waitUntilMs: Date.now() + AFTER_REFUSAL_MS } : { sent: values, ofOtherVariant },
    );
    // The functions log a refusal.
    return status < 500 ? undefined : `${uid} was answered ${status} ${text}`;
  } catch (error) {
    // The message of a `fetch` error is in its cause.
    const { message, cause } = error as Error & { readonly cause?: Error };
    return `${uid} had no answer: ${cause?.message ?? message}`;
  }
}

async function readStored(
  { databaseAddress, stopping }: BoardSettings,
  { uid, variant }: Sensor,
): Promise<StoredSensor> {
  const read = async <T>(path: string): Promise<T> => {
    const url = `http://${databaseAddress}/${path}.json?ns=${NAMESPACE}`;
    const answer = await request(url, { headers: AS_OWNER, signal: withTimeout(stopping) });
    return (await answer.json()) as T;
  };
  const [registration, farmKey] = await Promise.all([
    read<StoredSensor["registration"]>(`registeredSensors/${uid}`),
    read<StoredSensor["farmKey"]>(`farms/${FARM_ID}/apiKey`),
  ]);
  const greenhouse = registration?.greenhouse;
  const readNewest = async (folder: string): Promise<Values | null> =>
    greenhouse === undefined ? null : read(`sensors/${greenhouse}/${folder}/${uid}`);
  const [signed, keyed] = await Promise.all([readNewest("bySensor"), readNewest("current")]);
  const [newest, ofOtherVariant] = variant === "signed" ? [signed, keyed] : [keyed, signed];
  return { registration, farmKey, newest, ofOtherVariant };
}

function measureNow(sensor: Sensor, greenhouse: string): Values {
  const climate = climateOf(sensor, greenhouse);
  if (climate === undefined) throw new Error(`There is no demo greenhouse ${greenhouse}.`);
  return measure(sensor, climate, Date.now(), Math.random);
}

async function send(
  { functionsUrl, sensorKey, stopping }: BoardSettings,
  sensor: Sensor,
  values: Values,
): Promise<{ readonly status: number; readonly text: string }> {
  const { uid, variant } = sensor;
  const timestamp = String(Date.now());
  const signature = sign(FARM_KEY, timestamp, uid);
  const proof = variant === "signed" ? { timestamp, signature } : { apiKey: sensorKey };
  const answer = await fetch(`${functionsUrl}/sensorData`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ uid, ...proof, ...values, ...reportOf(sensor) }),
    signal: withTimeout(stopping),
  });
  return { status: answer.status, text: await answer.text() };
}

function withTimeout(stopping: AbortSignal): AbortSignal {
  return AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]);
}
