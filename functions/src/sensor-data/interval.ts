/** The interval that owners ask a board for. */

import { askedInterval, parseInterval } from "@greenhouse/domain/boards/intervals";
import { Unavailable, type Database } from "@greenhouse/database/client/database";
import type { Log } from "../log";
import type { Authority } from "./authorize";
import type { SensorRequest } from "./sensor-request";

/**
 * Returns the answer's `intervalSeconds`. Omitted if the board does not ask, if its owners ask for none, or if the records
 * cannot be read. Never rejects with `Unavailable`.
 */
export async function answerInterval(
  { sender, asksInterval }: SensorRequest,
  { sensors }: Authority,
  database: Database,
  log: Pick<Log, "intervalUnread">,
): Promise<{ readonly intervalSeconds?: number }> {
  if (asksInterval !== true || !("uid" in sender)) return {};
  const { uid } = sender;
  const sensor = sensors.get(uid);
  if (sensor?.ok !== true) return {};
  try {
    const [own, ofGreenhouse] = await Promise.all([
      database.read(`registeredSensors/${uid}/intervalSeconds`),
      database.read(`greenhouses/${sensor.value.greenhouse}/intervalSeconds`),
    ]);
    const asked = askedInterval(parseInterval(own), parseInterval(ofGreenhouse));
    return asked === undefined ? {} : { intervalSeconds: asked.seconds };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.intervalUnread(uid, error);
    return {};
  }
}
