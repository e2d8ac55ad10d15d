/** Sensors without a store: each sends what it measures, and forgets what was not confirmed after a few attempts. */

import { sign, signBody } from "@greenhouse/domain/identity/signing";
import type { SensorPlan } from "../farm";
import type { Actor, Simulation } from "../simulation";

const TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 2_000;
/** How often a sensor sends a second reading just after the first. */
const BURST = 0.2;

export function sensor(plan: SensorPlan): Actor {
  return (simulation) => {
    const { world } = simulation;
    const random = world.random.fork(plan.uid);
    const measure = (): void => {
      void send(simulation, plan, random.chance(0.5));
      // Two requests at once overtake each other.
      if (!random.chance(BURST)) return;
      world.after(random.between(20, 500), () => void send(simulation, plan, random.chance(0.5)));
    };
    world.repeat(random, () => plan.intervalMs, measure, 0.1);
  };
}

async function send(simulation: Simulation, plan: SensorPlan, hasKey: boolean): Promise<void> {
  const { world, ledger, backend, keyOf, sensorKey, climate } = simulation;
  const { uid, credential } = plan;
  const isHmac = credential === "hmac" || credential === "own key";
  const isIdempotent = isHmac || (credential === "md5" && hasKey);
  const values = climate.measure(uid);
  if (values === undefined) return;
  const reading = ledger.take(uid, credential, isIdempotent);
  const timestamp = Math.floor(world.now());
  const measured = { ...values, light: reading.id };
  const attempts = isIdempotent ? MAX_ATTEMPTS : 1;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const key = credential === "key in body" ? sensorKey : (keyOf.get(uid) ?? "");
    ledger.sending([reading], key);
    const answer = await backend.post(
      "sensorData",
      requestOf({ uid, timestamp, ...measured }, plan, key, isIdempotent ? reading.id : undefined),
      TIMEOUT_MS,
    );
    if (answer !== undefined && ledger.settle([reading], answer)) return;
    await world.wait(PAUSE_MS);
  }
}

interface SentBody extends Readonly<Record<string, unknown>> {
  readonly uid: string;
  readonly timestamp: number;
}

function requestOf(
  body: SentBody,
  { credential }: SensorPlan,
  key: string,
  idempotencyKey?: number,
) {
  const { uid, timestamp, ...measured } = body;
  if (credential === "key in body")
    return { body: JSON.stringify({ uid, apiKey: key, ...measured }) };
  if (credential === "md5") {
    const signature = sign(key, String(timestamp), uid);
    const headers: Record<string, string> =
      idempotencyKey === undefined ? {} : { "idempotency-key": `reading-${idempotencyKey}` };
    return { headers, body: JSON.stringify({ ...body, signature }) };
  }
  const text = JSON.stringify(body);
  return { headers: { "x-signature": signBody(key, text) }, body: text };
}
