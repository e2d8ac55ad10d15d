/** All that is measured of the functions, one after the other: whatever is not measured at the moment is idle. */

import type { Section } from "../report.ts";
import { assemble } from "../stack/cast.ts";
import type { Cast } from "../stack/cast.ts";
import { openDatabase } from "../stack/database.ts";
import { startRelay } from "../stack/relayed.ts";
import {
  DIRECT,
  EMPTY,
  FLOOR,
  KEY,
  PARALLEL,
  PROGRAMS,
  SIGNED,
  TUTORIAL,
} from "../stack/subjects.ts";
import { measureColdStart } from "./cold-start.ts";
import type { Effort } from "./effort.ts";
import { measureDistance, measureLatency } from "./latency.ts";
import { measureMemory } from "./memory.ts";
import { measureSensors } from "./sensors.ts";
import { measureThroughput } from "./throughput.ts";
import { measureTraffic } from "./traffic.ts";

/** @param onProgress told what is measured next */
export async function measureFunctions(
  effort: Effort,
  onProgress: (what: string) => void,
): Promise<{ readonly sections: readonly Section[]; readonly database: string }> {
  onProgress("memory");
  const memory = await measureMemory(effort);
  const database = await openDatabase(effort.manySensors);
  try {
    onProgress("cold start");
    const coldStart = await measureColdStart(database.address, effort);
    const near = await withCast(database.address, async (cast) => {
      onProgress("throughput");
      await warmUp(cast, effort);
      const throughput = await measureThroughput(cast, effort);
      onProgress("latency");
      const latency = await measureLatency(cast, effort);
      onProgress("many sensors");
      return [throughput, latency, await measureSensors(cast, effort)];
    });
    const relay = await startRelay(database.address);
    try {
      const far = await withCast(relay.address, async (cast) => {
        onProgress("traffic and distance");
        await warmUp(cast, effort);
        const traffic = await measureTraffic(cast, relay);
        return [await measureDistance(cast, relay, effort), traffic];
      });
      const [throughput, latency, sensors] = near;
      const [distance, traffic] = far;
      const sections = [throughput, latency, distance, coldStart, memory, sensors, traffic];
      return {
        sections: sections.filter((section) => section !== undefined),
        database: database.name,
      };
    } finally {
      await relay.close();
    }
  } finally {
    await database.stop();
  }
}

async function withCast<T>(databaseAddress: string, act: (cast: Cast) => Promise<T>): Promise<T> {
  const cast = await assemble(PROGRAMS, databaseAddress);
  try {
    return await act(cast);
  } finally {
    await cast.close();
  }
}

/** Code that has run often is compiled better. */
async function warmUp(cast: Cast, { seconds }: Effort): Promise<void> {
  const job = { sensors: 100, seconds: 2 * seconds, pressure: { connections: 10 } };
  for (const subject of [SIGNED, KEY, FLOOR, TUTORIAL, PARALLEL, DIRECT, EMPTY]) {
    await cast.load(subject, job);
  }
}
