/** `farm sensor interval` and `farm greenhouse interval`: how often boards are asked to report. */

import { INTERVAL_SECONDS } from "@greenhouse/domain/boards/intervals";
import { intervalWarning } from "../../farm/board-text";
import { readSilentAfter } from "../../farm/stored-boards";
import { ownerOf, requireFarm, requireGreenhouse, requireSensor } from "../../farm/stored-farms";
import { updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatSeconds } from "../../core/time";
import { seconds } from "../command";
import { changeSensor } from "./change-sensor";

export const INTERVAL = "<seconds|none>";
export const INTERVAL_HELP = `${INTERVAL_SECONDS.min} to ${INTERVAL_SECONDS.max} seconds, or none`;

const readSeconds = seconds(INTERVAL_SECONDS);

/** Reads seconds or a duration; null for `none`. */
export function secondsOrNone(text: string): number | null {
  if (text === "none") return null;
  return readSeconds(/^\d+$/.test(text) ? `${text}s` : text);
}

const OBEYED = "A board obeys if its program does, within its own bounds.";

export async function askSensor(
  session: OpenSession,
  uid: string,
  intervalSeconds: number | null,
): Promise<void> {
  const sensor = await requireSensor(session.database, uid);
  // An invalid stored value counts as none, but must be removed, too.
  const stored = await session.database.read(`registeredSensors/${uid}/intervalSeconds`);
  const before = stored === null ? undefined : (sensor.intervalSeconds ?? NaN);
  await changeSensor(session, { ...sensor, intervalSeconds: before }, { intervalSeconds });
  const { farmId } = sensor;
  session.out.result(
    { uid, farmId, intervalSeconds },
    intervalSeconds === null
      ? `The board of ${uid} is asked for the interval of its greenhouse, if that has one.`
      : `The board of ${uid} is asked to report every ${formatSeconds(intervalSeconds)}. ${OBEYED}${await warning(session, farmId, intervalSeconds)}`,
  );
}

export async function askGreenhouse(
  session: OpenSession,
  greenhouseId: string,
  intervalSeconds: number | null,
): Promise<void> {
  const { farmId } = await requireGreenhouse(session.database, greenhouseId);
  const owner = ownerOf(await requireFarm(session.database, farmId));
  const path = `greenhouses/${greenhouseId}/intervalSeconds`;
  await updateAs(session, owner, { [path]: intervalSeconds });
  session.out.result(
    { greenhouseId, farmId, intervalSeconds },
    intervalSeconds === null
      ? `The boards of ${greenhouseId} are asked for no interval, except by their sensors.`
      : `The boards of ${greenhouseId} are asked to report every ${formatSeconds(intervalSeconds)}, unless their sensors have an interval of their own. ${OBEYED}${await warning(session, farmId, intervalSeconds)}`,
  );
}

async function warning(
  { database }: OpenSession,
  farmId: string,
  intervalSeconds: number,
): Promise<string> {
  return intervalWarning(intervalSeconds, await readSilentAfter(database, farmId));
}
