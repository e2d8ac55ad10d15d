/**
 * The owners' changes of what readings mean: calibrations, exclusions and replaced devices. They behave like the changes in
 * `changes.ts`. Each is one update with the entries of the sensors' logs.
 */

import { logged } from "@greenhouse/domain/identity/sensor-log";
import type { SensorChangeDetails, SensorOfFarm } from "@greenhouse/domain/identity/sensor-log";
import {
  continueReplaced,
  markReplaced,
  sensorRegistration,
} from "@greenhouse/domain/identity/sensor-updates";
import type { Replacement } from "@greenhouse/domain/identity/sensor-updates";
import { planPath } from "@greenhouse/domain/outputs/plans/updates";
import {
  calibrationsPath,
  exclusionsPath,
  freeKey,
} from "@greenhouse/domain/quantities/corrections-model";
import type { Calibration, Exclusion } from "@greenhouse/domain/quantities/corrections-model";
import { entriesOf, fieldOf, SERVER_TIME, textOf } from "@greenhouse/domain/stored";
import type { Sensor } from "../../model/farm/farm";
import type { Sign } from "./signing";
import { ChangedMeanwhile, readValue } from "./writes";
import type { Values, Writes } from "./writes";

export type NewCalibration = Pick<Calibration, "quantity" | "from" | "scale" | "offset" | "note">;
export type NewExclusion = Pick<Exclusion, "quantity" | "from" | "until" | "import" | "note">;

/** A stored change, to undo it. */
export interface StoredChange {
  readonly sensor: SensorOfFarm;
  readonly path: string;
  readonly details: SensorChangeDetails;
}

/** A sensor has too many calibrations or exclusions. Undone ones make room after 30 days. */
export class TooManyChanges extends Error {
  readonly code = "tooManyChanges";
}

/** The device that takes another's place. */
export type NewDevice =
  /** It is registered already. It keeps its own key. */
  | ({ readonly kind: "registered" } & Sensor)
  /** It is registered by the same update. @param key the stored text of its own key */
  | { readonly kind: "new"; readonly uid: string; readonly type: string; readonly key?: string };

export class CorrectionChanges {
  readonly #writes: Writes;
  readonly #sign: Sign;
  readonly #now: () => number;

  /** @param now the server's time, in Unix milliseconds */
  constructor(writes: Writes, sign: Sign, now: () => number) {
    this.#writes = writes;
    this.#sign = sign;
    this.#now = now;
  }

  calibrate(sensor: SensorOfFarm, calibration: NewCalibration): Promise<readonly StoredChange[]> {
    const { quantity, ...record } = calibration;
    const list = calibrationsPath(sensor.farmId, sensor.uid, quantity);
    const details = { quantity, from: record.from };
    return this.#add([{ sensor, list, what: "calibrated", details, record }]);
  }

  /** Stores all of these exclusions or none. */
  exclude(
    all: readonly { readonly sensor: SensorOfFarm; readonly exclusion: NewExclusion }[],
  ): Promise<readonly StoredChange[]> {
    return this.#add(
      all.map(({ sensor, exclusion }) => {
        const { quantity, from, until } = exclusion;
        const list = exclusionsPath(sensor.farmId, sensor.uid);
        const details = { quantity, from, until };
        return { sensor, list, what: "excluded", details, record: exclusion };
      }),
    );
  }

  /** Undoes all of these changes or none. */
  undo(all: readonly StoredChange[]): Promise<void> {
    const updates = all.map(({ sensor, path, details }): Values => {
      const signature = this.#sign();
      return {
        ...logged(sensor, signature, "undone", details),
        [`${path}/undoneAt`]: SERVER_TIME,
        [`${path}/undoneBy`]: signature.by,
        [`${path}/entry`]: signature.key,
      };
    });
    return this.#writes.store(Object.assign({}, ...updates) as Values);
  }

  /**
   * Lets a device take the place of a sensor: its greenhouse, name and role, and the plans that follow it. Refused with
   * ChangedMeanwhile if somebody else has moved or replaced the sensor.
   * @param from earlier readings of the sensor belong to the device, in Unix milliseconds
   */
  replace(farmId: string, sensor: Sensor, device: NewDevice, from: number): Promise<void> {
    const { uid: replaced, greenhouse } = sensor;
    const replacement: Replacement = { farmId, replaced, successor: device.uid, from };
    const known = { [`registeredSensors/${replaced}/replacedBy`]: device.uid };
    return this.#writes.run(known, async (update) => {
      const [registration, plans] = await Promise.all([
        readValue(`registeredSensors/${replaced}`),
        readValue(`outputPlans/${farmId}`),
      ]);
      const isAsKnown =
        textOf(registration, "greenhouse") === greenhouse &&
        fieldOf(registration, "replacedBy") === undefined;
      if (!isAsKnown) throw new ChangedMeanwhile();
      await update({
        ...this.#successor(replacement, sensor, device),
        ...markReplaced(replacement, greenhouse, this.#sign()),
        ...followed(farmId, plans, replaced, device.uid),
      });
    });
  }

  #successor(
    replacement: Replacement,
    { name, role, greenhouse }: Sensor,
    device: NewDevice,
  ): Values {
    const { farmId, replaced: continues, successor: uid, from: continuesFrom } = replacement;
    if (device.kind === "registered")
      return continueReplaced(replacement, device, { name, role, greenhouse }, this.#sign());
    return sensorRegistration(
      { farmId, uid },
      { name, role, greenhouse, type: device.type },
      this.#sign(),
      device.key,
      { continues, continuesFrom },
    );
  }

  #add(all: readonly Addition[]): Promise<readonly StoredChange[]> {
    const values = Object.fromEntries(all.map(({ list, record }) => [list, record]));
    return this.#writes.run(values, async (update) => {
      const paths = [...new Set(all.map(({ list }) => list))];
      const read = await Promise.all(paths.map(readValue));
      const lists = new Map(
        paths.map((path, index) => [path, new Map<string, unknown>(entriesOf(read[index]))]),
      );
      const stored = all.map((addition) => {
        const list = lists.get(addition.list) ?? new Map<string, unknown>();
        const key = freeKey(Object.fromEntries(list), this.#now());
        if (key === undefined) throw new TooManyChanges();
        list.set(key, addition.record);
        return { ...addition, path: `${addition.list}/${key}` };
      });
      await update(Object.assign({}, ...stored.map((addition) => this.#added(addition))) as Values);
      return stored.map(({ sensor, path, details }) => ({ sensor, path, details }));
    });
  }

  #added({ sensor, path, what, details, record }: Addition & { readonly path: string }): Values {
    const signature = this.#sign();
    const given = Object.entries(record).filter(([, value]) => value !== undefined);
    const written = { by: signature.by, at: SERVER_TIME, entry: signature.key };
    return {
      ...logged(sensor, signature, what, details),
      [path]: { ...Object.fromEntries(given), ...written },
    };
  }
}

interface Addition {
  readonly sensor: SensorOfFarm;
  /** The path of the list of changes. */
  readonly list: string;
  readonly what: "calibrated" | "excluded";
  readonly details: SensorChangeDetails;
  readonly record: object;
}

/** Returns the update after which plans follow another sensor. @param plans `outputPlans/<farmId>` */
function followed(farmId: string, plans: unknown, from: string, to: string): Values {
  const paths = entriesOf(plans).flatMap(([uid, outputs]) =>
    entriesOf(outputs)
      .filter(([, plan]) => fieldOf(plan, "source") === from)
      .map(([output]) => planPath({ farmId, uid, output })),
  );
  return Object.fromEntries(
    paths.flatMap((path) => [
      [`${path}/source`, to],
      [`${path}/at`, SERVER_TIME],
    ]),
  ) as Values;
}
