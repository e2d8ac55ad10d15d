/**
 * The demo farm's boards: while `npm start` runs they send readings over HTTP through the functions, as real boards do.
 * One after the other, because the functions emulator starts a process for every request in flight.
 */

import type { Measurements as Values } from "../../domain/src/measurements.ts";
import { sign } from "../../domain/src/signing.ts";
import { measureAt, MINUTE } from "./demo-climate.ts";
import { AS_OWNER, request } from "./demo.ts";
import { FARM_ID, FARM_KEY, GREENHOUSES, SENSORS } from "./demo-data.ts";
import type { Sensor } from "./demo-data.ts";
import { judgeTurn } from "./demo-turn.ts";
import type { Memory, Standing } from "./demo-turn.ts";
import { pause } from "./pause.ts";

export interface BoardSettings {
  /** Above `/sensorData`. */
  readonly functionsUrl: string;
  /** `host:port` */
  readonly databaseAddress: string;
  readonly namespace: string;
  /** Of the key-in-body variant. */
  readonly sensorKey: string;
  /** How long it takes until each board has had its turn, in milliseconds. */
  readonly roundMs: number;
  readonly stopping: AbortSignal;
  /** Told once when readings stop being accepted, and once when they are again. */
  readonly say: (line: string) => void;
}

/** Two minutes between a board's readings: something happens every ten seconds, and a day is 8,000 readings. */
export const ROUND_MS = 2 * MINUTE;

/** After a refusal a board is silent for so long. */
const AFTER_REFUSAL_MS = 10 * MINUTE;
const ANSWER_MS = 30_000;

/** Lets the boards send until it is told to stop: at first all of them at once, then each at its turn. */
export async function runBoards(settings: BoardSettings): Promise<void> {
  const { stopping, roundMs, say } = settings;
  const memories = new Map<string, Memory>();
  let trouble: string | undefined;
  for (let round = 0; ; round += 1) {
    for (const sensor of SENSORS) {
      if (round > 0) await pause(roundMs / SENSORS.length, stopping);
      const before = trouble;
      trouble = await takeTurn(settings, sensor, memories);
      if (stopping.aborted) return;
      if (trouble !== undefined && before === undefined) say(`The demo's boards: ${trouble}`);
      if (trouble === undefined && before !== undefined) say("The demo's boards go on.");
    }
  }
}

/** @returns what is wrong, where the backend did not do its part */
async function takeTurn(
  settings: BoardSettings,
  sensor: Sensor,
  memories: Map<string, Memory>,
): Promise<string | undefined> {
  const { uid } = sensor;
  try {
    const memory = memories.get(uid) ?? {};
    const turn = judgeTurn(await readStanding(settings, sensor), memory, Date.now());
    if (turn.kind === "skip") return undefined;
    if (turn.kind === "wait") {
      memories.set(uid, { silentUntilMs: turn.untilMs });
      return undefined;
    }
    const values = measure(sensor, turn.greenhouse, Date.now());
    const { status, text } = await send(settings, sensor, values);
    const isRefused = status >= 400 && status < 500;
    memories.set(
      uid,
      isRefused ? { silentUntilMs: Date.now() + AFTER_REFUSAL_MS } : { sent: values },
    );
    // A refusal is in the functions' log.
    return status < 500 ? undefined : `${uid} was answered ${status} ${text}`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { cause } = error;
    return `${uid} had no answer: ${cause instanceof Error ? cause.message : error.message}`;
  }
}

async function readStanding(settings: BoardSettings, sensor: Sensor): Promise<Standing> {
  const { uid, variant } = sensor;
  const [registration, farmKey] = await Promise.all([
    read<Standing["registration"]>(settings, `registeredSensors/${uid}`),
    read<Standing["farmKey"]>(settings, `farms/${FARM_ID}/apiKey`),
  ]);
  const folder = variant === "signed" ? "bySensor" : "current";
  const greenhouse = registration?.greenhouse;
  const newest =
    greenhouse === undefined
      ? null
      : await read<Values | null>(settings, `sensors/${greenhouse}/${folder}/${uid}`);
  return { registration, farmKey, newest };
}

async function read<T>(settings: BoardSettings, path: string): Promise<T> {
  const { databaseAddress, namespace, stopping } = settings;
  const url = `http://${databaseAddress}/${path}.json?ns=${namespace}`;
  const answer = await request(url, { headers: AS_OWNER, signal: inTime(stopping) });
  return (await answer.json()) as T;
}

function measure({ measures }: Sensor, greenhouse: string, nowMs: number): Values {
  const climate = GREENHOUSES[greenhouse]?.climate;
  if (climate === undefined) throw new Error(`There is no demo greenhouse ${greenhouse}.`);
  return Object.fromEntries(
    measures.map((name) => [name, measureAt(name, climate, nowMs, Math.random)]),
  );
}

async function send(
  { functionsUrl, sensorKey, stopping }: BoardSettings,
  { uid, variant }: Sensor,
  values: Values,
): Promise<{ readonly status: number; readonly text: string }> {
  const timestamp = String(Date.now());
  const signature = sign(FARM_KEY, timestamp, uid);
  const proof = variant === "signed" ? { timestamp, signature } : { apiKey: sensorKey };
  const answer = await fetch(`${functionsUrl}/sensorData`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ uid, ...proof, ...values }),
    signal: inTime(stopping),
  });
  return { status: answer.status, text: await answer.text() };
}

function inTime(stopping: AbortSignal): AbortSignal {
  return AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]);
}
