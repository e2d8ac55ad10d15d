/** `farm readings tail`: shows readings as they are stored. */

import { serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { selectGreenhouses } from "../../farm/stored-farms";
import { entryJson, entryText } from "../../readings/entry-text";
import type { Entry } from "../../readings/history-pages";
import { readCorrections } from "../../corrections/stored-corrections";
import { follow } from "../../readings/tail";
import { refuseBadSensor, requireSensorOf, selectedOf } from "./selection";
import type { Selection } from "./selection";

export async function tailReadings(
  session: OpenSession,
  farmId: string,
  options: Selection & { readonly limit?: number },
): Promise<void> {
  const { limit = Number.POSITIVE_INFINITY } = options;
  refuseBadSensor(options);
  const greenhouses = await selectGreenhouses(session.database, farmId, options.greenhouse);
  if (options.sensor !== undefined) {
    await requireSensorOf(session.database, farmId, options.sensor);
  }
  const corrections = await readCorrections(session.database, farmId);
  const stopping = session.takeOverInterrupt();
  const serverMs = await serverTime(session);
  let shown = 0;
  let stop = (): void => undefined;
  await new Promise<void>((resolve, reject) => {
    stopping.addEventListener("abort", () => resolve(), { once: true });
    const onEntry = (entry: Entry): void => {
      if (shown >= limit || (options.sensor ?? entry.uid) !== entry.uid) return;
      session.out.line(entryJson(entry), entryText(entry));
      shown += 1;
      if (shown >= limit) resolve();
    };
    const follower = { onEntry, onLost: reject };
    follow(session.database, greenhouses, corrections, serverMs, follower).then((stopAll) => {
      stop = stopAll;
      session.out.note(
        `Waiting for readings of ${selectedOf(options, greenhouses)}. Press Ctrl-C to end.`,
      );
    }, reject);
  });
  stop();
}
