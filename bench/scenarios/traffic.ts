/** What a reading sends to the database and gets from it. */

import { format, table } from "../report.ts";
import type { Section } from "../report.ts";
import type { Cast } from "../stack/cast.ts";
import type { Relay } from "../stack/relayed.ts";
import { DIRECT, FLOOR, KEY, PARALLEL, SIGNED, TUTORIAL } from "../stack/subjects.ts";

const SUBJECTS = [SIGNED, KEY, FLOOR, TUTORIAL, PARALLEL, DIRECT];
/** Fewer than a second sees, so that all are remembered when it is counted. */
const JOB = { sensors: 50, seconds: 1, pressure: { connections: 1 } };

/** @param cast that reaches the database through the relay */
export async function measureTraffic(cast: Cast, relay: Relay): Promise<Section> {
  const rows = [];
  for (const subject of SUBJECTS) {
    await cast.load(subject, JOB);
    await relay.count();
    const { latencies } = await cast.load(subject, JOB);
    const { up, down } = await relay.count();
    const each = (total: number, digits: number): string =>
      format(total / latencies.length, digits);
    const frames = (count: number): string => (subject === DIRECT ? "–" : each(count, 1));
    const cells = [frames(up.frames), frames(down.frames), each(up.bytes, 0), each(down.bytes, 0)];
    rows.push([subject.name, ...cells]);
  }
  const text = [
    "Of one reading of a sensor that is known already, counted on the way between function and database: frames of " +
      "WebSocket, and bytes without TLS. What comes from the database is what is billed. A board that writes directly " +
      "speaks HTTP.",
    table(["", "frames to it", "frames from it", "bytes to it", "bytes from it"], rows),
  ];
  return { title: "Traffic to the database", text: text.join("\n\n"), verdicts: [] };
}
