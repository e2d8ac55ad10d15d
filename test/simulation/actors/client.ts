/** A board with the Node client: its clock is wrong, its power fails, and its readings wait on a disk. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { SensorClient } from "../../../devices/node/greenhouse.mjs";
import { MemoryDisk } from "../disk";
import type { SensorPlan } from "../farm";
import type { Reading } from "../ledger";
import type { Actor, Simulation } from "../simulation";

const SOONEST_POLL_MS = 100;
const NO_ANSWER = "The connection broke.";

export function client(plan: SensorPlan): Actor {
  return (simulation) => {
    const { world, ledger, chosen, climate, faults } = simulation;
    const { uid } = plan;
    const random = world.random.fork(uid);
    const disk = new MemoryDisk(world.now);
    const skewMs = random.between(-chosen.clockSkewMs, chosen.clockSkewMs);
    const drift = 1 + random.between(-chosen.clockDrift, chosen.clockDrift);
    const clock = (): number => world.startMs + skewMs + (world.now() - world.startMs) * drift;
    let boots = 1;
    let bootedMs = world.now();
    let starts = 0;
    let board = start();

    function start(): SensorClient {
      starts += 1;
      const own = starts;
      const started = new SensorClient({
        url: "https://functions.example/sensorData",
        uid,
        apiKey: simulation.keyOf.get(uid) ?? "",
        store: "/store",
        boot: `boot ${boots}`,
        files: disk.files,
        report: (line) => world.note(uid, line),
        clock,
        uptime: () => (world.now() - bootedMs) * drift,
        jitter: random.next,
        exchange: async (method, _, headers, body, timeoutMs) => {
          const answer = await exchange(simulation, { method, headers, body }, timeoutMs);
          // The request of an earlier start has ended with its process.
          if (own !== starts) return new Promise(() => undefined);
          return answer;
        },
      });
      const poll = async (): Promise<void> => {
        if (own !== starts) return;
        const waitMs = await started.poll();
        if (own !== starts) return;
        world.after(Math.max(SOONEST_POLL_MS, waitMs ?? plan.intervalMs / 10), () => void poll());
      };
      world.after(SOONEST_POLL_MS, () => void poll());
      return started;
    }

    const measure = (): void => {
      const measured = climate.measure(uid);
      if (measured === undefined) return;
      const reading = ledger.take(uid, "client", true);
      board.add({ ...measured, light: reading.id });
    };
    const restart = (how: string): void => {
      world.note(uid, how);
      board = start();
    };
    const cutPower = (): void => {
      disk.cutPower();
      ledger.cutPower(uid);
      boots += 1;
      bootedMs = world.now();
      restart("loses its power");
    };
    /** A person gives the board its new key. */
    const learnKey = (): void => {
      const key = simulation.keyOf.get(uid) ?? "";
      if (key === knownKey) return;
      knownKey = key;
      restart("gets its new key");
    };
    let knownKey = simulation.keyOf.get(uid) ?? "";
    world.repeat(random, () => plan.intervalMs, measure, 0.1);
    world.repeat(random, () => MINUTE_MS, learnKey, 0);
    world.repeat(random, () => faults().powerCutEveryMs, cutPower);
  };
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request, and tells the ledger of its readings and of what the answer says of them. */
async function exchange(
  { backend, ledger, keyOf }: Simulation,
  { method, headers, body }: Sent,
  timeoutMs: number,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const sent = readingsIn(ledger.readings, body);
  const [first] = sent;
  if (first !== undefined) ledger.sending(sent, keyOf.get(first.uid) ?? "");
  const lower = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const request = { method, headers: Object.fromEntries(lower), body };
  const answer = await backend.post("sensorData", request, timeoutMs);
  if (answer === undefined) throw new Error(NO_ANSWER);
  if (answer.status === 200) ledger.settle(sent, answer);
  return { status: answer.status, headers: answer.headers, text: JSON.stringify(answer.body) };
}

function readingsIn(all: ReadonlyMap<number, Reading>, body: string): readonly Reading[] {
  if (body === "") return [];
  const { readings } = JSON.parse(body) as { readings: readonly { light: number }[] };
  return readings.flatMap(({ light }) => all.get(light) ?? []);
}
