/** An owner who corrects readings: calibrates sensors, excludes readings, and undoes it. */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { logged } from "@greenhouse/domain/identity/sensor-log";
import type { SensorChange } from "@greenhouse/domain/identity/sensor-log";
import {
  calibrationsPath,
  exclusionsPath,
  freeKey,
} from "@greenhouse/domain/quantities/corrections-model";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Update } from "../database-server";
import type { FarmPlan } from "../farm";
import { FOLD_MINUTES } from "../jobs";
import type { Actor } from "../simulation";

/** How far back a change begins at most. */
const LONGEST_MS = 3 * HOUR_MS;
/** In °C: the usual temperature stays within its limits, becomes too cold, or becomes too warm. */
const OFFSETS = [-16, -1.5, 1.5, 16];
const SCALES = [1, 1, 1.05];

/** @param everyMs the mean time between two changes */
export function corrector(farm: FarmPlan, everyMs: number): Actor {
  return ({ world, server, isCalm }) => {
    const random = world.random.fork(`corrector ${farm.id}`);
    const createKey = createPushKeys(random.fork("log").next);
    const now = (): number => server.now();
    /** The changes in force. */
    const changes: { readonly path: string; readonly uid: string }[] = [];
    const store = (uid: string, what: SensorChange, recordOf: (key: string) => object): void => {
      const entry = { key: createKey(now()), by: farm.owner };
      const update = {
        ...recordOf(entry.key),
        ...logged({ farmId: farm.id, uid }, entry, what),
      };
      if (!server.update(update as Update, { uid: farm.owner }))
        throw new Error(`${uid} may not be ${what}.`);
    };
    const add = (uid: string, list: string, what: SensorChange, fields: object): void => {
      const place = freeKey(server.read(list), now());
      if (place === undefined) return;
      const path = `${list}/${place}`;
      store(uid, what, (entry) => ({
        [path]: { ...fields, by: farm.owner, at: SERVER_TIME, entry },
      }));
      changes.push({ path, uid });
    };
    const undo = ({ path, uid }: (typeof changes)[number]): void =>
      store(uid, "undone", (entry) => ({
        [`${path}/undoneAt`]: SERVER_TIME,
        [`${path}/undoneBy`]: farm.owner,
        [`${path}/entry`]: entry,
      }));

    const change = (): void => {
      if (isCalm()) return;
      const { uid } = random.pick(farm.sensors);
      const from = now() - random.below(LONGEST_MS);
      const kind = random.pick(["calibrate", "exclude", "undo", "undo"] as const);
      if (kind === "calibrate")
        add(uid, calibrationsPath(farm.id, uid, "temperature"), "calibrated", {
          from,
          scale: random.pick(SCALES),
          offset: random.pick(OFFSETS),
        });
      else if (kind === "exclude")
        add(uid, exclusionsPath(farm.id, uid), "excluded", {
          from,
          until: from + MINUTE_MS + random.below(2 * LONGEST_MS),
          ...(random.chance(0.5) && { quantity: "temperature" }),
        });
      else if (changes.length > 0) {
        const [undone] = changes.splice(random.below(changes.length), 1);
        if (undone !== undefined) undo(undone);
      }
    };
    /** The time until the next run that folds begins. Changes during a run are the hardest. */
    const untilFold = (): number => {
      const minutes = (now() / MINUTE_MS) % 60;
      const next = FOLD_MINUTES.find((minute) => minute > minutes) ?? 60 + (FOLD_MINUTES[0] ?? 0);
      return (next - minutes) * MINUTE_MS;
    };
    world.repeat(
      random,
      () => everyMs,
      () => world.after(random.chance(0.5) ? 0 : untilFold() + random.between(0, 5_000), change),
      0.8,
    );
  };
}
