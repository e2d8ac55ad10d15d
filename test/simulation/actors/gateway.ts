/** A gateway: it sends batches of its farm's sensors, keeps what was not confirmed, and reports its address. */

import { signBody } from "@greenhouse/domain/identity/signing";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { FarmPlan } from "../farm";
import type { Reading } from "../ledger";
import type { Actor } from "../simulation";

const TIMEOUT_MS = 15_000;
const MAX_BATCH = 50;
const REPORT_MS = 15 * MINUTE_MS;
/** Old readings that come at once, and the age of the oldest. */
const FLOOD = 150;
const OLDEST_MS = 3 * HOUR_MS;

interface Waiting {
  readonly reading: Reading;
  readonly body: object;
}

export function gateway(farm: FarmPlan): Actor {
  return ({ world, backend, ledger, keyOf, climate, faults }) => {
    const uids = farm.sensors.flatMap(({ uid, credential }) => (credential === "farm" ? uid : []));
    const intervalMs = farm.sensors[0]?.intervalMs ?? MINUTE_MS;
    const random = world.random.fork(`gateway ${farm.id}`);
    const waiting: Waiting[] = [];
    let isSending = false;

    const flush = async (): Promise<void> => {
      if (isSending || waiting.length === 0) return;
      isSending = true;
      const batch = waiting.slice(0, MAX_BATCH);
      const key = keyOf.get(farm.id) ?? "";
      const readings = batch.map(({ body }) => body);
      const text = JSON.stringify({
        farmId: farm.id,
        timestamp: Math.floor(world.now()),
        readings,
      });
      const sent = batch.map(({ reading }) => reading);
      ledger.sending(sent, key);
      const headers = { "x-signature": signBody(key, text) };
      const answer = await backend.post("sensorData", { headers, body: text }, TIMEOUT_MS);
      isSending = false;
      if (answer?.status !== 200) return;
      ledger.settle(sent, answer);
      waiting.splice(0, batch.length);
    };

    const take = (uid: string, atMs: number): void => {
      const measured = climate.measure(uid);
      if (measured === undefined) return;
      const reading = ledger.take(uid, "farm", true, atMs);
      const body = { uid, timestamp: Math.floor(atMs), ...measured, light: reading.id };
      waiting.push({ reading, body });
    };
    const measure = (): void => {
      for (const uid of uids) take(uid, world.now());
      void flush();
    };
    /** Somebody copies a card with old readings to the gateway. */
    const flood = (): void => {
      world.note(farm.id, "sends a flood of old readings");
      const spanMs = random.between(0, OLDEST_MS);
      for (let count = 0; count < FLOOD; count += 1)
        take(random.pick(uids), world.now() - random.between(0, spanMs));
    };
    const report = (): void => {
      const ip = `10.0.0.${random.below(250) + 1}`;
      const body = JSON.stringify({ farmId: farm.id, apiKey: keyOf.get(farm.id), ip });
      void backend.post("reportIp", { body }, TIMEOUT_MS);
    };
    world.repeat(random, () => intervalMs, measure, 0.1);
    world.repeat(random, () => faults().floodEveryMs, flood);
    world.repeat(random, () => REPORT_MS, report, 0.1);
  };
}
